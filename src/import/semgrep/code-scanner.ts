import { semanticsOf } from '../../model/language-semantics.ts'
/** A character of code outside of strings and comments, and how many brackets are open before it. */
export interface CodeChar {
  readonly at: number
  readonly char: string
  readonly depth: number
}

/** A string literal of code: the offsets of its quotes. */
export interface CodeString {
  readonly start: number
  readonly end: number
  readonly quote: string
}

/** The characters of code and the strings in it, found without a grammar, because patterns are not yet valid code. */
export function scanCode(text: string, comment: RegExp): { readonly chars: readonly CodeChar[]; readonly strings: readonly CodeString[] } {
  const chars: CodeChar[] = []
  const strings: CodeString[] = []
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const skipped = matchAt(comment, text, at) ?? matchAt(STRING, text, at)
    if (skipped !== undefined) {
      const quote = /^(?:"""|'''|["'`])/.exec(skipped)?.[0]
      if (quote !== undefined) strings.push({ start: at, end: at + skipped.length, quote })
      if (quote !== undefined) chars.push({ at, char: '"', depth })
      at += skipped.length - 1
      continue
    }
    const char = text.slice(at, at + 1)
    if (/[)\]}]/.test(char)) depth = Math.max(0, depth - 1)
    chars.push({ at, char, depth })
    if (/[([{]/.test(char)) depth++
  }
  return { chars, strings }
}

const STRING = /"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`/y

function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0]
}

/** Comments by language. */
export function commentOf(language: string): RegExp {
  return semanticsOf(language).blocks === 'indentation' ? /#[^\n]*/y : /\/\/[^\n]*|\/\*[^]*?\*\//y
}
