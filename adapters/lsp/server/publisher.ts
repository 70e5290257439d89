import type { Connection, Diagnostic } from 'vscode-languageserver'

/** Who reports diagnostics about a file. */
export type Reporter = 'findings' | 'mistakes' | 'rule'

/** Sends the diagnostics of all reporters about a file together, because a later message of the protocol replaces earlier ones. */
export interface Publisher {
  set(uri: string, reporter: Reporter, diagnostics: readonly Diagnostic[], version?: number): void
  /** Replaces everything that a group reported: files that are not in the map are cleared. */
  replaceAll(group: string, reporter: Reporter, byUri: ReadonlyMap<string, readonly Diagnostic[]>): void
}

/** Sends nothing for files that had no diagnostics and have none. */
export function createPublisher(connection: Connection): Publisher {
  const held = new Map<string, Map<Reporter, readonly Diagnostic[]>>()
  const groups = new Map<string, Set<string>>()
  const set: Publisher['set'] = (uri, reporter, diagnostics, version) => {
    const reports = held.get(uri) ?? new Map<Reporter, readonly Diagnostic[]>()
    if (version === undefined && diagnostics.length === 0 && (reports.get(reporter)?.length ?? 0) === 0) return
    reports.set(reporter, diagnostics)
    held.set(uri, reports)
    const all = [...reports.values()].flat()
    void connection.sendDiagnostics({ uri, diagnostics: all, ...(version !== undefined && { version }) })
  }
  return {
    set,
    replaceAll: (group, reporter, byUri) => {
      const key = `${reporter} ${group}`
      for (const uri of groups.get(key) ?? []) if (!byUri.has(uri)) set(uri, reporter, [])
      for (const [uri, diagnostics] of byUri) set(uri, reporter, diagnostics)
      groups.set(key, new Set(byUri.keys()))
    },
  }
}
