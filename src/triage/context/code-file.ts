import type { CodeSyntax } from '../../model/language.ts'
import type { LineIndex } from '../../model/position.ts'
import type { FlatTree } from '../../model/tree.ts'

/** A parsed file. */
export interface CodeFile {
  /** As users write it: `JavaScript`. */
  readonly language: string
  readonly text: string
  readonly lines: LineIndex
  readonly tree: FlatTree
  readonly syntax: CodeSyntax
}
