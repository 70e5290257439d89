/** An unmatched bracket of a pattern. */
export interface OpenBracket {
  /** UTF-16 units into the pattern. */
  readonly offset: number
  readonly message: string
  readonly hint: string
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/** Strings, whose brackets are text. */
const QUOTED = /(["'`])(?:\\.|(?!\1).)*\1/g

/** The first closing bracket of a pattern without an opening one, or else the last opening bracket that is never closed. */
export function findOpenBracket(pattern: string): OpenBracket | undefined {
  const open: { readonly bracket: string; readonly offset: number }[] = []
  for (const { 0: bracket, index: offset } of pattern.replace(QUOTED, (text) => ' '.repeat(text.length)).matchAll(/[()[\]{}]/g)) {
    if (CLOSERS.has(bracket)) {
      open.push({ bracket, offset })
      continue
    }
    const last = open.pop()
    if (last === undefined) return { offset, message: `\`${bracket}\` has no opening bracket.`, hint: 'remove it, or add the opening bracket' }
    const closer = CLOSERS.get(last.bracket)
    if (closer !== bracket)
      return { offset, message: `\`${bracket}\` is found where \`${closer}\` must close \`${last.bracket}\`.`, hint: `write \`${closer}\` before it` }
  }
  const last = open.at(-1)
  if (last === undefined) return undefined
  return { offset: last.offset, message: `\`${last.bracket}\` is never closed.`, hint: `write \`${CLOSERS.get(last.bracket)}\` where it ends` }
}
