/** Milliseconds of work after which timers, signals and requests of the same thread get their turn. */
const TURN = 50

/**
 * Lets the rest of the program run at intervals. Otherwise a scan of available files never pauses, so that a timer that would abort the scan never
 * fires, and a server cannot answer.
 */
export function giveTurns(now: () => number): () => Promise<void> {
  let turnAt = now() + TURN
  return async () => {
    if (now() < turnAt) return
    await new Promise((resolve) => setTimeout(resolve, 0))
    turnAt = now() + TURN
  }
}
