import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { branch } from '../../lowering/control-flow.ts'
import { deeper, join, load, manyOf, readVariable, storePart, value, writeBack } from '../../lowering/create-lowering.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { refine, refinedPath } from '../../lowering/refine.ts'
import { lowerFunction } from '../../lowering/lower-function.ts'
import type { CallSite } from '../../../model/language.ts'
import { lowerParsedOptions } from './command-options.ts'
import { lowerFunctionValue, lowerRecord, typeOf } from './lower-definition.ts'
import { assignTo, keyOf } from './lower-target.ts'
import { kindOf, lowerExpression, type PythonLowering } from './python-lowering.ts'
import { pathOf, readCondition } from './read-condition.ts'

/** Lowers an expression and notes where its value is. */
export function visitExpression(low: PythonLowering, node: number): number {
  if (node < 0) return value(low, OP.unknown, 0)
  const made = deeper(
    low,
    () => lowerKind(low, node),
    () => lowerCoarsely(low, node),
  )
  low.valueAt[node] = made
  return made
}

/** All names within flow to the result, and nothing else is known. */
export function lowerCoarsely(low: PythonLowering, node: number): number {
  const found = new Set<number>()
  for (let at = node; at < low.tree.next[node]; at++)
    if (kindOf(low, at) === low.kinds.id.identifier && low.names.declarationOf[at] >= 0) found.add(lowerName(low, at))
  return manyOf(low, OP.mix, node, [...found])
}

function lowerKind(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  const child = (name: number): number => childByField(tree, node, name)
  const children = (): number[] => namedChildren(tree, node).filter((part) => !low.syntax.commentTypes.has(tree.type[part]))
  switch (kindOf(low, node)) {
    case id.identifier:
      return lowerName(low, node)
    case id.parenthesized_expression:
    case id.await:
    case id.list_splat:
    case id.dictionary_splat:
      return lowerExpression(low, firstNamedChild(tree, node))
    case id.attribute: {
      const attribute = child(field.attribute)
      // All fields by name.
      if (attribute >= 0 && nodeText(tree, low.text, attribute) === '__dict__') return lowerExpression(low, child(field.object))
      const made = load(low, lowerExpression(low, child(field.object)), attribute < 0 ? undefined : nodeText(tree, low.text, attribute), node)
      const path = low.frame.checksPaths ? pathOf(low, node) : undefined
      return path === undefined ? made : refinedPath(low, path, made, node)
    }
    case id.subscript:
      return lowerSubscript(low, node)
    case id.call:
      return lowerCallExpression(low, node)
    case id.string:
      return manyOf(
        low,
        OP.combine,
        node,
        children()
          .filter((part) => kindOf(low, part) === id.interpolation)
          .map((part) => lowerInterpolation(low, part)),
      )
    case id.concatenated_string:
      return manyOf(
        low,
        OP.combine,
        node,
        children().map((part) => lowerExpression(low, part)),
      )
    case id.binary_operator:
      return lowerBinary(low, node)
    case id.boolean_operator:
      return lowerChoice(low, node)
    case id.conditional_expression:
      return lowerConditional(low, node)
    case id.comparison_operator:
    case id.not_operator:
    case id.unary_operator:
      for (const part of children()) lowerExpression(low, part)
      return value(low, OP.unknown, node)
    case id.named_expression: {
      const made = lowerExpression(low, child(field.value))
      assignTo(low, child(field.name), made)
      return made
    }
    case id.assignment: {
      const right = child(field.right)
      if (right < 0) return value(low, OP.unknown, node)
      const made = lowerExpression(low, right)
      const annotation = child(field.type)
      const type = annotation < 0 ? -1 : typeOf(low, annotation)
      assignTo(low, child(field.left), type < 0 ? made : value(low, OP.join, node, made, type))
      return made
    }
    case id.augmented_assignment: {
      const target = child(field.left)
      const before = lowerExpression(low, target)
      const added = lowerExpression(low, child(field.right))
      const operator = child(field.operator)
      const text = operator < 0 ? '' : nodeText(tree, low.text, operator)
      const made =
        text === '+='
          ? extended(low, node, before, added)
          : text === '|='
            ? join(low, node, [before, added])
            : text === '%=' || text === '*=' || text === '/='
              ? manyOf(low, OP.combine, node, [before, added])
              : value(low, OP.unknown, node)
      assignTo(low, target, made)
      return made
    }
    case id.list:
    case id.tuple:
    case id.set:
    case id.expression_list:
      return lowerList(low, node)
    case id.dictionary:
      return lowerDictionary(low, node)
    case id.list_comprehension:
    case id.set_comprehension:
    case id.generator_expression:
    case id.dictionary_comprehension:
      return lowerComprehension(low, node)
    case id.lambda:
      return lowerFunctionValue(low, node, { classIndex: -1, isConstructor: false }, [])
    case id.yield: {
      const given = firstNamedChild(tree, node)
      if (given >= 0) {
        const held = lowerExpression(low, given)
        const all = low.text.slice(tree.start[node], tree.start[given]).includes('from')
        low.store.join(low.frame.result, all ? held : storePart(low, value(low, OP.unknown, node), undefined, held, node))
      }
      return value(low, OP.unknown, node)
    }
    default: {
      const parts = children()
      return parts.length === 0
        ? value(low, OP.unknown, node)
        : manyOf(
            low,
            OP.mix,
            node,
            parts.map((part) => lowerExpression(low, part)),
          )
    }
  }
}

