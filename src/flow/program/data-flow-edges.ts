import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { addToGroup } from '../../model/group-by.ts'
import type { Project } from './link-program.ts'
import type { ModuleLinks } from './link-modules.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** Kinds of data-flow edges: what the target does with the value. */
export const EDGE = { copy: 0, load: 1, base: 2, part: 3, combine: 4, mix: 5, argument: 6, prefix: 7 } as const

/** Outgoing edges in compressed rows: those of value `v` lie from `start[v]` to `start[v + 1]`. */
export interface DataFlowEdges {
  readonly start: Int32Array
  readonly kind: Uint8Array
  /** A value; for `argument` a call. */
  readonly target: Int32Array
  /** For `argument` the position, -1 for the receiver; for `prefix` the key. */
  readonly extra: Int32Array
}

/** An edge from where a value is stored to where it is read, across functions: through a request, a context, a promise. */
export interface JumpStep {
  readonly from: number
  readonly to: number
  /** The property of `to` that it becomes; undefined for `to` itself. */
  readonly key?: number
}

/** The input of the construction of edges. */
export interface EdgeInput {
  readonly jumpSteps: readonly JumpStep[]
  /** Stores that call a setter. */
  readonly setStores: ReadonlySet<number>
  /** Whether a value is a whole module. */
  isModule(value: number): boolean
}

/** Builds the edges of all values, including those of imports between the files. */
export function buildDataFlowEdges(project: Project, links: ModuleLinks, { jumpSteps, setStores, isModule }: EdgeInput): DataFlowEdges {
  const from: number[] = []
  const kinds: number[] = []
  const targets: number[] = []
  const extras: number[] = []
  const add: AddEdge = (source, kind, target, extra = 0) => {
    if (source < 0) return
    from.push(source)
    kinds.push(kind)
    targets.push(target)
    extras.push(extra)
  }
  const { count, op, a, b, operandStart, operandSource } = project
  const kindOf = (target: number): number => (op[target] === OP.combine ? EDGE.combine : op[target] === OP.mix ? EDGE.mix : EDGE.copy)
  for (let value = 0; value < count; value++) {
    switch (op[value]) {
      case OP.phi:
      case OP.refine:
      case OP.postUpdate:
        add(a[value], EDGE.copy, value)
        break
      case OP.load:
        add(a[value], EDGE.load, value)
        break
      case OP.store:
        add(a[value], EDGE.base, value)
        if (!setStores.has(value)) add(b[value], EDGE.part, value)
        break
      default:
    }
  }
  const kept = objectsOfRequest(project)
  const seen = new Uint8Array(count)
  for (const [file, { program }] of project.files.entries()) {
    const { extraOperands } = program.values
    for (let pair = 0; pair < extraOperands.length; pair += 2) {
      const target = project.firstValue[file] + extraOperands[pair]
      if (seen[target] === 1) continue
      seen[target] = 1
      for (let at = operandStart[target]; at < operandStart[target + 1]; at++) {
        add(operandSource[at], kindOf(target), target)
        const others = op[target] === OP.captured ? kept.get(operandSource[at]) : undefined
        for (const other of others ?? []) if (other !== operandSource[at]) add(target, EDGE.copy, other)
      }
    }
  }
  for (const [index, call] of project.calls.entries()) {
    add(call.receiver, EDGE.argument, index, -1)
    for (const [position, argument] of call.arguments.entries()) add(argument.value, EDGE.argument, index, position)
  }
  addImportEdges(project, links, isModule, add)
  for (const { from: left, to, key: part } of jumpSteps) add(left, part === undefined ? EDGE.copy : EDGE.prefix, to, part ?? 0)
  return compress(count, from, kinds, targets, extras)
}

type AddEdge = (source: number, kind: number, target: number, extra?: number) => void

/** Adds the edges from the exports of a file to the imports of others. */
function addImportEdges(project: Project, links: ModuleLinks, isModule: EdgeInput['isModule'], add: AddEdge): void {
  for (const { specifier, name, value, file } of project.imports) {
    const target = links.fileOf(file, specifier)
    const found = target === undefined || name === '' ? [] : links.exported(target, name)
    if (found.length > 0) {
      for (const source of found) add(source, EDGE.copy, value)
      continue
    }
    const moduleFile =
      name === '' || name === 'default' ? target : links.fileOf(file, specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`)
    if (moduleFile === undefined) continue
    const isPackage = PACKAGE.test(project.files[moduleFile].path)
    const exportsImports = isPackage || semanticsOf(project.files[moduleFile].language).statesExports
    for (const each of links.all(moduleFile))
      if (exportsImports || !isModule(each.value))
        add(each.value, each.name === '' ? EDGE.copy : EDGE.prefix, value, each.name === '' ? 0 : project.keyId(each.name))
  }
}

/**
 * A Python module also exports what it imports. Only for a package these exports are edges (`services.users.find`). With edges for all modules, an
 * application of 317 files had 550,000 facts instead of 50,000: every module contained the state of all others.
 */
const PACKAGE = /(?:^|[/\\])__init__\.py$/

/** Bound on files that share an object of a library. */
const MAX_HOLDERS = BOUNDS.requestObjectFiles.value

/** Imports of an object that a library keeps for one request, as its model says. All files share its properties. */
function objectsOfRequest({ imports, models }: Project): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>()
  const byObject = new Map<string, number[]>()
  for (const { specifier, name, value, file } of imports) {
    const object = `${specifier}.${name}`
    if (models[file].kindOfImport(object) === 'request-state') addToGroup(byObject, object, value)
  }
  for (const values of byObject.values()) if (values.length > 1) for (const value of values) found.set(value, values.slice(0, MAX_HOLDERS))
  return found
}

function compress(
  count: number,
  from: readonly number[],
  kinds: readonly number[],
  targets: readonly number[],
  extras: readonly number[],
): DataFlowEdges {
  const start = new Int32Array(count + 1)
  for (const source of from) start[source + 1]++
  for (let value = 0; value < count; value++) start[value + 1] += start[value]
  const next = start.slice()
  const kind = new Uint8Array(from.length)
  const target = new Int32Array(from.length)
  const extra = new Int32Array(from.length)
  for (let edge = 0; edge < from.length; edge++) {
    const at = next[from[edge]]++
    kind[at] = kinds[edge]
    target[at] = targets[edge]
    extra[at] = extras[edge]
  }
  return { start, kind, target, extra }
}
