/** Where reading stands in the source of a regex, and what holds there. */
export interface RegexReader {
  readonly source: string
  at: number
  fold: boolean
  dotAll: boolean
  readonly groupNames: string[]
}

/** Ends the reading of a regex. Only `parseRegex` catches it, and makes it a `RegexFault`. */
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
