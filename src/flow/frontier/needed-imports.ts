import { OP } from '../../model/program.ts'
import { EDGE, type DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import { hasBody } from '../heap/application-calls.ts'
import { findUnresolvedParameters } from '../call-graph/unresolved-parameters.ts'
import { createImportFinder } from '../call-graph/import-finder.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'

export interface NeededImports {
  readonly needed: ReadonlySet<number>
  /** Those of them of which other files have the same object, and get what is told to it: emitters of events. */
  readonly sharedImports: ReadonlySet<number>
  /** Files that data got into. */
  readonly taintedFiles: ReadonlySet<number>
  /**
   * Constructors of classes on which methods are called that they have not, or that do nothing there: those that import them may have what extends or
   * implements them.
   */
  readonly unimplementedClasses: ReadonlySet<number>
  /** Files that hand data to what others may have left in a server or a request. */
  readonly heapWriters: ReadonlySet<number>
}

/**
 * Imports (by index in `Project.imports`) of files that may hold what becomes of data: the functions that tainted values are passed to and that are
 * not among the files yet, and the objects that they are put into. Only imports that lead to files that are not there yet are looked for (`leads`, by
 * index).
 */
export function neededImports(
  project: Project,
  edges: DataFlowEdges,
  links: CallGraph,
  tainted: Int32Array,
  leads: ReadonlySet<number>,
): NeededImports {
  const { op, a, calls, files, functions, classes } = project
  const addImports = createImportFinder(project, links, leads)
  // What is behind a value is in the same file, unless a class of another tells what its fields and getters hold, or a function what it gives.
  const leadingFiles = new Set([...leads].map((index) => project.imports[index].file))
  const describes =
    classes.some(
      ({ isInterface, fields, getters, constructorFunction }) =>
        (isInterface || fields.size > 0 || getters.size > 0) && leadingFiles.has(functions[constructorFunction].file),
    ) || functions.some(({ returnType, file }) => returnType >= 0 && leadingFiles.has(file))
  const needed = new Set<number>()
  const sharedImports = new Set<number>()
  const seenValues = new Uint8Array(project.count)
  const seenCalls = new Set<number>()
  const taintedFiles = new Set<number>()
  const unimplementedClasses = new Set<number>()
  const heapWriters = new Set<number>()
  const asked = new Set<number>()
  const unanswered = new Set<number>()
  const noteServed = (value: number, file: number): void => {
    for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
      const index = edges.target[edge]
      if (edges.kind[edge] !== EDGE.argument || edges.extra[edge] < 0 || links.targets[index].length > 0 || asked.has(index)) continue
      asked.add(index)
      const { callee } = calls[index]
      if (!links.pointsTo.framework.isProperty(callee)) continue
      heapWriters.add(file)
      addImports(callee, needed)
    }
  }
  for (const value of tainted) {
    if (seenValues[value] === 1) continue
    seenValues[value] = 1
    const file = project.fileOf[value]
    taintedFiles.add(file)
    noteServed(value, file)
    const leadsOn = describes || leadingFiles.has(file)
    if (leadsOn && (op[value] === OP.store || op[value] === OP.postUpdate)) addImports(a[value], needed)
    // A model that limits what its fields may be.
    if (leadsOn && op[value] === OP.parameter && files[file].language === 'python') addImports(value, needed)
    for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
      const index = edges.target[edge]
      if (edges.kind[edge] !== EDGE.argument || seenCalls.has(index)) continue
      seenCalls.add(index)
      const call = calls[index]
      const known = links.targets[index]
      const isUnanswered = known.every((each) => functions[each].classIndex >= 0 && !hasBody(project, edges, each))
      if (isUnanswered) unanswered.add(index)
      // What is called may be of a file that is there and made by a function of one that is not: `export const load = checked(read)`.
      if (known.length === 0) addImports(call.callee, needed)
      if (!leadsOn) continue
      if (isUnanswered && call.receiver >= 0)
        for (const each of links.pointsTo.instancesOf(call.receiver)) unimplementedClasses.add(classes[each].constructorFunction)
      if (call.spelledName === 'emit' || call.spelledName === 'add') addImports(call.receiver, sharedImports)
    }
  }
  // Objects of other files that are handed to where data is passed to what one was given: in a file that data got into, or to make what holds them,
  // an object or
  // functions: `makeRoutes({ store })`.
  const awaiting = findUnresolvedParameters(project, links, unanswered)
  const makers = awaiting.size === 0 ? NONE : new Set(functions.map(({ parent }) => parent))
  const makes = (target: number): boolean => functions[target].isConstructor || makers.has(target)
  for (const [index, call] of awaiting.size === 0 ? [] : calls.entries()) {
    if (!leadingFiles.has(call.file) && !describes) continue
    const isReached = taintedFiles.has(call.file)
    if (!links.targets[index].some((target) => awaiting.has(target) && (isReached || makes(target)))) continue
    for (const { value } of call.arguments) if (op[value] !== OP.unknown && op[value] !== OP.combine) addImports(value, needed)
  }
  return { needed, sharedImports, taintedFiles, unimplementedClasses, heapWriters }
}

const NONE: ReadonlySet<number> = new Set()