/** `text += more`, `items += more`: text is combined, parts are kept. */
function extended(low: PythonLowering, node: number, before: number, added: number): number {
  return join(low, node, [manyOf(low, OP.combine, node, [before, added]), before, added])
}

function lowerName(low: PythonLowering, node: number): number {
  const declaration = low.names.declarationOf[node]
  if (declaration >= 0) return readVariable(low, declaration, node)
  const name = nodeText(low.tree, low.text, node)
  const variable = low.globalVariable(name)
  const known = low.frame.table.read(variable)
  if (known !== undefined) return known
  if (low.starred.length === 0) return value(low, OP.unknown, node)
  const found = low.starred.map((specifier) => {
    const made = value(low, OP.imported, node, low.imports.length)
    low.imports.push({ specifier, name, value: made })
    return made
  })
  return join(low, node, found)
}

function lowerInterpolation(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  return lowerExpression(low, childByField(tree, node, kinds.field.expression))
}

function lowerSubscript(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  const base = lowerExpression(low, childByField(tree, node, field.value))
  const key = childByField(tree, node, field.subscript)
  if (kindOf(low, key) === id.slice) {
    for (const part of namedChildren(tree, key)) lowerExpression(low, part)
    return manyOf(low, OP.join, node, [base])
  }
  lowerExpression(low, key)
  const made = load(low, base, keyOf(low, key), node)
  const path = low.frame.checksPaths ? pathOf(low, node) : undefined
  return path === undefined ? made : refinedPath(low, path, made, node)
}

