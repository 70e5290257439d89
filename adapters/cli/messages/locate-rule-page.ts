import { relative } from 'node:path'
import type { ScanFlags } from '../flags/scan-flags.ts'

type RuleFlags = Pick<ScanFlags, 'server' | 'pattern' | 'rules' | 'trustedConfig'>

/**
 * Where the description of a rule is: its page at the service that scanned, or the command that shows it. Undefined for a pattern of the command
 * line, and for rules that exist only in a trusted commit.
 */
export function locateRulePage(rule: string, { server, pattern, rules = [], trustedConfig }: RuleFlags, cwd: string): string | undefined {
  if (pattern !== undefined || !/^[\w.-]+$/.test(rule)) return undefined
  if (server !== undefined) return `${withoutUser(server)}/rules/${rule}`
  if (trustedConfig !== undefined && rules.length > 0) return undefined
  return ['assay rules show', rule, ...rules.map((path) => `--rules ${quote(shorten(path, cwd))}`)].join(' ')
}

/** A path relative to the current folder, if that is shorter. */
function shorten(path: string, cwd: string): string {
  const short = relative(cwd, path)
  return short !== '' && short.length < path.length ? short : path
}

/** The URL without user and password, which do not belong in a report, and without trailing slashes. */
function withoutUser(server: string): string {
  const url = server.replace(/\/\/[^/]*@/, '//')
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
