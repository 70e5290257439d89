import type { CallSite } from '../../../model/language.ts'
import { lowerParsedOptions } from './command-options.ts'
import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { phi, load, storeField, addValue } from '../../lowering/values.ts'
import { readVariable, writeBack } from '../../lowering/variables.ts'
import { declareClass } from '../../lowering/declare-class.ts'
import { lowerCallee } from '../../lowering/lower-callee.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { lowerRegexMethod } from '../../lowering/lower-regex-method.ts'
import { lowerImplicitCall } from '../../lowering/lower-implicit-call.ts'
import { lowerFunction } from '../../lowering/lower-function.ts'
import { refine, refineAccessPath } from '../../lowering/refine.ts'
import { ERROR_CLASS } from './error-class.ts'
import { lowerIterated } from './loop-element.ts'
import { lowerRecord } from './lower-record.ts'
import { lowerCoarsely } from './lower-names.ts'
import { constantKey } from './lower-target.ts'
import { isRegexMatchList } from './regex-match.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { accessPathOf } from './guarded-expressions.ts'
import { MATCH_MODES, regexProof } from './regex-proof.ts'
import { contextsOfReplacement } from './replaced-characters.ts'
import { barrierResult, factsAfterCall } from '../../lowering/barriers.ts'
import { restrictedString } from '../../lowering/restricted-string.ts'
import { NO_CONTEXTS } from '../../../model/string-context.ts'
import { constantArgument, constantProperties } from './read-branch-condition.ts'
import { hostLookupFacts } from './rejection-facts.ts'
import { receiverAt } from './receiver-at.ts'
import { classOfFactory } from './view-classes.ts'

export function lowerCallExpression(low: PythonLowering, node: number): number {
  const { tree, text, syntax, symbols, kinds } = low
  const { id } = kinds
  const site = syntax.callAt(tree, text, node)
  if (site === undefined) return lowerCoarsely(low, node)
  const calleeNode = syntax.unwrap(tree, site.callee)
  const isMethod = kindOf(low, calleeNode) === id.attribute
  const calleeText = isMethod ? '' : nodeText(tree, text, calleeNode)
  if (calleeText === 'super' && low.names.declarationOf[calleeNode] < 0) {
    const self = superReceiver(low, node)
    if (self >= 0) return self
  }
  const { value: callee, receiver, object, name, spelledName } = lowerCallee(low, site)
  if (name === 'collections.namedtuple') return lowerNamedTuple(low, node, site)
  const first = site.arguments[0]?.node ?? -1
  const subject =
    first < 0
      ? undefined
      : isMethod && (SUBJECT_CALLS.has(spelledName) || (spelledName === 'set' && site.arguments.length > 1))
        ? firstKeyOf(low, first)
        : name === 'map'
          ? symbols.nameOf(first)
          : undefined
  // `settings.set(section, name, x)` of a settings file: section and name form one key.
  const isNested = KEYS_OF_TWO.test(name) && site.arguments.length > 1
  const second = isNested ? symbols.constantOf(site.arguments[1].node) : undefined
  const passed = isNested ? site.arguments.toSpliced(1, 1) : site.arguments
  const loops = isMethod ? spelledName === 'join' : ITERATING_CALLS.has(name)
  const made = isMethod ? classOfFactory(low, receiver, spelledName, node) : -1
  const result = lowerCall(low, {
    node,
    callee: made < 0 ? callee : phi(low, node, [callee, made]),
    receiver,
    name,
    spelledName,
    constantKey: typeof subject !== 'string' ? undefined : isNested && typeof second === 'string' ? `${subject}.${second}` : subject,
    arguments: passed.map((argument) => ({
      kind: argument.kind,
      ...(argument.name === undefined ? {} : { name: argument.name }),
      value: loops && argument.node === first ? lowerIterated(low, argument.node) : lowerExpression(low, argument.node),
      constant: constantArgument(low, argument.node),
      constantProperties: constantProperties(low, argument.node),
    })),
    isConstruct: false,
    isTaggedTemplate: false,
  })
  lowerImplicitCall(low, node)
  if (name === 'min' && site.arguments.some((argument) => typeof symbols.constantOf(argument.node) === 'number'))
    return addValue(low, OP.unknown, node)
  if (spelledName === 'findall' && isRegexMatchList(low, node)) return addValue(low, OP.unknown, node)
  refine(low, factsAfterCall(low, name, node, site))
  refine(low, hostLookupFacts(low, node, spelledName, first))
  if (isMethod && spelledName === '__init__' && first >= 0) storeErrorMessage(low, node, receiver, low.valueAt[first])
  if (isMethod && spelledName === 'setdefault' && site.arguments.length > 1) return lowerSetDefault(low, node, site, calleeNode)
  if (name === 're.compile' && low.frame.index === 0 && first >= 0) return lowerCompiled(low, node, site, result)
  const replaced = isMethod ? contextsOfReplacement(low, site, { name, spelledName, object }) : NO_CONTEXTS
  if (replaced !== NO_CONTEXTS) return restrictedString(low, node, result, replaced)
  const restricted = barrierResult(low, name, node, result)
  if (restricted !== result) return restricted
  if (isMethod) return lowerParsedOptions(low, node, spelledName, refinedResult(low, node, spelledName, result))
  return (calleeText === 'getattr' || calleeText === 'setattr') && name === calleeText ? lowerFieldCall(low, node, site, result) : result
}

/** A compiled regex in a module constant gets its methods as guards for files that import it. */
function lowerCompiled(low: PythonLowering, node: number, site: CallSite, made: number): number {
  let regex = made
  for (const [name, mode] of MATCH_MODES) {
    const proof = regexProof(low, site, mode)
    if (proof.whenTrue !== NO_CONTEXTS || proof.whenFalse !== NO_CONTEXTS)
      regex = storeField(low, regex, name, lowerRegexMethod(low, node, proof), node)
  }
  return regex
}

