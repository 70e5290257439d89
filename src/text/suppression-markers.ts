/** The suppression in one comment. */
export interface Marker {
  /** `file`; `next` is the line after the comment; `here` is its own line, or the next code if no code precedes it. */
  readonly at: 'here' | 'next' | 'file'
  /** Empty means every rule. */
  readonly rules: readonly string[]
  readonly reason?: string
}

/** `//`, `///`, `/*`, `/**`, `#`, `<!--`, `--`, `;`, `%`, `{#`, and white space and stars before the first word, also on later lines. */
const OPENER = /^(?:\/\/+|\/\*|<!--|\{#|#+|--+|;+|%+)[!\s*]*/

/**
 * Reads `assay-ignore` and `assay-ignore-file` at the start of a comment, or returns undefined. Words of other tools, such as
 * `assay-ignore-next-line`, are read as rule ids. No such rule exists, so the comment is reported as unused.
 */
export function readOwnMarker(comment: string): Marker | undefined {
  const opener = OPENER.exec(comment)
  if (opener === null) return undefined
  const text = comment.slice(opener[0].length)
  const [unknown] = /^assay-ignore-(?!file(?![\w-]))[\w-]+/.exec(text) ?? []
  if (unknown !== undefined) return { at: 'here', rules: [unknown] }
  const found = /^assay-ignore(-file)?(?![\w-])(?::(?=\s|$))?([^\r\n]*)/.exec(text)
  if (found === null) return undefined
  const [, file, rest] = found
  const [ids, ...reasons] = withoutCloser(rest).split(/(?:^|\s)--(?=\s|$)/)
  const reason = reasons.join(' -- ').trim().replaceAll(/\s+/g, ' ')
  return { at: file === undefined ? 'here' : 'file', rules: splitIds(ids), ...(reason === '' ? {} : { reason }) }
}

/** Reads a suppression comment of another tool, anywhere in the comment, as those tools do. */
export function readForeignMarker(comment: string): Marker | undefined {
  for (const { pattern, at, rules, accepts } of FOREIGN) {
    const found = pattern.exec(comment)
    if (found === null || accepts?.(withoutCloser(found[1] ?? '')) === false) continue
    return { at, rules, reason: withoutCloser(found[0]).trim().replaceAll(/\s+/g, ' ') }
  }
  return undefined
}

const SECRETS = ['secret-*']

const FOREIGN: readonly {
  readonly pattern: RegExp
  readonly at: Marker['at']
  readonly rules: readonly string[]
  readonly accepts?: (listed: string) => boolean
}[] = [
  { pattern: /\bnosem(?:grep)?\b(?::[ \t]*[\w.,: \t-]+)?/, at: 'here', rules: [] },
  { pattern: /#\s*nosec\b(?:[ \t:]+[A-Z]\d{3}(?:[ \t,]+[A-Z]\d{3})*)?/, at: 'here', rules: [] },
  { pattern: /\/\/\s*#nosec\b|^\/[/*]\s*nosec\b/, at: 'here', rules: [] },
  { pattern: /\bNOSONAR\b/, at: 'here', rules: [] },
  { pattern: /\beslint-disable-next-line(?![\w-])([^\r\n]*)/, at: 'next', rules: [], accepts: concernsSecurity },
  { pattern: /\beslint-disable-line(?![\w-])([^\r\n]*)/, at: 'here', rules: [], accepts: concernsSecurity },
  { pattern: /\bgitleaks:allow\b/, at: 'here', rules: SECRETS },
  { pattern: /\bpragma:\s*(?:allowlist|whitelist) nextline secret\b/i, at: 'next', rules: SECRETS },
  { pattern: /\bpragma:\s*(?:allowlist|whitelist) secret\b/i, at: 'here', rules: SECRETS },
]

/** An `eslint-disable` with a list of rules counts only if one of them is about security: `no-console` must not suppress an injection. */
function concernsSecurity(listed: string): boolean {
  const [ids] = listed.split(/\s--\s/)
  const names = splitIds(ids)
  return (
    names.length === 0 ||
    names.some((name) => /secur|secret|eval|sanit|danger|xss|script-url|new-func|sdl|unsafe|innerhtml|v-html|target-blank/i.test(name))
  )
}

function splitIds(list: string): readonly string[] {
  return list.split(/[\s,]+/).filter((id) => id !== '')
}

function withoutCloser(text: string): string {
  return text.replace(/(?:\*\/\}?|-->|#\})\s*$/, '')
}
