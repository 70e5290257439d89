import { OP } from '../../model/program.ts'
import { EDGE, type DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import { hasBody } from '../heap/application-calls.ts'
import { findUnresolvedParameters } from '../call-graph/unresolved-parameters.ts'
import { createImportFinder } from '../call-graph/import-finder.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { callbackOf } from '../models/callback-of.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** Imports, by index in `Project.imports`, and other reasons to load files. */
export interface NeededImports {
  readonly needed: ReadonlySet<number>
  /** Imports of objects that other files register callbacks with: event emitters, queues. */
  readonly sharedImports: ReadonlySet<number>
  /** Files that contain tainted values. */
  readonly taintedFiles: ReadonlySet<number>
  /** Constructors of classes with a called method that is missing or has no body. Files that import the class may have an implementation. */
  readonly unimplementedClasses: ReadonlySet<number>
  /** Files that pass data to functions which other files may have stored in a server or a request. */
  readonly heapWriters: ReadonlySet<number>
}

export interface NeededImportsInput {
  readonly project: Project
  readonly edges: DataFlowEdges
  readonly links: CallGraph
  readonly tainted: Int32Array
  /** Imports of files that are not loaded. No others are looked for. */
  readonly missing: ReadonlySet<number>
}

/**
 * Finds imports of files that are not loaded and that may continue a data-flow path: functions that tainted values are passed to, callbacks that are
 * passed along with them, and objects that they are stored in.
 */
export function neededImports(input: NeededImportsInput): NeededImports {
  const search = createSearch(input)
  const seen = new Uint8Array(input.project.count)
  for (const value of input.tainted) {
    if (seen[value] === 1) continue
    seen[value] = 1
    search.taintedFiles.add(input.project.fileOf[value])
    visitValue(search, value)
  }
  addPassedObjects(search)
  const { needed, sharedImports, taintedFiles, unimplementedClasses, heapWriters } = search
  return { needed, sharedImports, taintedFiles, unimplementedClasses, heapWriters }
}

/** The search for imports, as it runs. */
interface Search extends NeededImportsInput {
  readonly needed: Set<number>
  readonly sharedImports: Set<number>
  readonly taintedFiles: Set<number>
  readonly unimplementedClasses: Set<number>
  readonly heapWriters: Set<number>
  /** Calls that tainted values are passed to. */
  readonly seenCalls: Set<number>
  readonly calleesSeen: Set<number>
  /** Calls without a known callee that has a body. */
  readonly unresolvedCalls: Set<number>
  /** Whether some value of a file may be defined by a missing import. */
  isBelowMissing(file: number): boolean
  /** Adds the missing imports that a value may come from. */
  addImports(value: number, to: Set<number>): void
}

function createSearch(input: NeededImportsInput): Search {
  const { project, links, missing } = input
  const { classes, functions } = project
  const files = new Set([...missing].map((index) => project.imports[index].file))
  // The definition of a value is in its own file, unless a class of another file types its fields, or a function of another file its result.
  const describesOthers =
    classes.some(
      ({ isInterface, fields, getters, constructorFunction }) =>
        (isInterface || fields.size > 0 || getters.size > 0) && files.has(functions[constructorFunction].file),
    ) || functions.some(({ returnType, file }) => returnType >= 0 && files.has(file))
  return {
    ...input,
    needed: new Set(),
    sharedImports: new Set(),
    taintedFiles: new Set(),
    unimplementedClasses: new Set(),
    heapWriters: new Set(),
    seenCalls: new Set(),
    calleesSeen: new Set(),
    unresolvedCalls: new Set(),
    isBelowMissing: (file) => describesOthers || files.has(file),
    addImports: createImportFinder(project, links, missing),
  }
}

function visitValue(search: Search, value: number): void {
  const { project, edges, needed } = search
  const { op, a, files, fileOf } = project
  for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++)
    if (edges.kind[edge] === EDGE.argument && edges.extra[edge] >= 0) addSharedCallee(search, edges.target[edge])
  const isBelowMissing = search.isBelowMissing(fileOf[value])
  if (isBelowMissing && (op[value] === OP.store || op[value] === OP.postUpdate)) search.addImports(a[value], needed)
  // The type of a parameter may be a model that constrains its fields.
  if (isBelowMissing && op[value] === OP.parameter && semanticsOf(files[fileOf[value]].language).hasParameterModels) search.addImports(value, needed)
  for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
    if (edges.kind[edge] !== EDGE.argument) continue
    if (search.seenCalls.has(edges.target[edge])) continue
    search.seenCalls.add(edges.target[edge])
    visitCall(search, edges.target[edge], isBelowMissing)
  }
}

/** Adds imports of a callee that programs keep in an object of the framework. */
function addSharedCallee({ project, links, heapWriters, needed, calleesSeen, addImports }: Search, index: number): void {
  if (links.targets[index].length > 0 || calleesSeen.has(index)) return
  calleesSeen.add(index)
  const { callee, file } = project.calls[index]
  if (!links.pointsTo.framework.isProperty(callee)) return
  heapWriters.add(file)
  addImports(callee, needed)
}

function visitCall(search: Search, index: number, isBelowMissing: boolean): void {
  const { project, edges, links, needed, unimplementedClasses, sharedImports, addImports } = search
  const { calls, functions, classes } = project
  const call = calls[index]
  const targets = links.targets[index]
  const isUnresolved = targets.every((each) => functions[each].classIndex >= 0 && !hasBody(project, edges, each))
  if (isUnresolved) search.unresolvedCalls.add(index)
  // The callee may be made by a function of a missing file: `export const load = checked(read)`.
  if (targets.length === 0) addImports(call.callee, needed)
  if (!isBelowMissing) return
  if (targets.length === 0 && callbackOf(project, call) !== undefined)
    for (const { value } of call.arguments) if (mayBeFunction(project, value)) addImports(value, needed)
  if (isUnresolved && call.receiver >= 0)
    for (const each of links.pointsTo.instancesOf(call.receiver)) unimplementedClasses.add(classes[each].constructorFunction)
  if (call.spelledName === 'emit' || call.spelledName === 'add') addImports(call.receiver, sharedImports)
}

function mayBeFunction({ op }: Project, value: number): boolean {
  return op[value] !== OP.unknown && op[value] !== OP.combine
}

/**
 * Adds imports of objects that are passed where data reaches a call on a parameter: in a file that contains tainted values, or to a function that
 * makes what keeps them, an object or functions: `makeRoutes({ store })`.
 */
function addPassedObjects(search: Search): void {
  const { project, links, taintedFiles, needed, addImports } = search
  const { calls, functions } = project
  const unresolved = findUnresolvedParameters(project, links, search.unresolvedCalls)
  if (unresolved.size === 0) return
  const makers = new Set(functions.map(({ parent }) => parent))
  const isMaker = (target: number): boolean => functions[target].isConstructor || makers.has(target)
  for (const [index, call] of calls.entries()) {
    if (!search.isBelowMissing(call.file)) continue
    const isTainted = taintedFiles.has(call.file)
    if (!links.targets[index].some((target) => unresolved.has(target) && (isTainted || isMaker(target)))) continue
    for (const { value } of call.arguments) if (mayBeFunction(project, value)) addImports(value, needed)
  }
}
