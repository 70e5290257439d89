import type { Diagnostic } from '../model/diagnostic.ts'
import type { DocumentNode } from '../model/document.ts'
import type { SpecPath, SpecPositions } from '../model/rule-pack.ts'

/** Positions that also know where keys stand. */
export interface PlacedPositions extends SpecPositions {
  /** The place of the last key of the path, or of the value where it is an index or not there. */
  keyPositionOf(path: SpecPath): { readonly line: number; readonly column: number }
}

/** A rule, shared or pack file that could be parsed. */
export interface SpecFile {
  readonly path: string
  readonly value: unknown
  readonly positions: PlacedPositions
}

/** A mistake in the syntax of a text, before anything has a path. */
export interface SyntaxFault {
  readonly code: string
  readonly message: string
  readonly hint?: string
  /** UTF-16 units into the text. */
  readonly offset: number
}

/** What parsing a text gave. `root` is there when the text could be understood, even if faults were found. */
export interface SpecTree {
  readonly root?: DocumentNode
  readonly faults: readonly SyntaxFault[]
}

/** A mistake without its place. */
export interface Mistake {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** A diagnostic at the value of a path; `offset` as in `SpecPositions`. */
export function reportAt(positions: SpecPositions, path: SpecPath, mistake: Mistake, offset?: number): Diagnostic {
  return placeMistake(positions.file, positions.positionOf(path, offset), mistake)
}

/** A diagnostic at the last key of a path. */
export function reportAtKey(positions: PlacedPositions, path: SpecPath, mistake: Mistake): Diagnostic {
  return placeMistake(positions.file, positions.keyPositionOf(path), mistake)
}

/** A diagnostic at a place that is known already. */
export function placeMistake(file: string, { line, column }: { readonly line: number; readonly column: number }, mistake: Mistake): Diagnostic {
  const { code, message, hint } = mistake
  return { code, message, ...(hint !== undefined && { hint }), file, line, column }
}
