import type { PatternSource } from './pattern-node.ts'

/** Thrown for syntax errors and unsupported syntax. Never leaves the folder. */
export class PatternError extends Error {}

/** Flags that may change within a pattern. */
export interface Modes {
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly verbose: boolean
}

/** A position in the text of a pattern. */
export class PatternReader {
  at = 0
  groups = 0
  readonly names = new Map<string, number>()
  readonly isPython: boolean
  readonly isUnicode: boolean
  readonly hasSetNotation: boolean
  /** The total number of groups: `\2` is a reference only if there are two. */
  readonly groupCount: number
  modes: Modes

  readonly #text: string

  constructor({ text, syntax, flags }: PatternSource) {
    this.#text = text
    this.isPython = syntax === 'python'
    this.isUnicode = /[uv]/.test(flags) || this.isPython
    this.hasSetNotation = flags.includes('v') && !this.isPython
    this.groupCount = countGroups(text)
    this.modes = {
      ignoreCase: flags.includes('i'),
      multiline: flags.includes('m'),
      dotAll: flags.includes('s'),
      verbose: flags.includes('x') && this.isPython,
    }
  }

  get isDone(): boolean {
    return this.at >= this.#text.length
  }

  /** The current character. Empty at the end. */
  peek(): string {
    return this.#text[this.at] ?? ''
  }

  next(): string {
    const char = String.fromCodePoint(this.#text.codePointAt(this.at) ?? 0)
    if (this.isDone) throw new PatternError('the pattern ends too early')
    const taken = this.isUnicode ? char : (this.#text[this.at] ?? '')
    this.at += taken.length
    return taken
  }

  /** Consumes the text if it follows. */
  take(text: string): boolean {
    if (!this.#text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** Consumes a match of the sticky regex and returns it, or undefined. */
  match(regex: RegExp): RegExpExecArray | undefined {
    regex.lastIndex = this.at
    const found = regex.exec(this.#text)
    if (found !== null) this.at += found[0].length
    return found ?? undefined
  }
}

/** Parentheses that open a numbered group, those in classes aside. */
function countGroups(text: string): number {
  let groups = 0
  let inClass = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '\\') i++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(' && (text[i + 1] !== '?' || /^\(\?P?<[^=!]/.test(text.slice(i, i + 5)))) groups++
  }
  return groups
}
