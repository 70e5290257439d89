import type { PreparedProgram } from '../solver/prepare-solve.ts'
import { unaffectedExports, type EscapingData } from '../program/unaffected-exports.ts'
import { neededImports } from './needed-imports.ts'
import type { TaintSolution } from '../solver/fact-table.ts'

export interface ImportEdge {
  readonly from: string
  readonly specifier: string
  /** What is taken of the module; empty for all of it. */
  readonly name: string
}

export interface EscapingFile {
  readonly path: string
  /** Names that it exports and that lead to none of the data. */
  readonly unaffectedExports: ReadonlySet<string>
}

/** Where data goes beyond the files that it was followed through. */
export interface Frontier {
  /** Files that data goes to from here: those that these import. */
  readonly neededImports: readonly ImportEdge[]
  /** Imports of objects that other files have too, and get data by. */
  readonly sharedImports: readonly ImportEdge[]
  /** Files that data got into. */
  readonly taintedFiles: readonly string[]
  /** Files that data leaves for those that import them, of those that others import which are not here yet. */
  readonly escapes: readonly EscapingFile[]
  /** Files that leave data in a request, hand it down to components, or to what others leave in a server. */
  readonly heapWriters: readonly string[]
}

export const EMPTY_FRONTIER: Frontier = { neededImports: [], sharedImports: [], taintedFiles: [], escapes: [], heapWriters: [] }

export interface FrontierInput {
  /** Whether the import leads to files that are not here yet: the one that it names, or others that import that. */
  isFrontierImport(place: ImportEdge): boolean
  /** Whether files import the one at this path that are not here yet. */
  hasMissingImporters(path: string): boolean
}

/** Notes of one solution after the other where data goes. */
export interface FrontierCollector {
  note(solution: TaintSolution): void
  frontier(): Frontier
}

export function createFrontierCollector(
  { solver: solving, annotations: facts, sharedValues: shown }: PreparedProgram,
  { isFrontierImport, hasMissingImporters }: FrontierInput,
): FrontierCollector {
  const { project, edges, links } = solving
  const pathOf = (file: number): string => project.files[file].path
  const placeOf = (index: number): ImportEdge => {
    const { file, specifier, name } = project.imports[index]
    return { from: pathOf(file), specifier, name }
  }
  const leads = new Set(project.imports.flatMap((_, index) => (isFrontierImport(placeOf(index)) ? [index] : [])))
  // Functions that a framework gives data to may lie in files that are not here yet.
  const registering = new Set(facts.sources.filter(({ callbacks }) => callbacks.length > 0).map(({ file }) => file))
  const needed = new Set([...leads].filter((index) => registering.has(project.imports[index].file)))
  const shared = new Set<number>()
  const reached = new Set<number>()
  const keeping = new Set<number>()
  const left = new Map<number, EscapingData>()
  const leave = (file: number, { functions, values, escapesUnknown }: EscapingData): void => {
    const known = left.get(file) ?? { functions: new Set(), values: new Set(), escapesUnknown: false }
    for (const each of functions) known.functions.add(each)
    for (const each of values) known.values.add(each)
    known.escapesUnknown ||= escapesUnknown
    left.set(file, known)
  }
  return {
    note: (solution) => {
      const tainted = solution.facts.value.subarray(0, solution.facts.count)
      if (shown.size > 0) for (const value of tainted) if (shown.has(value)) keeping.add(project.fileOf[value])
      const imports = neededImports(project, edges, links, tainted, leads)
      for (const index of imports.needed) needed.add(index)
      for (const index of imports.sharedImports) shared.add(index)
      for (const file of imports.taintedFiles) reached.add(file)
      for (const file of imports.heapWriters) keeping.add(file)
      for (const [file, leaving] of solution.escaping) leave(file, leaving)
      for (const each of imports.unimplementedClasses)
        leave(project.functions[each].file, { functions: new Set([each]), values: new Set(), escapesUnknown: false })
    },
    frontier: () => ({
      neededImports: [...needed].map(placeOf),
      sharedImports: [...shared].map(placeOf),
      taintedFiles: [...reached].map(pathOf),
      escapes: [...left].flatMap(([file, leaving]) =>
        hasMissingImporters(pathOf(file))
          ? [{ path: pathOf(file), unaffectedExports: unaffectedExports(project, file, leaving, links.pointsTo.rootOf) }]
          : [],
      ),
      heapWriters: [...keeping].map(pathOf),
    }),
  }
}