function lowerCallExpression(low: PythonLowering, node: number): number {
  const { tree, text, syntax, symbols, kinds } = low
  const { id, field } = kinds
  const site = syntax.callAt(tree, text, node)
  if (site === undefined) return lowerCoarsely(low, node)
  const calleeNode = syntax.unwrap(tree, site.callee)
  const isMethod = kindOf(low, calleeNode) === id.attribute
  const calleeText = isMethod ? '' : nodeText(tree, text, calleeNode)
  if (calleeText === 'super' && low.names.declarationOf[calleeNode] < 0) {
    const self = superReceiver(low, node)
    if (self >= 0) return self
  }
  const callee = lowerExpression(low, calleeNode)
  if (calleeNode !== site.callee) low.valueAt[site.callee] = callee
  const receiver = isMethod ? low.valueAt[childByField(tree, calleeNode, field.object)] : -1
  const property = isMethod ? childByField(tree, calleeNode, field.attribute) : calleeNode
  const name = symbols.nameOf(site.callee) ?? ''
  const written = property < 0 ? '' : nodeText(tree, text, property).slice(-60)
  if (name === 'collections.namedtuple') return lowerNamedTuple(low, node, site)
  const first = site.arguments[0]?.node ?? -1
  const subject =
    first < 0 ? undefined : isMethod && SUBJECT_CALLS.has(written) ? symbols.constantOf(first) : name === 'map' ? symbols.nameOf(first) : undefined
  const result = lowerCall(low, {
    node,
    callee,
    receiver,
    name,
    written,
    subject: typeof subject === 'string' ? subject : undefined,
    arguments: site.arguments.map((argument) => ({
      kind: argument.kind,
      ...(argument.name === undefined ? {} : { name: argument.name }),
      value: lowerExpression(low, argument.node),
    })),
    construct: false,
    tagged: false,
  })
  if (isMethod) return lowerParsedOptions(low, node, written, result)
  return (calleeText === 'getattr' || calleeText === 'setattr') && name === calleeText ? lowerFieldCall(low, node, site, result) : result
}

/** Methods that take a key first. */
const SUBJECT_CALLS: ReadonlySet<string> = new Set(['get', 'pop', 'setdefault'])

/** `getattr(o, 'x', other)`, `setattr(o, 'x', v)`. */
function lowerFieldCall(low: PythonLowering, node: number, site: CallSite, result: number): number {
  const [object, name, other] = site.arguments.map((argument) => argument.node)
  if (object === undefined || name === undefined) return result
  const key = keyOf(low, name)
  const base = low.valueAt[object]
  if (nodeText(low.tree, low.text, site.callee) === 'getattr') {
    const part = load(low, base, key, node)
    return other === undefined ? part : join(low, node, [part, low.valueAt[other]])
  }
  // What holds it now: the call has made a new value of it.
  if (other !== undefined) {
    const now = lowerExpression(low, object)
    writeBack(low, now, storePart(low, now, key, low.valueAt[other], node), node)
  }
  return result
}

/** `namedtuple('Job', ['name', 'cmd'])` is a class with these fields. */
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
  const classIndex = low.classes.length
  const name = nodeText(tree, text, node).slice(0, 40)
  low.classes.push({ name, construct: -1, methods: new Map(), getters: new Map(), setters: new Map(), bases: [], fields: new Map() })
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
      ),
  }).value
  low.classes[classIndex].construct = low.store.a(made)
  return made
}

/** `super()` is the receiver, with the methods of the classes above. */
function superReceiver(low: PythonLowering, node: number): number {
  const home = low.names.functionOf[node]
  const list = home <= 0 ? -1 : childByField(low.tree, home, low.kinds.field.parameters)
  const self = list < 0 ? -1 : firstNamedChild(low.tree, list)
  const declaration = self < 0 ? -1 : low.names.declarationOf[self]
  return declaration >= 0 && low.selves.has(declaration) ? load(low, readVariable(low, declaration, node), '%super', node) : -1
}

/** `%` formats, `/` joins paths, `|` joins mappings; other arithmetic gives numbers. Long chains lean to the left and are walked. */
function lowerBinary(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { field, id } = kinds
  const operator = operatorOf(low, node)
  const parts: number[] = []
  let at = node
  for (;;) {
    parts.push(childByField(tree, at, field.right))
    const left = childByField(tree, at, field.left)
    if (left < 0 || kindOf(low, left) !== id.binary_operator || operatorOf(low, left) !== operator) {
      parts.push(left)
      break
    }
    at = left
  }
  const values = parts.toReversed().map((part) => (part < 0 ? -1 : lowerExpression(low, part)))
  if (operator === '+') return manyOf(low, OP.combine, node, [...values, manyOf(low, OP.join, node, values)])
  if (operator === '%' || operator === '*' || operator === '/') return manyOf(low, operator === '%' ? OP.mix : OP.combine, node, values)
  return operator === '|' ? manyOf(low, OP.join, node, values) : value(low, OP.unknown, node)
}

