import { OP, type ProgramArgument } from '../../model/program.ts'
import type { UnknownEffect } from '../../model/call-models.ts'
import { ANY_KEY, withConfidenceOf, isEmptyPath, isMayTaint, toMayTaint, EMPTY_PATH } from './access-paths.ts'
import { type FlowCall, extraOperandsOf } from '../program/link-program.ts'
import { propagateOrExit } from './interprocedural-edges.ts'
import { hasNoOutput } from '../models/call-effects.ts'
import { isNamespaceCall, mapsToSanitized, type Transfer } from '../models/library-calls.ts'
import { applyFlowRows } from './apply-model.ts'
import { passToCallbacks } from './callback-edges.ts'
import { labelsOfProperties, type SolverState } from './solver-state.ts'

/** Data that is passed to a function that is not among the files. */
interface PassedData {
  readonly call: FlowCall
  readonly value: number
  readonly path: number
  /** -1 for the receiver. */
  readonly position: number
  readonly argument: ProgramArgument | undefined
  /** Whether it is what the function works on: `xs` of `xs.values()` and of `Object.values(xs)`. */
  readonly isSubject: boolean
  /** The path with the name of the argument before it, where it has one. */
  readonly keyedPath: number
  /** The key of the constant that the call takes first; `ANY` for none. */
  readonly key: number
  /** Tells that the value gets the data in this part. */
  propagateTo(to: number, path: number): void
  /** The same for what carries over to parts alone. */
  propagatePropertiesTo(to: number, path: number): void
}

/** Passes data on as far as it is known what the function does; else to the result. */
export function passToUnknown(s: SolverState, fact: number, callIndex: number, position: number): void {
  const { project, facts, links, paths } = s
  const call = project.calls[callIndex]
  const known = links.callbacks.get(callIndex)
  if (known !== undefined && passToCallbacks(s, fact, callIndex, position, known)) return
  if (mapsToSanitized(call.spelledName, call.constantKey)) return
  const python = project.files[call.file].language === 'python'
  // Code takes from the names that it is given what it asks for.
  if (python && position > 0 && EVALUATORS.test(call.name)) return
  const effect = s.effectOf(callIndex)
  if (hasNoOutput(effect)) return
  const from = facts.entry[fact]
  const path = facts.path[fact]
  const carried = facts.labels[fact]
  const checked = s.filteredProperties.get(callIndex)
  const give = (to: number, given: number, bits: number): void => {
    const left = checked === undefined || to !== call.result || given < 0 ? given : excludeFromElements(s, given, checked)
    if (left >= 0) propagateOrExit(s, from, to, withConfidenceOf(path, left), bits, fact)
  }
  const argument = position < 0 ? undefined : call.arguments[position]
  const passed: PassedData = {
    call,
    value: facts.value[fact],
    path,
    position,
    argument,
    isSubject: position < 0 ? !isNamespaceCall(call) : isNamespaceCall(call),
    keyedPath: argument?.kind === 'keyword' ? paths.prefix(project.keyId(argument.name ?? ''), path) : path,
    key: call.constantKey === undefined ? ANY_KEY : project.keyId(call.constantKey),
    propagateTo: (to, given) => give(to, given, carried),
    propagatePropertiesTo: (to, given) => give(to, given, labelsOfProperties(s, path, carried)),
  }
  if (effect.kind === 'rows')
    applyFlowRows(s, effect.rows, { ...passed, propagateTo: position < 0 ? passed.propagatePropertiesTo : passed.propagateTo })
  else if (effect.kind === 'unknown') propagateThroughUnknown(s, effect.effect, passed)
  else if (python && INTO_OBJECT.has(effect.transfer) && (s.isModule(call.receiver) || isClass(s, call.receiver)))
    propagateThroughUnknown(s, undefined, passed)
  else if (effect.transfer !== 'element' || position >= 0 || !s.isCacheRead(callIndex)) applyTransfer(s, effect.transfer, passed)
}

/** What puts data into an object: a module or class is none, and what it has under such a name is a function like any other. */
const INTO_OBJECT: ReadonlySet<string> = new Set(['insert', 'merge'])

