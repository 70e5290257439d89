/** Keeps values by key, as JSON. What was put in may be gone later, but is never another. */
export interface ReportStore {
  get(key: string): string | undefined
  set(key: string, json: string): void
  /** Called when a scan ends. Never throws. */
  save(): void
}

/** Keeps what was used last, in memory: at most so many UTF-16 units of JSON. */
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
      // Moved to the end: the map is in the order of use.
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