function operatorOf(low: PythonLowering, node: number): string {
  const operator = childByField(low.tree, node, low.kinds.field.operator)
  return operator < 0 ? '' : nodeText(low.tree, low.text, operator)
}

function lowerChoice(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const leftNode = childByField(tree, node, kinds.field.left)
  const isAnd = operatorOf(low, node) === 'and'
  const condition = readCondition(low, leftNode)
  const left = leftNode < 0 ? -1 : low.valueAt[leftNode]
  let right = -1
  branch(low, node, [
    () => {
      refine(low, isAnd ? condition.whenTrue : condition.whenFalse)
      right = lowerExpression(low, childByField(tree, node, kinds.field.right))
    },
    () => {},
  ])
  return isAnd ? join(low, node, [right]) : join(low, node, [left, right])
}

function lowerConditional(low: PythonLowering, node: number): number {
  const [whenTrue = -1, conditionNode = -1, whenFalse = -1] = namedChildren(low.tree, node)
  const condition = readCondition(low, conditionNode)
  const held: number[] = []
  branch(low, node, [
    () => {
      refine(low, condition.whenTrue)
      held.push(lowerExpression(low, whenTrue))
    },
    () => {
      refine(low, condition.whenFalse)
      held.push(lowerExpression(low, whenFalse))
    },
  ])
  return join(low, node, held)
}

function lowerList(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  let made = value(low, OP.unknown, node)
  let spread = false
  for (const [index, item] of namedChildren(tree, node).entries()) {
    if (low.syntax.commentTypes.has(tree.type[item])) continue
    if (kindOf(low, item) === kinds.id.list_splat) {
      spread = true
      made = storePart(low, made, undefined, load(low, lowerExpression(low, item), undefined, item), item)
    } else made = storePart(low, made, spread ? undefined : String(index), lowerExpression(low, item), item)
  }
  return made
}

function lowerDictionary(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  let made = value(low, OP.unknown, node)
  for (const entry of namedChildren(tree, node)) {
    if (kindOf(low, entry) === id.pair) {
      const key = childByField(tree, entry, field.key)
      const held = lowerExpression(low, key)
      const name = keyOf(low, key)
      made = storePart(low, made, name, lowerExpression(low, childByField(tree, entry, field.value)), entry)
      if (name === undefined) made = storePart(low, made, '%keys', held, entry)
    } else if (kindOf(low, entry) === id.dictionary_splat) made = manyOf(low, OP.join, entry, [made, lowerExpression(low, entry)])
  }
  return made
}

/** `[f(x) for x in xs if ok(x)]`: like a loop that runs once and puts its value into a list. */
function lowerComprehension(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  low.frame.table.push()
  for (const clause of namedChildren(tree, node)) {
    const kind = kindOf(low, clause)
    if (kind === id.for_in_clause)
      assignTo(
        low,
        childByField(tree, clause, field.left),
        load(low, lowerExpression(low, childByField(tree, clause, field.right)), undefined, clause),
      )
    else if (kind === id.if_clause) refine(low, readCondition(low, firstNamedChild(tree, clause)).whenTrue)
  }
  const body = childByField(tree, node, field.body)
  let made: number
  if (body >= 0 && kindOf(low, body) === id.pair) {
    const key = childByField(tree, body, field.key)
    const keys = lowerExpression(low, key)
    made = storePart(low, value(low, OP.unknown, node), undefined, lowerExpression(low, childByField(tree, body, field.value)), node)
    made = storePart(low, made, '%keys', keys, node)
  } else made = storePart(low, value(low, OP.unknown, node), undefined, lowerExpression(low, body), node)
  low.frame.table.pop()
  return made
}
