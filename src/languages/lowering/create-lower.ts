import type { LanguageModels } from '../../model/call-models.ts'
import type { CodeSyntax } from '../../model/language.ts'
import type { LoweredFile } from '../../model/program.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { FlatTree, GrammarNames } from '../../model/tree.ts'
import type { FileToLower } from './create-lowering.ts'

/** The lowering of a language. The node types are numbered when the first file is lowered. */
export function createLowerWith<Kinds>(
  bindKinds: (names: GrammarNames) => Kinds,
  lowerFile: (kinds: Kinds, input: FileToLower) => LoweredFile,
  syntaxOf: () => CodeSyntax,
): (tree: FlatTree, text: string, symbols: Symbols, models: LanguageModels) => LoweredFile {
  let kinds: Kinds | undefined
  return (tree, text, symbols, models) => {
    const syntax = syntaxOf()
    kinds ??= bindKinds(syntax.names)
    return lowerFile(kinds, { tree, text, symbols, syntax, models })
  }
}
