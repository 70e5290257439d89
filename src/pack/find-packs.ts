import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackFile, RuleFolder } from '../model/rule-pack.ts'
import { checkShape } from './check-shape.ts'
import type { RuleIndex } from './index-rules.ts'
import { suggestWord } from '../text/nearest-word.ts'
import { readSpecFile } from './read-spec-file.ts'
import type { LoadedPack, Selection } from './resolve-packs.ts'
import { sortFiles } from './sort-files.ts'
import { reportAt } from './spec-file.ts'
import { isPackSpec } from './validate-spec.generated.ts'

/** The version of the implicit pack of a folder without pack files. */
const IMPLICIT_VERSION = '0.0.0'

/** The file name in diagnostics about the packs that the caller requested. */
const CALLER = '(packs)'

/** All packs of all folders, and the selected ones. */
export interface FoundPacks {
  readonly byName: ReadonlyMap<string, LoadedPack>
  /** Folders without pack files, each with a selection of all its rules. */
  readonly implicit: ReadonlyMap<string, Selection>
  /** Names of the selected packs, in order. */
  readonly taken: readonly string[]
  versionOf(name: string): string
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads every pack file. The entries of packs are checked when they are resolved. */
export function findPacks({ folders, wanted, rules }: { folders: readonly RuleFolder[]; wanted: readonly string[]; rules: RuleIndex }): FoundPacks {
  const written = readPacks(folders)
  const { byName } = written
  // A folder with library models alone extends the packs that are wanted.
  const hasOnlyModels = (folder: RuleFolder): boolean => folder.rules.length === 0 && (folder.models ?? []).length > 0
  const withoutPacks = folders.filter((folder) => folder.packs.length === 0 && !(wanted.length > 0 && hasOnlyModels(folder)))
  const implicit = selectWhole(withoutPacks, rules)
  const names = [...byName.keys(), ...implicit.keys()].sort()
  const whole = withoutPacks.filter((folder) => folder.whole)
  const taken = new Set([...written.ofWholeFolders, ...whole.map(({ name }) => name), ...wanted.filter((name) => names.includes(name))])
  return {
    byName,
    implicit,
    taken: [...taken].sort(),
    versionOf: (name) => byName.get(name)?.spec.version ?? IMPLICIT_VERSION,
    diagnostics: [
      ...written.diagnostics,
      ...whole.filter((folder) => folder.rules.length === 0).map(({ name }) => reportEmpty(name)),
      // A missing pack may be in a file that could not be read.
      ...(written.complete ? [...new Set(wanted)].filter((name) => !names.includes(name)).map((name) => reportUnknown(name, names)) : []),
      ...[...implicit.keys()].flatMap((name) => byName.get(name) ?? []).map(reportNameOfFolder),
    ],
  }
}

interface WrittenPacks {
  readonly byName: ReadonlyMap<string, LoadedPack>
  /** Names of packs in folders that are loaded completely. */
  readonly ofWholeFolders: readonly string[]
  /** False when a file could not be read. */
  readonly complete: boolean
  readonly diagnostics: readonly Diagnostic[]
}

function readPacks(folders: readonly RuleFolder[]): WrittenPacks {
  const byName = new Map<string, LoadedPack>()
  const ofWholeFolders: string[] = []
  const diagnostics: Diagnostic[] = []
  let complete = true
  const whole = new Set(folders.filter((folder) => folder.whole).flatMap(({ packs }) => packs))
  for (const file of sortFiles(folders.flatMap(({ packs }) => packs))) {
    const { pack, mistakes } = readPack(file)
    diagnostics.push(...mistakes)
    if (pack === undefined) {
      complete = false
      continue
    }
    const { name } = pack.spec
    if (byName.has(name)) diagnostics.push(reportRepeated(pack, byName))
    else byName.set(name, pack)
    if (whole.has(file)) ofWholeFolders.push(name)
  }
  return { byName, ofWholeFolders, complete, diagnostics }
}

/** All rules of each folder, by folder name. */
function selectWhole(folders: readonly RuleFolder[], rules: RuleIndex): ReadonlyMap<string, Selection> {
  const selections = new Map<string, Selection>()
  for (const { name, rules: files } of folders)
    selections.set(name, new Map([...(selections.get(name) ?? []), ...files.map((file) => [rules.idOf(file), undefined] as const)]))
  return selections
}

function readPack(file: PackFile): { pack?: LoadedPack; mistakes: readonly Diagnostic[] } {
  const read = readSpecFile(file)
  if (read.spec === undefined) return { mistakes: read.diagnostics }
  const { spec, diagnostics } = checkShape(read.spec, isPackSpec, 'a pack')
  const mistakes = [...read.diagnostics, ...diagnostics]
  return spec === undefined ? { mistakes } : { pack: { spec, positions: read.spec.positions }, mistakes }
}

function reportRepeated({ spec, positions }: LoadedPack, byName: ReadonlyMap<string, LoadedPack>): Diagnostic {
  const first = byName.get(spec.name)?.positions.file
  return reportAt(positions, ['name'], {
    code: 'pack/duplicate-name',
    message: `A pack is named \`${spec.name}\` already, in ${first}.`,
    hint: 'rename one of them',
  })
}

function reportEmpty(folder: string): Diagnostic {
  return placeAtCaller(
    'pack/empty',
    `The folder \`${folder}\` has no rules.`,
    'put one rule into each YAML file. `assay models check` checks a folder of models',
  )
}

function reportUnknown(name: string, names: readonly string[]): Diagnostic {
  return placeAtCaller('pack/unknown-pack', `No pack is named \`${name}\`.`, suggestWord(name, names))
}

function reportNameOfFolder({ spec, positions }: LoadedPack): Diagnostic {
  return placeAtCaller(
    'pack/duplicate-name',
    `The rule folder \`${spec.name}\` has the same name as the pack in ${positions.file}.`,
    'rename the folder or the pack',
  )
}

function placeAtCaller(code: string, message: string, hint: string | undefined): Diagnostic {
  return { code, message, ...(hint !== undefined && { hint }), file: CALLER, line: 1, column: 1 }
}