/**
 * Of a function that nobody knows: one that builds, and a method of the data itself, hand on. What looks something up gives what was kept there, and nothing of what it was looked up by. Of
 * others it is a guess, and guesses on guesses are none. An object is more than one tainted field of it: what is built of it is a guess, too, and what others make of it is none but where it is
 * written for the call.
 */
function propagateThroughUnknown(s: SolverState, effect: UnknownEffect | undefined, passed: PassedData): void {
  const { call, path, position, value } = passed
  if (!isEmptyPath(path) && (isReceiver(s, value) || isWiring(s, passed))) return
  // What one function of a module has got is nothing that another gives.
  if (!isEmptyPath(path) && position < 0 && s.isModule(call.receiver)) return
  const isItself = s.paths.isRoot(path)
  const isField = !isItself && !s.paths.isElement(path)
  const builds = effect === 'builds' || call.isTaggedTemplate
  const isSure = (builds && !isField) || (position < 0 && isItself && !isMayTaint(path))
  if (!builds && !isSure && (effect === 'looks-up' || effect === 'demands' || isMayTaint(path) || (isField && !isWrittenFor(s, passed)))) return
  const given = isSure ? EMPTY_PATH : toMayTaint(EMPTY_PATH)
  if (position < 0) passed.propagatePropertiesTo(call.result, given)
  else passed.propagateTo(call.result, given)
}

/** Whether an object is written in the function that passes it, and for no more than the call: `make({ name: x })`. */
function isWrittenFor({ project }: SolverState, { call, value, position }: PassedData): boolean {
  const { op, a, owner } = project
  let at = value
  for (let steps = 0; steps < MOST_CHANGES && at >= 0 && CHANGES.has(op[at]); steps++) at = a[at]
  return position >= 0 && at >= 0 && op[at] === OP.unknown && owner[at] === call.owner
}

/** Instructions that give an object with other parts. */
const CHANGES: ReadonlySet<number> = new Set([OP.postUpdate, OP.store])

/** What is tainted of a list but for these parts of its elements. */
function excludeFromElements({ paths }: SolverState, list: number, keys: readonly number[]): number {
  let left = paths.elementSuffix(list)
  for (const key of keys) if (left >= 0) left = paths.exclude(left, key)
  return left < 0 ? left : paths.prefix(ANY_KEY, left)
}

function applyTransfer(s: SolverState, transfer: Exclude<Transfer, 'default'>, passed: PassedData): void {
  const { paths } = s
  const { call, path, position, isSubject } = passed
  switch (transfer) {
    case 'same':
      if (call.spelledName === 'dict' && isRecord(s, call.receiver)) applyTransfer(s, 'fields', passed)
      else if (isSubject) passed.propagateTo(call.result, passed.keyedPath)
      return
    case 'fields':
      if (isSubject) passed.propagatePropertiesTo(call.result, paths.isRoot(path) ? paths.prefix(s.keys.fields, EMPTY_PATH) : path)
      return
    case 'joined':
      if (position < 0 || paths.iterate(path) >= 0) passed.propagatePropertiesTo(call.result, EMPTY_PATH)
      return
    case 'element':
      // A constant key takes what was put there, and what was put anywhere.
      if (isSubject) passed.propagatePropertiesTo(call.result, paths.suffix(path, passed.key))
      else if (position > 0 && hasDefault(s, call)) passed.propagateTo(call.result, EMPTY_PATH)
      return
    case 'splice':
      if (position < 0) passed.propagateTo(call.result, path)
      else if (position > 1) passed.propagateTo(call.receiverPostUpdate, paths.prefix(ANY_KEY, path))
      return
    case 'insert':
      insert(s, passed)
      return
    case 'merge':
      merge(passed)
      return
    default:
      collect(s, transfer, passed)
  }
}

/** Whether what stands behind the first argument is given where nothing is found: `d.get(key, x)` of Python, `next(each, x)`, `max(least, x)`. */
function hasDefault({ project }: SolverState, call: FlowCall): boolean {
  return isNamespaceCall(call) || (project.files[call.file].language === 'python' && call.arguments.length === 2)
}

