import type { PreparedProgram } from '../solver/prepare-solve.ts'
import { unaffectedExports, type EscapingData } from '../program/unaffected-exports.ts'
import { neededImports } from './needed-imports.ts'
import type { TaintSolution } from '../solver/solve-taint.ts'

/** An import of a file, as spelled there. */
export interface ImportEdge {
  readonly from: string
  readonly specifier: string
  /** The imported name; empty for the module itself. */
  readonly name: string
}

/** A file whose exports return data, or contain it. */
export interface EscapingFile {
  readonly path: string
  /** Names of exports that no tainted data is reachable from. */
  readonly unaffectedExports: ReadonlySet<string>
}

/** Reasons to load more files after a solve: where data may flow beyond the loaded ones. */
export interface Frontier {
  /** Imports of files that may continue a data-flow path. */
  readonly neededImports: readonly ImportEdge[]
  /** Imports of objects that other files register callbacks with. */
  readonly sharedImports: readonly ImportEdge[]
  /** Files that contain tainted values. */
  readonly taintedFiles: readonly string[]
  /** Files that data escapes from through exports, where some importer is not loaded. */
  readonly escapes: readonly EscapingFile[]
  /** Files that store data in a request, a context or a property of a server. */
  readonly heapWriters: readonly string[]
}

/** The frontier of a solve that reaches nothing. */
export const EMPTY_FRONTIER: Frontier = { neededImports: [], sharedImports: [], taintedFiles: [], escapes: [], heapWriters: [] }

export interface FrontierInput {
  /** Whether the import refers to a file that is not loaded: the imported file, or another importer of it. */
  isFrontierImport(place: ImportEdge): boolean
  /** Whether an importer of the file at this path is not loaded. */
  hasMissingImporters(path: string): boolean
}

/** Collects the frontier over several solves. */
export interface FrontierCollector {
  collect(solution: TaintSolution): void
  frontier(): Frontier
}

/** Creates an empty collector. */
export function createFrontierCollector(prepared: PreparedProgram, { isFrontierImport, hasMissingImporters }: FrontierInput): FrontierCollector {
  const { solver, annotations, sharedValues } = prepared
  const { project, edges, links } = solver
  const pathOf = (file: number): string => project.files[file].path
  const toEdge = (index: number): ImportEdge => {
    const { file, specifier, name } = project.imports[index]
    return { from: pathOf(file), specifier, name }
  }
  const missing = new Set(project.imports.flatMap((_, index) => (isFrontierImport(toEdge(index)) ? [index] : [])))
  // Callbacks that a framework passes data to may be in files that are not loaded.
  const registering = new Set(annotations.sources.filter(({ callbacks }) => callbacks.length > 0).map(({ file }) => file))
  const needed = new Set([...missing].filter((index) => registering.has(project.imports[index].file)))
  const sharedImports = new Set<number>()
  const taintedFiles = new Set<number>()
  const heapWriters = new Set<number>()
  const escapes = createEscapes()
  return {
    collect: (solution) => {
      const tainted = solution.state.facts.value.subarray(0, solution.state.facts.count)
      if (sharedValues.size > 0) for (const value of tainted) if (sharedValues.has(value)) heapWriters.add(project.fileOf[value])
      const found = neededImports({ project, edges, links, tainted, missing })
      for (const index of found.needed) needed.add(index)
      for (const index of found.sharedImports) sharedImports.add(index)
      for (const file of found.taintedFiles) taintedFiles.add(file)
      for (const file of found.heapWriters) heapWriters.add(file)
      for (const [file, escaping] of solution.escaping) escapes.add(file, escaping)
      for (const each of found.unimplementedClasses)
        escapes.add(project.functions[each].file, { functions: new Set([each]), values: new Set(), escapesUnknown: false })
    },
    frontier: () => ({
      neededImports: [...needed].map(toEdge),
      sharedImports: [...sharedImports].map(toEdge),
      taintedFiles: [...taintedFiles].map(pathOf),
      escapes: [...escapes.byFile].flatMap(([file, escaping]) =>
        hasMissingImporters(pathOf(file))
          ? [{ path: pathOf(file), unaffectedExports: unaffectedExports(project, file, escaping, links.pointsTo.rootOf) }]
          : [],
      ),
      heapWriters: [...heapWriters].map(pathOf),
    }),
  }
}

interface Escapes {
  readonly byFile: ReadonlyMap<number, EscapingData>
  add(file: number, escaping: EscapingData): void
}

function createEscapes(): Escapes {
  const byFile = new Map<number, EscapingData>()
  return {
    byFile,
    add: (file, { functions, values, escapesUnknown }) => {
      const known = byFile.get(file) ?? { functions: new Set(), values: new Set(), escapesUnknown: false }
      for (const each of functions) known.functions.add(each)
      for (const each of values) known.values.add(each)
      known.escapesUnknown ||= escapesUnknown
      byFile.set(file, known)
    },
  }
}
