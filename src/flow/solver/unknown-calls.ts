import { OP, type ProgramArgument } from '../../model/program.ts'
import type { UnknownEffect } from '../../model/call-models.ts'
import { ANY, asSureAs, isAll, isWeak, weaken, WHOLE } from './access-paths.ts'
import { type FlowCall, joinsOf } from '../program/link-program.ts'
import { reachBeyond } from './interprocedural-edges.ts'
import { hasNoOutput } from '../models/call-effects.ts'
import { isNamespaceCall, mapsToSanitized, type Transfer } from '../models/library-calls.ts'
import { applyRows } from './apply-model.ts'
import { passToCallbacks } from './callback-edges.ts'
import { carriedByParts, type Solving } from './solver-state.ts'

/** Data that is passed to a function that is not among the files. */
interface Passed {
  readonly call: FlowCall
  readonly value: number
  readonly part: number
  /** -1 for the receiver. */
  readonly position: number
  readonly argument: ProgramArgument | undefined
  /** Whether it is what the function works on: `xs` of `xs.values()` and of `Object.values(xs)`. */
  readonly isSubject: boolean
  /** The path with the name of the argument before it, where it has one. */
  readonly whole: number
  /** The key of the constant that the call takes first; `ANY` for none. */
  readonly key: number
  /** Tells that the value gets the data in this part. */
  give(to: number, part: number): void
  /** The same for what carries over to parts alone. */
  giveParts(to: number, part: number): void
}

/** Passes data on as far as it is known what the function does; else to the result. */
export function passToUnknown(s: Solving, fact: number, callIndex: number, position: number): void {
  const { project, facts, links, paths } = s
  const call = project.calls[callIndex]
  const known = links.callbacks.get(callIndex)
  if (known !== undefined && passToCallbacks(s, fact, callIndex, position, known)) return
  if (mapsToSanitized(call.written, call.subject)) return
  const python = project.files[call.file].language === 'python'
  // Code takes from the names that it is given what it asks for.
  if (python && position > 0 && EVALUATES.test(call.name)) return
  const effect = s.effectOf(callIndex)
  if (hasNoOutput(effect)) return
  const from = facts.origin[fact]
  const part = facts.path[fact]
  const carried = facts.bits[fact]
  const checked = s.checkedParts.get(callIndex)
  const give = (to: number, given: number, bits: number): void => {
    const left = checked === undefined || to !== call.result || given < 0 ? given : withoutParts(s, given, checked)
    if (left >= 0) reachBeyond(s, from, to, asSureAs(part, left), bits, fact)
  }
  const argument = position < 0 ? undefined : call.arguments[position]
  const passed: Passed = {
    call,
    value: facts.value[fact],
    part,
    position,
    argument,
    isSubject: position < 0 ? !isNamespaceCall(call) : isNamespaceCall(call),
    whole: argument?.kind === 'keyword' ? paths.prefix(project.keyId(argument.name ?? ''), part) : part,
    key: call.subject === undefined ? ANY : project.keyId(call.subject),
    give: (to, given) => give(to, given, carried),
    giveParts: (to, given) => give(to, given, carriedByParts(s, part, carried)),
  }
  if (effect.kind === 'rows') applyRows(s, effect.rows, { ...passed, give: position < 0 ? passed.giveParts : passed.give })
  else if (effect.kind === 'unknown') handOn(s, effect.effect, passed)
  else if (python && INTO_OBJECT.has(effect.transfer) && (s.isModule(call.receiver) || isClass(s, call.receiver))) handOn(s, undefined, passed)
  else if (effect.transfer !== 'element' || position >= 0 || !s.isMemoRead(callIndex)) applyTransfer(s, effect.transfer, passed)
}

/** What puts data into an object: a module or class is none, and what it has under such a name is a function like any other. */
const INTO_OBJECT: ReadonlySet<string> = new Set(['insert', 'merge'])

/**
 * Of a function that nobody knows: one that builds, and a method of the data itself, hand on. What looks something up gives what was kept there, and nothing of what it was looked up by. Of
 * others it is a guess, and guesses on guesses are none. An object is more than one tainted field of it: what is built of it is a guess, too, and what others make of it is none but where it is
 * written for the call.
 */
function handOn(s: Solving, effect: UnknownEffect | undefined, passed: Passed): void {
  const { call, part, position, value } = passed
  if (!isAll(part) && (isReceiver(s, value) || isWiring(s, passed))) return
  // What one function of a module has got is nothing that another gives.
  if (!isAll(part) && position < 0 && s.isModule(call.receiver)) return
  const isItself = s.paths.isWhole(part)
  const isField = !isItself && !s.paths.isElement(part)
  const builds = effect === 'builds' || call.tagged
  const isSure = (builds && !isField) || (position < 0 && isItself && !isWeak(part))
  if (!builds && !isSure && (effect === 'looks-up' || effect === 'demands' || isWeak(part) || (isField && !isWrittenFor(s, passed)))) return
  const given = isSure ? WHOLE : weaken(WHOLE)
  if (position < 0) passed.giveParts(call.result, given)
  else passed.give(call.result, given)
}

