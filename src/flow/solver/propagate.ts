import { BOUNDS } from '../../model/bounds.ts'
import { EMPTY_PATH } from './path-table.ts'
import { isMayTaint, toMayTaint, toMustTaint } from './confidence.ts'
import { isEmptyPath } from './access-paths.ts'
import { addLabels, findFact, insertFact } from './fact-table.ts'
import { transferLabels } from './label-sets.ts'
import type { SolverState } from './solver-state.ts'

/** Facts of one entry fact. In real programs they are a few thousand at most. */
const MAX_FACTS_PER_ENTRY_FACT = BOUNDS.factsPerEntryFact.value

/**
 * Propagates data along an edge: adds the fact (entry, to, path), or labels to it, and puts it in the worklist. Does nothing where what is
 * known says as much.
 *
 * @param predecessor the fact that the edge starts from; -1 for seeds
 * @param calleeFact where a call returned the data, the last fact in the callee
 */
export function propagate(s: SolverState, entry: number, to: number, path: number, labels: number, predecessor: number, calleeFact = -1): void {
  const { facts, paths } = s
  s.budget.steps--
  if (!isMayTaint(path)) propagateUncertain(s, entry, to, path, labels, predecessor, calleeFact)
  const fresh = labelsAfter(s, entry, to, path, labels)
  if (fresh === 0) return
  if (!isEmptyPath(path) && isSubsumed(s, entry, to, path, fresh)) return
  const merged = paths.withoutExclusions(path) === path ? path : mergeExclusions(s, entry, to, path, fresh)
  if (merged < 0) return
  const known = findFact(facts, entry, to, merged)
  if (known < 0) {
    if ((entry >= 0 && facts.perEntry[entry] >= MAX_FACTS_PER_ENTRY_FACT) || facts.count >= s.maxFacts) s.cutFiles.add(s.project.fileOf[to])
    else s.worklist.push(insertFact(facts, entry, to, merged, fresh, predecessor, calleeFact))
    return
  }
  if ((facts.labels[known] | fresh) === facts.labels[known]) return
  addLabels(facts, known, fresh, predecessor, calleeFact)
  s.worklist.push(known)
}

/** What a check of a value sanitizes only possibly goes on as data that may be tainted. */
function propagateUncertain(s: SolverState, entry: number, to: number, path: number, labels: number, predecessor: number, calleeFact: number): void {
  const uncertain = s.taint.maySanitized[to] & ~s.taint.sanitized[to] & labels
  if (uncertain !== 0) propagate(s, entry, to, toMayTaint(path), uncertain, predecessor, calleeFact)
}

/** The labels that data has at a value: without those that are sanitized there, or known to be tainted for certain. */
function labelsAfter(s: SolverState, entry: number, to: number, path: number, labels: number): number {
  const { taint } = s
  let left = transferLabels(taint, labels, ~(isMayTaint(path) ? taint.sanitized : taint.maySanitized)[to])
  if ((left & taint.ownFile) !== 0 && entry < 0 && s.project.fileOf[to] !== taint.sourceGroups[-1 - entry].file) left &= ~taint.ownFile
  if (taint.relabels.size > 0) for (const relabel of taint.relabels.get(to) ?? []) left |= relabel(left)
  return isMayTaint(path) ? left & ~labelsAt(s, entry, to, toMustTaint(path)) : left
}

/**
 * Whether a fact with a shorter path taints this path with the same labels, as surely. Data that counts as a whole only does not taint
 * properties.
 */
function isSubsumed(s: SolverState, entry: number, to: number, path: number, labels: number): boolean {
  if ((labels & s.taint.exact) !== 0) return false
  for (let at = toMustTaint(path); at !== EMPTY_PATH; ) {
    at = s.paths.parent(at)
    const known = labelsAt(s, entry, to, at) | (isMayTaint(path) ? labelsAt(s, entry, to, toMayTaint(at)) : 0)
    if ((known & labels) === labels) return true
  }
  return false
}

function labelsAt({ facts }: SolverState, entry: number, to: number, path: number): number {
  const fact = findFact(facts, entry, to, path)
  return fact < 0 ? 0 : facts.labels[fact]
}

/**
 * The join of paths that differ in exclusions: what one branch overwrites and another does not is tainted. One fact has the join, where
 * there would be one for each set of exclusions. -1 where a known fact says as much. Data with other labels keeps a path of its own.
 */
function mergeExclusions({ facts, paths, mergedPaths }: SolverState, entry: number, to: number, path: number, labels: number): number {
  const ofEntry = mergedPaths.get(entry) ?? new Map<number, number>()
  if (ofEntry.size === 0) mergedPaths.set(entry, ofEntry)
  const id = to * 2 ** 16 + paths.withoutExclusions(path)
  const before = ofEntry.get(id)
  if (before === undefined) {
    ofEntry.set(id, path)
    return path
  }
  const fact = findFact(facts, entry, to, before)
  const known = fact < 0 ? 0 : facts.labels[fact]
  const joined = paths.joinExclusions(before, path)
  if (joined === before && (known & labels) === labels) return -1
  if (known !== labels) return path
  ofEntry.set(id, joined)
  return joined
}

/** The labels that properties of data have, and strings that are built of it. */
export function labelsOfProperties({ taint, paths }: SolverState, path: number, labels: number): number {
  return taint.exact !== 0 && paths.isRoot(path) ? labels & ~taint.exact : labels
}
