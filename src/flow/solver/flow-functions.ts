import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { SIZED_CONSTRUCTORS } from '../models/numeric-properties.ts'
import { EDGE } from '../program/data-flow-edges.ts'
import { passArgument } from './call-edges.ts'
import { toMayTaint, withConfidenceOf } from './confidence.ts'
import { propagateOrExit } from './interprocedural-edges.ts'
import { ANY_KEY, EMPTY_PATH } from './path-table.ts'
import { labelsOfProperties, propagate } from './propagate.ts'
import type { SolverState } from './solver-state.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** The flow functions: the facts that follow from a fact along an edge of the program. */
export function propagateAlongEdge(s: SolverState, fact: number, labels: number, edge: number): void {
  const { facts, edges, paths, taint } = s
  const { key } = s.project
  const target = edges.target[edge]
  const entry = facts.entry[fact]
  const path = facts.path[fact]
  switch (edges.kind[edge]) {
    case EDGE.copy:
      propagateOrExit(s, entry, target, copiedPath(s, facts.value[fact], target, path), labels, fact)
      break
    case EDGE.load: {
      const suffix = loadedPath(s, target, path)
      if (suffix >= 0 && !(s.keys.numbers.has(key[target]) && isElementCount(s, target, path)))
        propagate(s, entry, target, suffix, labelsOfProperties(s, path, labels), fact)
      break
    }
    case EDGE.base: {
      const rest = paths.exclude(path, key[target])
      if (rest >= 0) propagate(s, entry, target, rest, labels, fact)
      break
    }
    case EDGE.part: {
      if (isStoredBack(s, fact, target)) break
      const stored = key[target] < 0 ? storedElementPath(s, target, path) : path
      if (stored >= 0) propagate(s, entry, target, paths.prefix(key[target], stored), labels, fact)
      break
    }
    case EDGE.combine:
    case EDGE.mix:
      propagate(s, entry, target, withConfidenceOf(path, EMPTY_PATH), labels & ~taint.exact, fact)
      break
    case EDGE.argument:
      passArgument(s, fact, target, edges.extra[edge])
      break
    case EDGE.prefix:
      propagateOrExit(s, entry, target, paths.prefix(edges.extra[edge], path), labels, fact)
      break
    default:
  }
}

/** A copy to shared state, and of a key under which a lookup found something, may be tainted only. */
function copiedPath(s: SolverState, value: number, target: number, path: number): number {
  if (s.outlivesCall(value, target)) return s.paths.toSharedState(path)
  return s.lookupResults.has(target) ? toMayTaint(path) : path
}

function loadedPath(s: SolverState, load: number, path: number): number {
  const { key } = s.project
  if (isIterated(s, load)) return s.paths.iterate(path)
  return key[load] < 0 ? elementPath(s, load, path) : s.paths.suffix(path, key[load])
}

/** Whether a value is yielded by a loop. Classes of the program define that themselves. */
function isIterated({ project, links }: SolverState, value: number): boolean {
  return project.b[value] >= 0 && links.pointsTo.instancesOf(project.a[value]).length === 0
}

/** The path of an unknown element. An element of a map is a pair of its name and its value. */
function elementPath({ project, paths, keys, isMap }: SolverState, element: number, path: number): number {
  const suffix = paths.suffix(path, ANY_KEY)
  if (suffix < 0 || paths.isRoot(path) || !isMap(project.a[element])) return suffix
  return paths.firstKey(path) === keys.keys ? paths.prefix(keys.first, withConfidenceOf(path, EMPTY_PATH)) : paths.prefix(keys.second, suffix)
}

/** The path of an element that is stored in a map: of a pair, its value. */
function storedElementPath({ project, paths, keys, isMap }: SolverState, store: number, path: number): number {
  return !paths.isRoot(path) && isMap(project.a[store]) ? paths.suffix(path, keys.second) : path
}

/** Whether a property with the name of an element count is one. `tainted` is the tainted path of the object. */
function isElementCount({ project, links, keys, paths }: SolverState, property: number, tainted: number): boolean {
  const { op, a, key, files, fileOf, calls } = project
  const base = a[property]
  if (!semanticsOf(files[fileOf[property]].language).hasCountProperty || base < 0) return false
  // The client names the properties of `this.params`.
  if (op[base] === OP.load && keys.clients.has(key[base]) && paths.isRoot(tainted)) return false
  if (key[property] !== keys.size) return true
  const root = links.pointsTo.rootOf(base)
  return op[root] === OP.result && SIZED_CONSTRUCTORS.test(calls[a[root]].name)
}

/** Updates of an object between two reads of one property. */
const MAX_UPDATES = BOUNDS.keyUpdates.value

/**
 * Whether a property is stored back where it was read, as after each call that gets it: `check(request.args)`, `self.fields[name].encode()`. A later
 * read of a source is a source again, and the rest of the object has no data from it. If the property is unknown, the property that had the data
 * still has it, and no other one does.
 */
function isStoredBack({ project, facts }: SolverState, fact: number, store: number): boolean {
  const { op, a, key } = project
  const isUnknown = key[store] < 0
  if (!isUnknown && facts.entry[fact] >= 0) return false
  let at = fact
  for (; facts.predecessor[at] >= 0; at = facts.predecessor[at]) {
    const kind = op[facts.value[at]]
    if (kind !== OP.postUpdate && kind !== OP.refine) break
  }
  const read = facts.value[at]
  if (at === fact || op[read] !== OP.load || key[read] !== key[store]) return false
  if (facts.predecessor[at] >= 0 && !(isUnknown && facts.value[facts.predecessor[at]] === a[read])) return false
  let object = a[store]
  for (let steps = 0; steps < MAX_UPDATES && object >= 0 && object !== a[read]; steps++) {
    if (op[object] !== OP.postUpdate && op[object] !== OP.store && op[object] !== OP.refine) return false
    object = a[object]
  }
  return object === a[read]
}