/** Stores the argument of `super().__init__(message)` of an error. */
function storeErrorMessage(low: PythonLowering, node: number, receiver: number, message: number): void {
  const { tree, text, kinds, store } = low
  if (message < 0 || store.op(receiver) !== OP.load || store.key(receiver) !== low.stringId(SYNTHETIC_KEY.super)) return
  let home = low.names.functionOf[node]
  while (home > 0 && kindOf(low, home) !== kinds.id.class_definition) home = tree.parent[home]
  const supers = home <= 0 ? -1 : childByField(tree, home, kinds.field.superclasses)
  if (supers < 0 || !ERROR_CLASS.test(nodeText(tree, text, supers))) return
  const self = receiverAt(low, node)
  if (self < 0) return
  const held = readVariable(low, self, node)
  const listed = storeField(low, addValue(low, OP.unknown, node), '0', message, node)
  writeBack(low, held, storeField(low, held, 'args', listed, node), node)
}

/** Lowers `d.setdefault('a', [])`: the result is a property of `d`, and updates of it update `d`. */
function lowerSetDefault(low: PythonLowering, node: number, site: CallSite, callee: number): number {
  const { tree, kinds } = low
  const object = childByField(tree, callee, kinds.field.object)
  const [key, other] = site.arguments.map((argument) => argument.node)
  const kind = kindOf(low, object)
  const result = low.calls[low.callAt.get(node) ?? -1]?.result ?? -1
  if (key === undefined || other === undefined || (kind !== kinds.id.identifier && kind !== kinds.id.attribute && kind !== kinds.id.subscript))
    return result
  const before = lowerExpression(low, object)
  const name = constantKey(low, key)
  const part = phi(low, node, [load(low, before, name, node), low.valueAt[other]])
  writeBack(low, before, storeField(low, before, name, part, node), node)
  return load(low, lowerExpression(low, object), name, node)
}

/** The result of `data.get("id")`, refined by the guards of the access path. */
function refinedResult(low: PythonLowering, node: number, written: string, result: number): number {
  const path = written === 'get' && low.frame.guardsPaths ? accessPathOf(low, node) : undefined
  return path === undefined ? result : refineAccessPath(low, path, result, node)
}

/** Functions that iterate their argument. */
const ITERATING_CALLS: ReadonlySet<string> = new Set(['list', 'tuple', 'set', 'frozenset', 'sorted', 'enumerate', 'iter'])

/** Methods of settings parsers with a section and a name as arguments. */
const KEYS_OF_TWO = /^configparser\.\w*Parser\(\)\.(?:get|set)$/

/** Methods whose first argument is a key. */
const SUBJECT_CALLS: ReadonlySet<string> = new Set(['get', 'pop', 'setdefault'])

/** The key of a call, or the first element of a key path: `settings.get(['server', 'host'])`. */
function firstKeyOf(low: PythonLowering, node: number): unknown {
  const { id } = low.kinds
  const kind = kindOf(low, node)
  const key = kind === id.list || kind === id.tuple ? firstNamedChild(low.tree, node) : node
  return key < 0 ? undefined : low.symbols.constantOf(key)
}

/** Lowers `getattr(o, 'x', other)` and `setattr(o, 'x', v)`. */
function lowerFieldCall(low: PythonLowering, node: number, site: CallSite, result: number): number {
  const [object, name, other] = site.arguments.map((argument) => argument.node)
  if (object === undefined || name === undefined) return result
  const key = constantKey(low, name)
  const base = low.valueAt[object]
  if (nodeText(low.tree, low.text, site.callee) === 'getattr') {
    const part = load(low, base, key, node)
    return other === undefined ? part : phi(low, node, [part, low.valueAt[other]])
  }
  // The call has created a new version of the object.
  if (other !== undefined) {
    const now = lowerExpression(low, object)
    writeBack(low, now, storeField(low, now, key ?? SYNTHETIC_KEY.fields, low.valueAt[other], node), node)
  }
  return result
}

/** Lowers `namedtuple('Job', ['name', 'cmd'])` to a class with these fields. */
function lowerNamedTuple(low: PythonLowering, node: number, site: CallSite): number {
  const { tree, text, symbols, kinds } = low
  const listed = site.arguments[1]?.node ?? -1
  const held = listed < 0 ? -1 : symbols.valueOf(listed)
  const constant = listed < 0 ? undefined : symbols.constantOf(listed)
  const items = held < 0 || kindOf(low, held) === kinds.id.string ? [] : namedChildren(tree, held)
  const names =
    typeof constant === 'string'
      ? constant.split(/[\s,]+/).map((name) => ({ name, node: listed }))
      : items.map((item) => ({ name: String(symbols.constantOf(item) ?? ''), node: item }))
  const classIndex = declareClass(low, { name: nodeText(tree, text, node).slice(0, 40), bases: [], constrainedFields: [], isInterface: false })
  const made = lowerFunction(low, {
    node,
    name: '',
    hasReceiver: true,
    classIndex,
    isConstructor: true,
    body: (parameters) =>
      lowerRecord(
        low,
        node,
        names.filter((each) => each.name !== ''),
        parameters,
        { isTuple: true, limited: [] },
      ),
  }).value
  low.classes[classIndex].constructorFunction = low.store.a(made)
  return made
}

/** `super()` is the receiver with the methods of the superclass. */
function superReceiver(low: PythonLowering, node: number): number {
  const self = receiverAt(low, node)
  return self < 0 ? -1 : load(low, readVariable(low, self, node), SYNTHETIC_KEY.super, node)
}
