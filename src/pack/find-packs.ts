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

/** The version of a folder's rules that are in no pack. */
const IMPLICIT_VERSION = '0.0.0'

/** In diagnostics the file of what the caller asked for. */
const CALLER = '(packs)'

/** All packs of all folders, and which of them are taken. */
export interface FoundPacks {
  readonly byName: ReadonlyMap<string, LoadedPack>
  /** Folders without pack files, as the selection of all their rules. */
  readonly implicit: ReadonlyMap<string, Selection>
  /** Names of the packs that are taken, in order. */
  readonly taken: readonly string[]
  versionOf(name: string): string
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads every pack file; what the packs list is looked at when they are resolved. */
export function findPacks({ folders, wanted, rules }: { folders: readonly RuleFolder[]; wanted: readonly string[]; rules: RuleIndex }): FoundPacks {
  const byName = new Map<string, LoadedPack>()
  const implicit = new Map<string, Selection>()
  const taken = new Set<string>()
  const diagnostics: Diagnostic[] = []
  let complete = true
  const whole = new Set(folders.filter((folder) => folder.whole).flatMap(({ packs }) => packs))
  for (const file of sortFiles(folders.flatMap(({ packs }) => packs))) {
    const { pack, mistakes } = readPack(file)
    diagnostics.push(...mistakes)
    if (pack === undefined) complete = false
    else if (byName.has(pack.spec.name)) diagnostics.push(reportRepeated(pack, byName))
    else byName.set(pack.spec.name, pack)
    if (pack !== undefined && whole.has(file)) taken.add(pack.spec.name)
  }
  for (const { name, rules: files, whole: taking } of folders.filter(({ packs }) => packs.length === 0)) {
    implicit.set(name, new Map([...(implicit.get(name) ?? []), ...files.map((file) => [rules.idOf(file), undefined] as const)]))
    if (!taking) continue
    taken.add(name)
    if (files.length === 0) diagnostics.push(placeAtCaller('pack/empty', `The folder \`${name}\` has no rules.`, 'put one rule into each YAML file'))
  }
  const names = [...byName.keys(), ...implicit.keys()].sort()
  for (const name of new Set(wanted)) {
    if (names.includes(name)) taken.add(name)
    else if (complete) diagnostics.push(placeAtCaller('pack/unknown-pack', `No pack is named \`${name}\`.`, suggestWord(name, names)))
  }
  for (const name of implicit.keys()) {
    const pack = byName.get(name)
    if (pack !== undefined)
      diagnostics.push(
        placeAtCaller('pack/duplicate-name', `The folder \`${name}\` has the name of a pack, in ${pack.positions.file}.`, 'rename one of them'),
      )
  }
  const versionOf = (name: string): string => byName.get(name)?.spec.version ?? IMPLICIT_VERSION
  return { byName, implicit, taken: [...taken].sort(), versionOf, diagnostics }
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

function placeAtCaller(code: string, message: string, hint: string | undefined): Diagnostic {
  return { code, message, ...(hint !== undefined && { hint }), file: CALLER, line: 1, column: 1 }
}