function insert({ paths, keys }: SolverState, { call, path, position, key, propagateTo: give }: PassedData): void {
  if (isNamespaceCall(call)) {
    // `_.set(object, path, value)`: the namespace itself holds nothing.
    if (position === 0) give(call.result, path)
    else give(call.arguments[0]?.postUpdate ?? -1, position === 1 ? paths.prefix(keys.keys, EMPTY_PATH) : paths.prefix(ANY_KEY, path))
    return
  }
  const isDefault = call.spelledName === 'setdefault'
  if (position < 0) {
    give(call.result, isDefault ? paths.suffix(path, key) : path)
    return
  }
  // The name under which the last argument is put there.
  const isName = position === 0 && call.arguments.length > 1 && KEYED.has(call.spelledName)
  const stored = isName ? paths.prefix(keys.keys, EMPTY_PATH) : paths.prefix(key, path)
  if (isName && call.receiver >= 0) {
    give(call.receiverPostUpdate, stored)
    return
  }
  if (isDefault) give(call.result, path)
  give(call.receiverPostUpdate, stored)
  if (!isDefault && call.receiver >= 0) give(call.result, stored)
}

/** Methods that take a name first, and what they keep under it. */
const KEYED: ReadonlySet<string> = new Set(['set', 'setdefault'])

function merge({ call, path, position, keyedPath: whole, propagateTo: give }: PassedData): void {
  if (position < 0 && !isNamespaceCall(call)) {
    give(call.result, path)
    return
  }
  give(call.result, whole)
  if (!isNamespaceCall(call)) give(call.receiverPostUpdate, whole)
  else if (position > 0) give(call.arguments[0]?.postUpdate ?? -1, whole)
}

/** Functions whose results are made of elements, names and pairs of what they get. */
function collect(
  s: SolverState,
  transfer: Exclude<Transfer, 'default'>,
  { call, path, position, argument, isSubject, keyedPath: whole, propagateTo: give, propagatePropertiesTo: giveParts }: PassedData,
): void {
  const { paths, keys, project } = s
  const listed = (value: number): number => (value < 0 ? value : paths.prefix(ANY_KEY, value))
  const element = (): number => (project.files[call.file].language === 'python' ? paths.iterate(path) : paths.suffix(path, ANY_KEY))
  const numbered = (key: number, value: number): number => listed(value < 0 ? value : paths.prefix(key, value))
  switch (transfer) {
    case 'values':
      if (isSubject) giveParts(call.result, isEmptyPath(path) ? EMPTY_PATH : listed(paths.suffix(path, ANY_KEY)))
      return
    case 'keys':
      if (isSubject && paths.suffix(path, keys.keys) >= 0) giveParts(call.result, isEmptyPath(path) ? EMPTY_PATH : listed(EMPTY_PATH))
      return
    case 'numbered':
      if (isSubject) giveParts(call.result, numbered(keys.second, element()))
      return
    case 'zipped':
      giveParts(call.result, numbered(project.keyId(String(position)), element()))
      return
    case 'listed':
      give(call.result, argument?.kind === 'positional' ? paths.prefix(project.keyId(String(position)), path) : path)
      return
    case 'named':
      if (argument?.kind === 'keyword' || paths.isRoot(path)) give(call.result, whole)
      else nameParts(s, call, path, give)
      return
    case 'pairs':
      if (!isSubject) return
      if (isEmptyPath(path)) giveParts(call.result, EMPTY_PATH)
      else if (paths.firstKey(path) === keys.keys) give(call.result, listed(paths.prefix(keys.first, EMPTY_PATH)))
      else give(call.result, listed(paths.prefix(keys.second, paths.suffix(path, ANY_KEY))))
      return
    default:
  }
}

/** `Object.fromEntries(pairs)`: the second of a pair becomes a part, the first the name of one. */
function nameParts({ paths, keys }: SolverState, { result }: FlowCall, path: number, give: PassedData['propagateTo']): void {
  const pair = paths.elementSuffix(path)
  if (pair < 0 || !paths.isElement(path)) {
    give(result, path)
    return
  }
  give(result, paths.prefix(ANY_KEY, paths.suffix(pair, keys.second)))
  if (paths.suffix(pair, keys.first) >= 0) give(result, paths.prefix(keys.keys, EMPTY_PATH))
}

