import type { PreparedProgram } from '../solver/prepare-solve.ts'
import { hiddenNames, type Leaving } from '../program/private-names.ts'
import { neededImports } from './needed-imports.ts'
import type { TaintSolution } from '../solver/fact-table.ts'

export interface ImportPlace {
  readonly from: string
  readonly specifier: string
  /** What is taken of the module; empty for all of it. */
  readonly name: string
}

export interface LeftFile {
  readonly path: string
  /** Names that it exports and that lead to none of the data. */
  readonly hidden: ReadonlySet<string>
}

/** Where data goes beyond the files that it was followed through. */
export interface Spread {
  /** Files that data goes to from here: those that these import. */
  readonly needed: readonly ImportPlace[]
  /** Imports of objects that other files have too, and get data by. */
  readonly shared: readonly ImportPlace[]
  /** Files that data got into. */
  readonly reached: readonly string[]
  /** Files that data leaves for those that import them, of those that others import which are not here yet. */
  readonly left: readonly LeftFile[]
  /** Files that leave data in a request, hand it down to components, or to what others leave in a server. */
  readonly keeping: readonly string[]
}

export const NO_SPREAD: Spread = { needed: [], shared: [], reached: [], left: [], keeping: [] }

export interface SpreadInput {
  /** Whether the import leads to files that are not here yet: the one that it names, or others that import that. */
  leadsOn(place: ImportPlace): boolean
  /** Whether files import the one at this path that are not here yet. */
  isImported(path: string): boolean
}

/** Notes of one solution after the other where data goes. */
export interface SpreadNotes {
  note(solution: TaintSolution): void
  told(): Spread
}

export function createSpreadNotes(
  { solver: solving, annotations: facts, sharedValues: shown }: PreparedProgram,
  { leadsOn, isImported }: SpreadInput,
): SpreadNotes {
  const { project, edges, links } = solving
  const pathOf = (file: number): string => project.files[file].path
  const placeOf = (index: number): ImportPlace => {
    const { file, specifier, name } = project.imports[index]
    return { from: pathOf(file), specifier, name }
  }
  const leads = new Set(project.imports.flatMap((_, index) => (leadsOn(placeOf(index)) ? [index] : [])))
  // Functions that a framework gives data to may lie in files that are not here yet.
  const registering = new Set(facts.sources.filter(({ callbacks }) => callbacks.length > 0).map(({ file }) => file))
  const needed = new Set([...leads].filter((index) => registering.has(project.imports[index].file)))
  const shared = new Set<number>()
  const reached = new Set<number>()
  const keeping = new Set<number>()
  const left = new Map<number, Leaving>()
  const leave = (file: number, { functions, values, anywhere }: Leaving): void => {
    const known = left.get(file) ?? { functions: new Set(), values: new Set(), anywhere: false }
    for (const each of functions) known.functions.add(each)
    for (const each of values) known.values.add(each)
    known.anywhere ||= anywhere
    left.set(file, known)
  }
  return {
    note: (solution) => {
      const tainted = solution.facts.value.subarray(0, solution.facts.count)
      if (shown.size > 0) for (const value of tainted) if (shown.has(value)) keeping.add(project.fileOf[value])
      const imports = neededImports(project, edges, links, tainted, leads)
      for (const index of imports.needed) needed.add(index)
      for (const index of imports.shared) shared.add(index)
      for (const file of imports.reached) reached.add(file)
      for (const file of imports.served) keeping.add(file)
      for (const [file, leaving] of solution.escaping) leave(file, leaving)
      for (const each of imports.implemented) leave(project.functions[each].file, { functions: new Set([each]), values: new Set(), anywhere: false })
    },
    told: () => ({
      needed: [...needed].map(placeOf),
      shared: [...shared].map(placeOf),
      reached: [...reached].map(pathOf),
      left: [...left].flatMap(([file, leaving]) =>
        isImported(pathOf(file)) ? [{ path: pathOf(file), hidden: hiddenNames(project, file, leaving, links.pointsTo.rootOf) }] : [],
      ),
      keeping: [...keeping].map(pathOf),
    }),
  }
}
