/**
 * Replaces `$` and each dot of an ellipsis while a pattern is parsed: a letter (U+01C0) that is valid in names of every language and never occurs in
 * practice.
 */
export const MARK = 'ǀ'
const ELLIPSIS = MARK.repeat(3)
/** Replaces the braces and commas of `{get,post}`: another such letter (U+01C1). */
const WORDS_MARK = 'ǁ'

/**
 * Replaces `$X`, `$_`, `$...ARGS` and `...` by names of the same length, so that the pattern parses as code with the same offsets. In languages with
 * spreads, dots directly before a name, bracket or metavariable are kept.
 */
export function markMetavariables(pattern: string, spreads: boolean): string {
  return pattern
    .replace(WORDS, markWords)
    .replace(spreads ? /(?!)/ : KEYWORDS, markWords)
    .replace(/\$\.\.\.(?=[A-Z_])/g, MARK.repeat(4))
    .replace(/\$(?=[A-Z_][A-Z0-9_]*)/g, MARK)
    .replace(spreads ? /\.\.\.(?![\w$([{ǀ])/g : /\.\.\./g, ELLIPSIS)
}

/** Words without spaces where braces are no code: a member, the name of a called function, the first name of an assignment or an entry. */
const WORDS = new RegExp(
  [
    String.raw`(?<=\.)\{\w+(?:,\w+)+\}`,
    String.raw`(?<![\w$)\]])\{\w+(?:,\w+)+\}(?=\()`,
    String.raw`^\{\w+(?:,\w+)+\}(?=\s*(?:=(?!=)|:))`,
    String.raw`(?<=\{ \.\.\., )\{\w+(?:,\w+)+\}(?=:)`,
  ].join('|'),
  'g',
)
/** The name of a keyword argument, in languages that have them. */
const KEYWORDS = /(?<=[(,]\s?)\{\w+(?:,\w+)+\}(?==(?!=))/g

function markWords(words: string): string {
  return words.replace(/[{},]/g, WORDS_MARK)
}

/** The words of `{get,post}` in a parsed pattern. Undefined for an ordinary name. */
export function readWords(text: string): readonly string[] | undefined {
  return text.startsWith(WORDS_MARK) && /^[\wǁ]+$/.test(text) ? text.split(WORDS_MARK).filter((word) => word !== '') : undefined
}

/** Adds semicolons, in place of spaces, after ellipses between statements on one line. */
export function separateStatements(marked: string): string {
  return marked.replace(/((?:^|[{};])\s*)ǀǀǀ\s(?=\s*[\w$ǀ@])/g, `$1${ELLIPSIS};`)
}

/** Completes ellipses among cases of a `switch` or entries of a dictionary, where a name is not valid code. */
export function completeEllipses(marked: string): string {
  return marked.replace(/(switch\s*\((?:(?!switch)[^{}])*\)\s*\{\s*)ǀǀǀ(?=\s*\})/g, `$1${CASES}`).replace(/([{,]\s*)ǀǀǀ(?=\s*[},])/g, `$1${ENTRIES}`)
}

const CASES = `default:${ELLIPSIS}`
const ENTRIES = `**${ELLIPSIS}`

/** The kinds of placeholder. */
export type Placeholder =
  | { readonly kind: 'any'; readonly name: string | undefined }
  | { readonly kind: 'ellipsis'; readonly name: string | undefined }

/** The placeholder of a name in a parsed pattern. Undefined for an ordinary name. */
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

/** The literal parts around the ellipses in the content of a string. */
export function splitEllipses(content: string): string[] {
  return content.replaceAll('...', ELLIPSIS).split(ELLIPSIS).map(unmark)
}

/** The original text. */
export function unmark(text: string): string {
  return text.replaceAll(ELLIPSIS, '...').replaceAll(MARK, '$')
}
