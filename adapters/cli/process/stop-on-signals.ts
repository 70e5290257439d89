import { EXIT_CODES } from './exit-codes.ts'

/** Signals that work was stopped, with the exit code that shells expect. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
  readonly exitCode: number

  constructor(exitCode: number) {
    super('stopped by a signal')
    this.exitCode = exitCode
  }
}

/**
 * Runs work that is aborted by Ctrl-C or a termination signal. It then rejects with a `StoppedError`. A second Ctrl-C ends the process immediately.
 */
export async function stopOnSignals<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const interrupt = (): void => controller.abort(new StoppedError(EXIT_CODES.interrupted))
  const terminate = (): void => controller.abort(new StoppedError(EXIT_CODES.terminated))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', terminate)
  try {
    return await run(controller.signal)
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', terminate)
  }
}
