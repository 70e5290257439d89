/** A piece of code in a file of another format, at the place where it stands. */
export interface CodePiece {
  readonly start: number
  /** As long as what it stands for. */
  readonly code: string
}

/** The pieces where they stand, and white space for all between them. Undefined without any. Pieces that begin within another are left out. */
export function maskText(text: string, pieces: readonly CodePiece[]): string | undefined {
  let masked = ''
  for (const { start, code } of pieces.toSorted((left, right) => left.start - right.start)) {
    if (start < masked.length) continue
    masked += blank(text.slice(masked.length, start)) + code
  }
  return /\S/.test(masked) ? masked + blank(text.slice(masked.length)) : undefined
}

/** White space of the same length, on the same lines. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
