/** Yields the items until the signal is aborted, then throws its reason, even while it waits for the next item. */
export async function* untilAborted<T>(items: Iterable<T> | AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T, void, undefined> {
  signal?.throwIfAborted()
  if (signal === undefined || !(Symbol.asyncIterator in items)) {
    yield* items
    return
  }
  const iterator = items[Symbol.asyncIterator]()
  let isWaiting = true
  try {
    for (let next = await orAborted(iterator.next(), signal); next.done !== true; next = await orAborted(iterator.next(), signal)) {
      isWaiting = false
      yield next.value
      isWaiting = true
    }
  } catch (error) {
    // Waiting for its end could take forever.
    if (isWaiting && signal.aborted) iterator.return?.().catch(() => undefined)
    throw error
  } finally {
    if (!isWaiting) await iterator.return?.()
  }
}

function orAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    void waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
