/** Stores JSON values by key. A stored value may disappear, but never changes. */
export interface ReportStore {
  get(key: string): string | undefined
  set(key: string, json: string): void
  /** Called at the end of a scan. Never throws. */
  save(): void
}

/** An LRU cache in memory with a maximum size in UTF-16 units of JSON. */
export function createMemoryStore(capacity: number): ReportStore {
  const entries = new Map<string, string>()
  let size = 0
  const drop = (key: string): void => {
    size -= entries.get(key)?.length ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const json = entries.get(key)
      if (json === undefined) return undefined
      // Moved to the end, because the map is in order of use.
      entries.delete(key)
      entries.set(key, json)
      return json
    },
    set: (key, json) => {
      drop(key)
      if (json.length > capacity) return
      entries.set(key, json)
      size += json.length
      for (const oldest of entries.keys()) {
        if (size <= capacity) break
        drop(oldest)
      }
    },
    save: () => undefined,
  }
}
