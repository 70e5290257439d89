import type { FindingPlace } from '../../model/finding.ts'
import type { TriageRole } from '../../model/triage.ts'
import { type ChosenLines, innermost, isShort, LONGEST_CALLEE, linesAround, MAX_CALLERS } from './choose-lines.ts'
import type { FileOutline } from './outline-file.ts'
import type { ReadCode } from './read-code.ts'

/** A file on the data-flow path that another file imports. */
export interface ImportedFile {
  readonly outline: FileOutline
  readonly steps: readonly Pick<FindingPlace, 'line'>[]
  /** Last part of its name in imports: `users`. */
  readonly module: string
}

/** The lines of a file off the path that call functions on the path or register them as handlers. */
export function chooseCallers({ outline, lines }: ReadCode, target: ImportedFile): ChosenLines {
  const functions = target.steps.flatMap(({ line }) => innermost(target.outline, line)?.name ?? [])
  const imports = new Map(
    [...lines.values()].flatMap(({ line, text }) => (IMPORT.test(text) && text.includes(target.module) ? [[line, text] as const] : [])),
  )
  // Handlers without a name are registered by the name of their module.
  const byModule = [...imports.keys()].flatMap((line) => [...(outline.namesByLine.get(line) ?? [])])
  const wanted = new Set(functions.length > 0 ? functions : byModule.filter((name) => name !== 'require'))
  const calling = [...outline.namesByLine].flatMap(([line, names]) =>
    !imports.has(line) && outline.guardLines.has(line) && [...names].some((name) => wanted.has(name)) ? [line] : [],
  )
  const chosen = new Map<number, TriageRole>()
  for (const line of calling.slice(0, MAX_CALLERS)) {
    const { firstLine, lastLine } = linesAround(outline, line)
    for (const each of range(firstLine, lastLine)) chosen.set(each, 'caller')
  }
  return chosen
}

const IMPORT = /\b(?:import|require|from)\b/

/** The short functions of a file that have one of these names: what code on the path, or its callers, call. */
export function chooseGuards({ functions }: FileOutline, names: ReadonlySet<string>): ChosenLines {
  const chosen = new Map<number, TriageRole>()
  for (const { name, headLine, firstLine, lastLine } of functions) {
    if (name === undefined || !names.has(name) || !isShort({ firstLine, lastLine }, LONGEST_CALLEE)) continue
    for (const line of range(headLine, lastLine)) chosen.set(line, 'guard')
  }
  return chosen
}

/** Names of functions that are called, or passed to a call, on these lines, and are not functions of the file. */
export function namesCalledOn(outline: FileOutline, lines: Iterable<number>): ReadonlySet<string> {
  const own = new Set(outline.functions.flatMap(({ name }) => name ?? []))
  const names = new Set<string>()
  for (const line of lines) {
    if (!outline.guardLines.has(line)) continue
    for (const name of outline.namesByLine.get(line) ?? []) if (!own.has(name)) names.add(name)
  }
  return names
}

function range(firstLine: number, lastLine: number): readonly number[] {
  return Array.from({ length: Math.max(0, lastLine - firstLine + 1) }, (_, index) => firstLine + index)
}
