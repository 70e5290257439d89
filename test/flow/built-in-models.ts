import { fileURLToPath } from 'node:url'
import type { PackFile } from '../../src/index.ts'
import { readRuleFolder } from '../../src/node/index.ts'
import { readSpecFile } from '../../src/pack/read-spec-file.ts'

const { models = [], shared, words = [] } = readRuleFolder(fileURLToPath(new URL('../../rules', import.meta.url)), true, 'rules')

/** The models of library functions in this package, parsed once for all scanners of a process. */
export const builtInModels: readonly PackFile[] = models.map(parseFile)

/** The shared matchers of this package, also parsed. */
export const builtInShared: readonly PackFile[] = shared.map(parseFile)

/** The word lists that the shared matchers refer to. */
export const builtInWords: readonly PackFile[] = words

function parseFile(file: PackFile): PackFile {
  const { spec, diagnostics } = readSpecFile(file)
  return spec === undefined || diagnostics.length > 0 ? file : { ...file, parsed: spec.value }
}