/** Whether a value is a class: `Post.update(title=text)` writes rows of its table, and nothing into it. */
function isClass({ project, links }: SolverState, value: number): boolean {
  if (value < 0) return false
  const { op, a, imports, functions } = project
  const found = links.pointsTo.functionsOf(value)
  if (found.length > 0) return found.some((each) => functions[each].isConstructor)
  const held = links.pointsTo.rootOf(value)
  const source = op[held] === OP.captured ? (extraOperandsOf(project, held)[0] ?? held) : held
  return op[source] === OP.imported && CLASS_NAME.test(imports[a[source]].name)
}

const CLASS_NAME = /^[A-Z][A-Z0-9_]*[a-z]\w*$/

/** Whether a value is an instance of a class, as the program or an annotation says. */
function isRecord({ project, links }: SolverState, value: number): boolean {
  const { op, a, owner, functions } = project
  const held = value < 0 ? value : links.pointsTo.rootOf(value)
  if (held < 0) return false
  if (op[held] === OP.parameter && a[held] >= 0 && (functions[owner[held]].parameters[a[held]]?.type ?? -1) >= 0) return true
  return links.pointsTo.instancesOf(held).length > 0
}

/** Whether a value is the receiver of the function it lies in, or the request that a handler gets or that frameworks of Python keep, whatever was stored in it. */
function isReceiver({ project, links }: SolverState, value: number): boolean {
  const { op, a, key, keys, owner, functions, imports, files, fileOf } = project
  const isRequest = (held: number): boolean => op[held] === OP.imported && imports[a[held]].name === REQUEST
  let at = links.pointsTo.rootOf(value)
  for (let steps = 0; steps < MOST_CHANGES && at >= 0; steps++) {
    const isPython = files[fileOf[at]].language === 'python'
    if (op[at] === OP.parameter) return a[at] < 0 || isRequestName(isPython, functions[owner[at]].parameters[a[at]]?.name)
    // `from flask import request`, `self.request`
    if (op[at] === OP.imported) return isPython && isRequest(at)
    if (op[at] === OP.captured) return isPython && extraOperandsOf(project, at).some(isRequest)
    if (op[at] === OP.load) return isPython && key[at] >= 0 && keys[key[at]] === REQUEST
    if (!SAME_THING.has(op[at])) return false
    // Where branches have met, each holds it.
    at = op[at] === OP.phi && a[at] < 0 ? (extraOperandsOf(project, at)[0] ?? -1) : a[at]
  }
  return false
}

function isRequestName(isPython: boolean, name: string | undefined): boolean {
  return name === REQUEST || (!isPython && name === 'req')
}

/** What most frameworks call it. */
const REQUEST = 'request'

/** Changes of a request that are looked behind: each part of it that a call is passed is one. */
const MOST_CHANGES = 40

/** Instructions that give what they are given, with other parts at most. */
const SAME_THING: ReadonlySet<number> = new Set([OP.postUpdate, OP.store, OP.phi, OP.refine])

/** Whether an object that the whole file uses, or the application, is handed to one that is made: `SocketIO(app)` holds more than one field of `app`. */
function isWiring({ project, links }: SolverState, { call, value, position }: PassedData): boolean {
  if (position < 0 || !MAKERS.test(call.spelledName)) return false
  const { op, a, owner, functions } = project
  const held = links.pointsTo.rootOf(value)
  if (op[held] === OP.parameter && a[held] >= 0) return APPLICATIONS.test(functions[owner[held]].parameters[a[held]]?.name ?? '')
  return op[held] === OP.captured
}

/** What the application is called where a function is handed it. */
const APPLICATIONS = /^_?(?:app|application|flask_app|fastapi_app|fastify)$/

/** Names of classes. */
const MAKERS = /^[A-Z]/

const EVALUATORS = /^(?:builtins\.)?(?:eval|exec)$/
