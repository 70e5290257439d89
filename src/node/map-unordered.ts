/** Maps a stream with at most `width` items at a time and yields results as they complete. Throws the first error of `map` and stops reading. */
export async function* mapUnordered<T, U>(items: AsyncIterable<T>, width: number, map: (item: T) => Promise<U>): AsyncGenerator<U> {
  const running = new Map<number, Promise<{ readonly id: number; readonly value: U }>>()
  const source = items[Symbol.asyncIterator]()
  let started = 0
  let open = true
  const start = (id: number, item: T): void =>
    void running.set(
      id,
      map(item).then((value) => ({ id, value })),
    )
  try {
    while (open || running.size > 0) {
      while (open && running.size < width) {
        const next = await source.next()
        if (next.done === true) open = false
        else start(started++, next.value)
      }
      if (running.size === 0) return
      const { id, value } = await Promise.race(running.values())
      running.delete(id)
      yield value
    }
  } finally {
    // Running items are not awaited, and their errors are ignored.
    for (const promise of running.values()) promise.catch(() => undefined)
    if (open) await source.return?.()
  }
}
