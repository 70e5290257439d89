/** The position in the source of a regex, and the current flags. */
export interface RegexReader {
  readonly source: string
  at: number
  fold: boolean
  dotAll: boolean
  readonly groupNames: string[]
}

/** Stops parsing. Only `parseRegex` catches it and converts it to a `RegexFault`. */
export class Refusal extends Error {
  readonly offset: number
  readonly hint: string | undefined
  constructor(message: string, offset: number, hint?: string) {
    super(message)
    this.offset = offset
    this.hint = hint
  }
}

/** Steps over the code point at the reader. */
export function popCodePoint(reader: RegexReader): number {
  const code = reader.source.codePointAt(reader.at) ?? 0
  reader.at += code > 0xffff ? 2 : 1
  return code
}
