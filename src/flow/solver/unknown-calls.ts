import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { UnknownEffect } from '../../model/call-models.ts'
import { hasNoOutput, isNamespaceCall, mapsToClean } from '../models/call-effects.ts'
import { isEmptyPath } from './access-paths.ts'
import { applyFlowRows } from './apply-model.ts'
import { applyOperation } from './container-operations.ts'
import { passToCallbacks } from './callback-edges.ts'
import { isMayTaint, toMayTaint, withConfidenceOf } from './confidence.ts'
import { propagateOrExit } from './interprocedural-edges.ts'
import type { PassedData } from './passed-data.ts'
import { ANY_KEY, EMPTY_PATH } from './path-table.ts'
import { labelsOfProperties } from './propagate.ts'
import type { SolverState } from './solver-state.ts'
import { isClass, isPassedApplication, isReceiverOrRequest } from './value-kinds.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** Propagates a fact through a call of a function that is not in the program: by callbacks, models, known effects, or a guess from its name. */
export function passToUnknown(s: SolverState, fact: number, callIndex: number, position: number): void {
  const { project, facts, links, paths } = s
  const call = project.calls[callIndex]
  const known = links.callbacks.get(callIndex)
  if (known !== undefined && passToCallbacks(s, fact, callIndex, position, known)) return
  if (mapsToClean(call, project)) return
  const { evaluatesWithNames, hasModuleObjects } = semanticsOf(project.files[call.file].language)
  // `eval(code, names)`: the code decides which names it reads.
  if (evaluatesWithNames && position > 0 && EVALUATORS.test(call.name)) return
  const effect = s.effectOf(callIndex)
  if (hasNoOutput(effect)) return
  const entry = facts.entry[fact]
  const path = facts.path[fact]
  const labels = facts.labels[fact]
  const filtered = s.filteredProperties.get(callIndex)
  const propagateTo = (to: number, target: number, carried: number): void => {
    const rest = filtered === undefined || to !== call.result || target < 0 ? target : excludeFromElements(s, target, filtered)
    if (rest >= 0) propagateOrExit(s, entry, to, withConfidenceOf(path, rest), carried, fact)
  }
  const argument = position < 0 ? undefined : call.arguments[position]
  const passed: PassedData = {
    call,
    value: facts.value[fact],
    path,
    position,
    argument,
    isSubject: position < 0 !== isNamespaceCall(project, call),
    keyedPath: argument?.kind === 'keyword' ? paths.prefix(project.keyId(argument.name ?? ''), path) : path,
    key: call.constantKey === undefined ? ANY_KEY : project.keyId(call.constantKey),
    propagateTo: (to, target) => propagateTo(to, target, labels),
    propagatePropertiesTo: (to, target) => propagateTo(to, target, labelsOfProperties(s, path, labels)),
  }
  if (effect.kind === 'rows')
    applyFlowRows(s, effect.rows, { ...passed, propagateTo: position < 0 ? passed.propagatePropertiesTo : passed.propagateTo })
  else if (effect.kind === 'unknown') propagateThroughUnknown(s, effect.effect, passed)
  else if (hasModuleObjects && STORING.has(effect.operation) && (s.isModule(call.receiver) || isClass(s, call.receiver)))
    propagateThroughUnknown(s, undefined, passed)
  else if (effect.operation !== 'element' || position >= 0 || !s.isCacheRead(callIndex)) applyOperation(s, effect.operation, passed)
}

/** Effects that store data in the receiver. A module or class is no receiver: its function of this name is unknown. */
const STORING: ReadonlySet<string> = new Set(['insert', 'merge'])

/**
 * Propagates data to the result of an unknown function. Functions that build something, and methods of the data itself, propagate it for certain.
 * Functions that look something up do not propagate the key. The result of other functions may be tainted, unless their input may be tainted only. If
 * only a field of an object is tainted, what is built from the object may be tainted, and the result of other functions only if the object is a
 * literal argument.
 */
function propagateThroughUnknown(s: SolverState, effect: UnknownEffect | undefined, passed: PassedData): void {
  const { call, path, position, value } = passed
  if (!isEmptyPath(path) && (isReceiverOrRequest(s, value) || isPassedApplication(s, passed))) return
  // Data of one function of a module is not in the result of another.
  if (!isEmptyPath(path) && position < 0 && s.isModule(call.receiver)) return
  const isItself = s.paths.isRoot(path)
  const isField = !isItself && !s.paths.isElement(path)
  const builds = effect === 'builds' || call.isTaggedTemplate
  const isCertain = (builds && !isField) || (position < 0 && isItself && !isMayTaint(path))
  if (!builds && !isCertain && (effect === 'looks-up' || effect === 'demands' || isMayTaint(path) || (isField && !isLiteralArgument(s, passed))))
    return
  const result = isCertain ? EMPTY_PATH : toMayTaint(EMPTY_PATH)
  if (position < 0) passed.propagatePropertiesTo(call.result, result)
  else passed.propagateTo(call.result, result)
}

/** Whether an argument is a literal in the function that passes it: `make({ name: x })`. */
function isLiteralArgument({ project }: SolverState, { call, value, position }: PassedData): boolean {
  const { op, a, owner } = project
  let at = value
  for (let steps = 0; steps < MAX_UPDATES && at >= 0 && UPDATES.has(op[at]); steps++) at = a[at]
  return position >= 0 && at >= 0 && op[at] === OP.unknown && owner[at] === call.owner
}

/** Updates of a literal that are followed. */
const MAX_UPDATES = BOUNDS.unknownCallUpdates.value

/** Operations whose result is their operand with other properties. */
const UPDATES: ReadonlySet<number> = new Set([OP.postUpdate, OP.store])

/** The path of a list without these properties of its elements. */
function excludeFromElements({ paths }: SolverState, list: number, keys: readonly number[]): number {
  let left = paths.elementSuffix(list)
  for (const key of keys) if (left >= 0) left = paths.exclude(left, key)
  return left < 0 ? left : paths.prefix(ANY_KEY, left)
}

const EVALUATORS = /^(?:builtins\.)?(?:eval|exec)$/
