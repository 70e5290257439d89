/** Stands for `$` and for each dot of an ellipsis while a pattern is parsed: a letter (U+01C0) that names may begin with in every language and that nobody types. */
export const MARK = 'ǀ'
const ELLIPSIS = MARK.repeat(3)

/**
 * Replaces `$X`, `$_`, `$...ARGS` and `...` by names of the same length, so that the pattern parses as code and offsets stay. Where the language has spreads,
 * dots right before a name, bracket or metavariable stay dots.
 */
export function markMetavariables(pattern: string, spreads: boolean): string {
  return pattern
    .replace(/\$\.\.\.(?=[A-Z_])/g, MARK.repeat(4))
    .replace(/\$(?=[A-Z_][A-Z0-9_]*)/g, MARK)
    .replace(spreads ? /\.\.\.(?![\w$([{ǀ])/g : /\.\.\./g, ELLIPSIS)
}

/** The same marked pattern with semicolons, in place of blanks, behind ellipses that stand among statements on one line. */
export function separateStatements(marked: string): string {
  return marked.replace(/((?:^|[{};])\s*)ǀǀǀ\s(?=\s*[\w$ǀ@])/g, `$1${ELLIPSIS};`)
}

/** The same with ellipses that stand for cases of a `switch` or entries of a dictionary as such, where plain names are no code. */
export function completeEllipses(marked: string): string {
  return marked.replace(/(switch\s*\((?:(?!switch)[^{}])*\)\s*\{\s*)ǀǀǀ(?=\s*\})/g, `$1${CASES}`).replace(/([{,]\s*)ǀǀǀ(?=\s*[},])/g, `$1${ENTRIES}`)
}

const CASES = `default:${ELLIPSIS}`
const ENTRIES = `**${ELLIPSIS}`

/** What a metavariable or an ellipsis became. */
export type Placeholder =
  | { readonly kind: 'any'; readonly name: string | undefined }
  | { readonly kind: 'ellipsis'; readonly name: string | undefined }

/** What a name in a parsed pattern stands for; undefined when it is a plain name. */
export function readPlaceholder(text: string): Placeholder | undefined {
  if (text === CASES || text === ENTRIES) return { kind: 'ellipsis', name: undefined }
  if (!text.startsWith(MARK)) return undefined
  if (text === ELLIPSIS) return { kind: 'ellipsis', name: undefined }
  const list = /^ǀ{4}([A-Z_][A-Z0-9_]*)$/.exec(text)
  if (list !== null) return { kind: 'ellipsis', name: list[1] === '_' ? undefined : `$${list[1]}` }
  const one = /^ǀ([A-Z_][A-Z0-9_]*)$/.exec(text)
  if (one !== null) return { kind: 'any', name: one[1] === '_' ? undefined : `$${one[1]}` }
  return undefined
}

/** The literal text around the ellipses of a marked string's content. */
export function splitEllipses(content: string): string[] {
  return content.replaceAll('...', ELLIPSIS).split(ELLIPSIS).map(unmark)
}

/** The text as the author wrote it. */
export function unmark(text: string): string {
  return text.replaceAll(ELLIPSIS, '...').replaceAll(MARK, '$')
}
