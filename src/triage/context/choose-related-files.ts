import type { FindingPlace } from '../../model/finding.ts'
import type { ChosenLines } from './choose-lines.ts'
import { chooseCallers, chooseGuards, namesCalledOn } from './choose-related-lines.ts'
import type { ImportIndex } from './import-index.ts'
import type { CodeReader, ReadCode } from './read-code.ts'

/** A file of a context, and its lines. */
export interface ChosenFile {
  readonly path: string
  readonly code: ReadCode
  readonly steps: readonly Pick<FindingPlace, 'line'>[]
  readonly lines: ChosenLines
}

/** Files with callers, and files with guards, of one context. Imports that lead to neither are looked into, up to a number. */
const MAX_CALLER_FILES = 3
const MAX_GUARD_FILES = 3
const MAX_OPENED = 12

/** Callers of the functions on the path in files that import them, and functions that the path or its callers use in files that they import. */
export async function chooseRelatedFiles(
  onPath: readonly ChosenFile[],
  { files, imports }: { readonly files: CodeReader; readonly imports: ImportIndex },
): Promise<readonly ChosenFile[]> {
  const known = new Set(onPath.map(({ path }) => path))
  const open = async (paths: readonly string[], most: number, choose: (code: ReadCode) => ChosenLines): Promise<readonly ChosenFile[]> => {
    const found: ChosenFile[] = []
    for (const path of paths.filter((each) => !known.has(each)).slice(0, MAX_OPENED)) {
      if (found.length >= most) break
      const code = await files(path)
      const lines = code === undefined ? undefined : choose(code)
      if (code === undefined || lines === undefined || lines.size === 0) continue
      known.add(path)
      found.push({ path, code, steps: [], lines })
    }
    return found
  }
  const callers: ChosenFile[] = []
  for (const { path, code, steps } of onPath) {
    const module = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
    const name = module === 'index' || module === '__init__' ? (path.split('/').at(-2) ?? module) : module
    const target = { outline: code.outline, steps, module: name }
    callers.push(...(await open(imports.importersOf(path), MAX_CALLER_FILES - callers.length, (each) => chooseCallers(each, target))))
  }
  const guards: ChosenFile[] = []
  for (const { path, code, lines } of [...onPath, ...callers]) {
    const names = namesCalledOn(code.outline, lines.keys())
    guards.push(...(await open(imports.importedBy(path), MAX_GUARD_FILES - guards.length, (each) => chooseGuards(each.outline, names))))
  }
  return [...callers, ...guards]
}
