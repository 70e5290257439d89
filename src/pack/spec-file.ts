import type { Diagnostic } from '../model/diagnostic.ts'
import type { DocumentNode } from '../model/document.ts'
import type { SpecPath, SpecPositions } from '../model/rule-pack.ts'

/** Positions of values and keys. */
export interface PlacedPositions extends SpecPositions {
  /** The position of the last key of the path. Falls back to the value if the last segment is an index or the key is missing. */
  keyPositionOf(path: SpecPath): { readonly line: number; readonly column: number }
}

/** A rule, shared or pack file that was parsed. */
export interface SpecFile {
  readonly path: string
  readonly value: unknown
  readonly positions: PlacedPositions
}

/** A syntax error in a text. */
export interface SyntaxFault {
  readonly code: string
  readonly message: string
  readonly hint?: string
  /** In UTF-16 units. */
  readonly offset: number
}

/** The result of parsing a text. `root` can be present even if there are faults. */
export interface SpecTree {
  readonly root?: DocumentNode
  readonly faults: readonly SyntaxFault[]
}

/** A mistake without its position. */
export interface Mistake {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** A diagnostic at the value of a path. See `SpecPositions` for `offset`. */
export function reportAt(positions: SpecPositions, path: SpecPath, mistake: Mistake, offset?: number): Diagnostic {
  return placeMistake(positions.file, positions.positionOf(path, offset), mistake)
}

/** A diagnostic at the last key of a path. */
export function reportAtKey(positions: PlacedPositions, path: SpecPath, mistake: Mistake): Diagnostic {
  return placeMistake(positions.file, positions.keyPositionOf(path), mistake)
}

/** A diagnostic at a known position. */
export function placeMistake(file: string, { line, column }: { readonly line: number; readonly column: number }, mistake: Mistake): Diagnostic {
  const { code, message, hint } = mistake
  return { code, message, ...(hint !== undefined && { hint }), file, line, column }
}
