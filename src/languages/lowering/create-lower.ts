import type { CodeSyntax } from '../../model/language.ts'
import type { LoweredFile } from '../../model/program.ts'
import type { FileToLower } from './create-lowering.ts'

/** The lowering of a language. `syntaxOf` gives the syntax that the lowering is a part of. */
export function createLowerWith<Kinds>(
  kinds: Kinds,
  lowerFile: (kinds: Kinds, input: FileToLower) => LoweredFile,
  syntaxOf: () => CodeSyntax,
): NonNullable<CodeSyntax['lower']> {
  return (tree, text, symbols, models) => lowerFile(kinds, { tree, text, symbols, syntax: syntaxOf(), models })
}
