import type { ScanFlags } from '../flags/scan-flags.ts'

/** Where a reader finds the description of a rule: its page at the service that scanned, else the command that shows it. Undefined for a pattern of the command line. */
export function locateRulePage(rule: string, { server, pattern, rules = [] }: Pick<ScanFlags, 'server' | 'pattern' | 'rules'>): string | undefined {
  if (pattern !== undefined || !/^[\w.-]+$/.test(rule)) return undefined
  if (server !== undefined) return `${withoutUser(server)}/rules/${rule}`
  return ['assay rules show', rule, ...rules.map((path) => `--rules ${quote(path)}`)].join(' ')
}

/** A URL may contain a password, which does not belong into a report. */
function withoutUser(server: string): string {
  return server.replace(/\/\/[^/]*@/, '//').replace(/\/+$/, '')
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
