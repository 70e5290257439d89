import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackFile, SpecPositions } from '../model/rule-pack.ts'
import { addToGroup } from '../model/group-by.ts'
import { type LanguageSemantics, semanticsOf } from '../model/language-semantics.ts'
import type { ModelSpec } from '../model/rule-spec.ts'
import { checkShape } from './check-shape.ts'
import { readSpecFile } from './read-spec-file.ts'
import { type PlacedPositions, reportAt } from './spec-file.ts'
import { isModelSpec } from './validate-spec.generated.ts'

/** A file without mistakes, with what it contains. */
export interface ReadModel {
  readonly file: PackFile
  readonly spec: ModelSpec
  readonly positions: PlacedPositions
}

/** The model once for each group of its languages with the same semantics: JavaScript and TypeScript, Python. */
export function splitBySemantics(model: ReadModel): readonly ReadModel[] {
  const groups = new Map<LanguageSemantics, (typeof model.spec.languages)[number][]>()
  for (const language of model.spec.languages) addToGroup(groups, semanticsOf(language), language)
  return groups.size < 2 ? [model] : [...groups.values()].map((languages) => ({ ...model, spec: { ...model.spec, languages } }))
}

export interface ReadModels {
  readonly files: readonly ReadModel[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads library models and reports every mistake in them. Files with mistakes are omitted. The others keep their order. */
export function readModels(files: readonly PackFile[]): ReadModels {
  const diagnostics: Diagnostic[] = []
  const usable: ReadModel[] = []
  for (const file of files) {
    const read = readSpecFile(file)
    const shape = read.spec && checkShape(read.spec, isModelSpec, 'a model of a library', file.checked)
    const found = [
      ...read.diagnostics,
      ...(shape?.diagnostics ?? []),
      ...(read.spec === undefined || shape?.spec === undefined ? [] : checkKeys(shape.spec, read.spec.positions)),
    ]
    diagnostics.push(...found)
    if (read.spec !== undefined && shape?.spec !== undefined && found.length === 0)
      usable.push({ file, spec: shape.spec, positions: read.spec.positions })
  }
  return { files: usable, diagnostics }
}

/** Both sides of a jump have the same number of keys: otherwise, they are never equal. */
function checkKeys({ jumps = [] }: ModelSpec, positions: SpecPositions): readonly Diagnostic[] {
  return jumps.flatMap(({ write, read }, index) => {
    const [written, sought] = [listOf(write.key).length, listOf(read.key).length]
    if (written === sought) return []
    const message = `The read has ${inWords(sought)}, and the write has ${inWords(written)}. They are never equal.`
    return [reportAt(positions, ['jumps', index, 'read', 'key'], { code: 'model/different-keys', message, hint: 'give both sides the same keys' })]
  })
}

function listOf(written: string | readonly string[]): readonly string[] {
  return typeof written === 'string' ? [written] : written
}

function inWords(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`
}