/** Whether an object is written in the function that passes it, and for no more than the call: `make({ name: x })`. */
function isWrittenFor({ project }: Solving, { call, value, position }: Passed): boolean {
  const { op, a, owner } = project
  let at = value
  for (let steps = 0; steps < MOST_CHANGES && at >= 0 && CHANGES.has(op[at]); steps++) at = a[at]
  return position >= 0 && at >= 0 && op[at] === OP.unknown && owner[at] === call.owner
}

/** Instructions that give an object with other parts. */
const CHANGES: ReadonlySet<number> = new Set([OP.after, OP.store])

/** What is tainted of a list but for these parts of its elements. */
function withoutParts({ paths }: Solving, list: number, keys: readonly number[]): number {
  let left = paths.element(list)
  for (const key of keys) if (left >= 0) left = paths.without(left, key)
  return left < 0 ? left : paths.prefix(ANY, left)
}

function applyTransfer(s: Solving, transfer: Exclude<Transfer, 'default'>, passed: Passed): void {
  const { paths } = s
  const { call, part, position, isSubject } = passed
  switch (transfer) {
    case 'same':
      if (call.written === 'dict' && isRecord(s, call.receiver)) applyTransfer(s, 'fields', passed)
      else if (isSubject) passed.give(call.result, passed.whole)
      return
    case 'fields':
      if (isSubject) passed.giveParts(call.result, paths.isWhole(part) ? paths.prefix(s.keys.fields, WHOLE) : part)
      return
    case 'joined':
      if (position < 0 || paths.each(part) >= 0) passed.giveParts(call.result, WHOLE)
      return
    case 'element':
      // A constant key takes what was put there, and what was put anywhere.
      if (isSubject) passed.giveParts(call.result, paths.within(part, passed.key))
      else if (position > 0 && hasDefault(s, call)) passed.give(call.result, WHOLE)
      return
    case 'splice':
      if (position < 0) passed.give(call.result, part)
      else if (position > 1) passed.give(call.receiverAfter, paths.prefix(ANY, part))
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
function hasDefault({ project }: Solving, call: FlowCall): boolean {
  return isNamespaceCall(call) || (project.files[call.file].language === 'python' && call.arguments.length === 2)
}

function insert({ paths, keys }: Solving, { call, part, position, key, give }: Passed): void {
  if (isNamespaceCall(call)) {
    // `_.set(object, path, value)`: the namespace itself holds nothing.
    if (position === 0) give(call.result, part)
    else give(call.arguments[0]?.after ?? -1, position === 1 ? paths.prefix(keys.keys, WHOLE) : paths.prefix(ANY, part))
    return
  }
  const isDefault = call.written === 'setdefault'
  if (position < 0) {
    give(call.result, isDefault ? paths.within(part, key) : part)
    return
  }
  // The name under which the last argument is put there.
  const isName = position === 0 && call.arguments.length > 1 && KEYED.has(call.written)
  const stored = isName ? paths.prefix(keys.keys, WHOLE) : paths.prefix(key, part)
  if (isName && call.receiver >= 0) {
    give(call.receiverAfter, stored)
    return
  }
  if (isDefault) give(call.result, part)
  give(call.receiverAfter, stored)
  if (!isDefault && call.receiver >= 0) give(call.result, stored)
}

/** Methods that take a name first, and what they keep under it. */
const KEYED: ReadonlySet<string> = new Set(['set', 'setdefault'])

function merge({ call, part, position, whole, give }: Passed): void {
  if (position < 0 && !isNamespaceCall(call)) {
    give(call.result, part)
    return
  }
  give(call.result, whole)
  if (!isNamespaceCall(call)) give(call.receiverAfter, whole)
  else if (position > 0) give(call.arguments[0]?.after ?? -1, whole)
}

/** Functions whose results are made of elements, names and pairs of what they get. */
function collect(
  s: Solving,
  transfer: Exclude<Transfer, 'default'>,
  { call, part, position, argument, isSubject, whole, give, giveParts }: Passed,
): void {
  const { paths, keys, project } = s
  const listed = (value: number): number => (value < 0 ? value : paths.prefix(ANY, value))
  const element = (): number => (project.files[call.file].language === 'python' ? paths.each(part) : paths.within(part, ANY))
  const numbered = (key: number, value: number): number => listed(value < 0 ? value : paths.prefix(key, value))
  switch (transfer) {
    case 'values':
      if (isSubject) giveParts(call.result, isAll(part) ? WHOLE : listed(paths.within(part, ANY)))
      return
    case 'keys':
      if (isSubject && paths.within(part, keys.keys) >= 0) giveParts(call.result, isAll(part) ? WHOLE : listed(WHOLE))
      return
    case 'numbered':
      if (isSubject) giveParts(call.result, numbered(keys.second, element()))
      return
    case 'zipped':
      giveParts(call.result, numbered(project.keyId(String(position)), element()))
      return
    case 'listed':
      give(call.result, argument?.kind === 'positional' ? paths.prefix(project.keyId(String(position)), part) : part)
      return
    case 'named':
      if (argument?.kind === 'keyword' || paths.isWhole(part)) give(call.result, whole)
      else nameParts(s, call, part, give)
      return
    case 'pairs':
      if (!isSubject) return
      if (isAll(part)) giveParts(call.result, WHOLE)
      else if (paths.headOf(part) === keys.keys) give(call.result, listed(paths.prefix(keys.first, WHOLE)))
      else give(call.result, listed(paths.prefix(keys.second, paths.within(part, ANY))))
      return
    default:
  }
}

/** `Object.fromEntries(pairs)`: the second of a pair becomes a part, the first the name of one. */
function nameParts({ paths, keys }: Solving, { result }: FlowCall, part: number, give: Passed['give']): void {
  const pair = paths.element(part)
  if (pair < 0 || !paths.isElement(part)) {
    give(result, part)
    return
  }
  give(result, paths.prefix(ANY, paths.within(pair, keys.second)))
  if (paths.within(pair, keys.first) >= 0) give(result, paths.prefix(keys.keys, WHOLE))
}

/** Whether a value is a class: `Post.update(title=text)` writes rows of its table, and nothing into it. */
function isClass({ project, links }: Solving, value: number): boolean {
  if (value < 0) return false
  const { op, a, imports, functions } = project
  const found = links.pointsTo.functionsOf(value)
  if (found.length > 0) return found.some((each) => functions[each].isConstructor)
  const held = links.pointsTo.rootOf(value)
  const source = op[held] === OP.cell ? (joinsOf(project, held)[0] ?? held) : held
  return op[source] === OP.imported && CLASS_NAME.test(imports[a[source]].name)
}

const CLASS_NAME = /^[A-Z][A-Z0-9_]*[a-z]\w*$/

/** Whether a value is an instance of a class, as the program or an annotation says. */
function isRecord({ project, links }: Solving, value: number): boolean {
  const { op, a, owner, functions } = project
  const held = value < 0 ? value : links.pointsTo.rootOf(value)
  if (held < 0) return false
  if (op[held] === OP.parameter && a[held] >= 0 && (functions[owner[held]].parameters[a[held]]?.type ?? -1) >= 0) return true
  return links.pointsTo.instancesOf(held).length > 0
}

/** Whether a value is the receiver of the function it lies in, or the request that a handler gets or that frameworks of Python keep, whatever was stored in it. */
function isReceiver({ project, links }: Solving, value: number): boolean {
  const { op, a, key, keys, owner, functions, imports, files, fileOf } = project
  const isRequest = (held: number): boolean => op[held] === OP.imported && imports[a[held]].name === REQUEST
  let at = links.pointsTo.rootOf(value)
  for (let steps = 0; steps < MOST_CHANGES && at >= 0; steps++) {
    const isPython = files[fileOf[at]].language === 'python'
    if (op[at] === OP.parameter) return a[at] < 0 || isRequestName(isPython, functions[owner[at]].parameters[a[at]]?.name)
    // `from flask import request`, `self.request`
    if (op[at] === OP.imported) return isPython && isRequest(at)
    if (op[at] === OP.cell) return isPython && joinsOf(project, at).some(isRequest)
    if (op[at] === OP.load) return isPython && key[at] >= 0 && keys[key[at]] === REQUEST
    if (!SAME_THING.has(op[at])) return false
    // Where branches have met, each holds it.
    at = op[at] === OP.join && a[at] < 0 ? (joinsOf(project, at)[0] ?? -1) : a[at]
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
const SAME_THING: ReadonlySet<number> = new Set([OP.after, OP.store, OP.join, OP.refine])

/** Whether an object that the whole file uses, or the application, is handed to one that is made: `SocketIO(app)` holds more than one field of `app`. */
function isWiring({ project, links }: Solving, { call, value, position }: Passed): boolean {
  if (position < 0 || !MAKERS.test(call.written)) return false
  const { op, a, owner, functions } = project
  const held = links.pointsTo.rootOf(value)
  if (op[held] === OP.parameter && a[held] >= 0) return APPLICATIONS.test(functions[owner[held]].parameters[a[held]]?.name ?? '')
  return op[held] === OP.cell
}

/** What the application is called where a function is handed it. */
const APPLICATIONS = /^_?(?:app|application|flask_app|fastapi_app|fastify)$/

/** Names of classes. */
const MAKERS = /^[A-Z]/

const EVALUATES = /^(?:builtins\.)?(?:eval|exec)$/
