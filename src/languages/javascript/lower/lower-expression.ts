import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { branch, throwValue } from '../../lowering/control-flow.ts'
import { deeper, join, load, manyOf, readVariable, storePart, value } from '../../lowering/create-lowering.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { negated, refine, refinedPath } from '../../lowering/refine.ts'
import { type JavaScriptLowering, kindOf, lowerExpression } from './javascript-lowering.ts'
import { keyOf, propertyName } from './property-name.ts'
import { lowerClass } from './lower-class.ts'
import { accessorOf, lowerFunctionValue } from './lower-functions.ts'
import { lowerElement } from './lower-jsx.ts'
import { lowerNamespace, moduleValue } from './lower-module.ts'
import { assignTo } from './lower-pattern.ts'
import { lowerDescribed } from './lower-described.ts'
import { lowerParsed } from './lower-schema.ts'
import { typeOf } from './read-type.ts'
import { pathOf, readAssertion, readCondition } from './read-condition.ts'

/** Lowers an expression and notes where its value is. */
export function visitExpression(low: JavaScriptLowering, node: number): number {
  if (node < 0) return value(low, OP.unknown, 0)
  const made = deeper(
    low,
    () => lowerKind(low, node),
    () => lowerCoarsely(low, node),
  )
  low.valueAt[node] = made
  return low.describes ? lowerDescribed(low, node, made) : made
}

/** All names within flow to the result, and nothing else is known. */
export function lowerCoarsely(low: JavaScriptLowering, node: number): number {
  const { tree } = low
  const found = new Set<number>()
  for (let at = node; at < tree.next[node]; at++) {
    if (kindOf(low, at) === low.kinds.id.identifier) found.add(lowerName(low, at))
  }
  return manyOf(low, OP.mix, node, [...found])
}

function lowerKind(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  const child = (name: number): number => childByField(tree, node, name)
  switch (kindOf(low, node)) {
    case id.identifier:
    case id.shorthand_property_identifier:
    case id.type_identifier:
      return lowerName(low, node)
    case id.this:
      return readVariable(low, receiverVariable(low.names.declarationOf[node]), node)
    case id.super:
      // The receiver, with the methods of the classes above.
      return load(low, readVariable(low, receiverVariable(receiverHome(low, node)), node), '%super', node)
    case id.parenthesized_expression:
    case id.await_expression:
    case id.non_null_expression:
    case id.satisfies_expression:
    case id.instantiation_expression:
    case id.computed_property_name:
    case id.jsx_expression:
    case id.spread_element:
      return lowerExpression(low, firstNamedChild(tree, node))
    case id.as_expression: {
      const [held = -1, as = -1] = namedChildren(tree, node)
      const made = lowerExpression(low, held)
      const type = typeOf(low, as)
      return type < 0 ? made : value(low, OP.join, node, made, type)
    }
    case id.type_assertion:
      return lowerExpression(low, namedChildren(tree, node).at(-1) ?? -1)
    case id.sequence_expression:
      return namedChildren(tree, node).reduce((_, part) => lowerExpression(low, part), -1)
    case id.member_expression:
      return lowerMember(low, node)
    case id.subscript_expression:
      return lowerSubscript(low, node)
    case id.call_expression:
    case id.new_expression:
      return lowerCallExpression(low, node)
    case id.template_string:
      return manyOf(
        low,
        OP.combine,
        node,
        namedChildren(tree, node)
          .filter((part) => kindOf(low, part) === id.template_substitution)
          .map((part) => lowerExpression(low, firstNamedChild(tree, part))),
      )
    case id.binary_expression:
      return lowerBinary(low, node)
    case id.ternary_expression:
      return lowerTernary(low, node)
    case id.unary_expression:
    case id.update_expression: {
      const operand = child(field.argument)
      lowerExpression(low, operand)
      if (operand >= 0 && nodeText(tree, low.text, child(field.operator)) === 'delete')
        assignTo(low, low.syntax.unwrap(tree, operand), value(low, OP.unknown, node))
      return value(low, OP.unknown, node)
    }
    case id.assignment_expression:
      return lowerAssignment(low, node)
    case id.augmented_assignment_expression:
      return lowerAugmented(low, node)
    case id.array:
      return lowerArray(low, node)
    case id.object:
      return lowerObject(low, node)
    case id.arrow_function:
    case id.function_expression:
    case id.generator_function:
      return lowerFunctionValue(low, node)
    case id.class:
      return lowerClass(low, node)
    case id.yield_expression: {
      const inner = firstNamedChild(tree, node)
      const delegated = inner > 0 && tree.start[inner] > tree.start[node] && low.text.slice(tree.start[node], tree.start[inner]).includes('*')
      if (inner >= 0) {
        const given = lowerExpression(low, inner)
        low.store.join(low.frame.result, delegated ? given : storePart(low, value(low, OP.unknown, node), undefined, given, node))
      }
      return value(low, OP.unknown, node)
    }
    case id.jsx_element:
    case id.jsx_self_closing_element:
      return lowerElement(low, node)
    case id.string:
    case id.number:
    case id.true:
    case id.false:
    case id.null:
    case id.undefined:
    case id.regex:
      return value(low, OP.unknown, node)
    case id.internal_module:
    case id.module:
      return lowerNamespace(low, node)
    case id.throw_statement:
      throwValue(low, lowerExpression(low, firstNamedChild(tree, node)))
      return value(low, OP.unknown, node)
    default: {
      const parts = namedChildren(tree, node).filter((part) => !low.syntax.commentTypes.has(tree.type[part]))
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

function receiverHome(low: JavaScriptLowering, node: number): number {
  let home = low.names.functionOf[node]
  while (home > 0 && kindOf(low, home) === low.kinds.id.arrow_function) home = low.names.functionOf[home]
  return home
}

/** The value of a name where it stands. */
function lowerName(low: JavaScriptLowering, node: number): number {
  const { names } = low
  const declaration = names.declarationOf[node]
  if (declaration >= 0) return readVariable(low, declaration, node)
  const name = nodeText(low.tree, low.text, node)
  if (name === 'undefined') return value(low, OP.unknown, node)
  if (name === 'arguments') {
    let home = names.functionOf[node]
    while (home > 0 && kindOf(low, home) === low.kinds.id.arrow_function) home = names.functionOf[home]
    const held = low.argumentsOf.get(home)
    if (held !== undefined && low.names.nodes[low.frame.index] === home) return held
  }
  return readVariable(low, low.globalVariable(name), node)
}

function lowerMember(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const property = childByField(tree, node, kinds.field.property)
  const base = lowerExpression(low, childByField(tree, node, kinds.field.object))
  const made = load(low, base, property < 0 ? undefined : nodeText(tree, low.text, property), node)
  const path = low.frame.checksPaths ? pathOf(low, node) : undefined
  return path === undefined ? made : refinedPath(low, path, made, node)
}

function lowerSubscript(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const index = childByField(tree, node, kinds.field.index)
  const base = lowerExpression(low, childByField(tree, node, kinds.field.object))
  lowerExpression(low, index)
  const made = load(low, base, keyOf(low, index), node)
  const path = low.frame.checksPaths ? pathOf(low, node) : undefined
  return path === undefined ? made : refinedPath(low, path, made, node)
}

function lowerCallExpression(low: JavaScriptLowering, node: number): number {
  const { tree, text, syntax, symbols, kinds } = low
  const site = syntax.callAt(tree, text, node)
  if (site === undefined) return lowerCoarsely(low, node)
  const required = moduleValue(low, node, site)
  if (required >= 0) return required
  const { id, field } = kinds
  const calleeNode = syntax.unwrap(tree, site.callee)
  const kind = kindOf(low, calleeNode)
  let callee: number
  let receiver = -1
  if (kind === id.member_expression || kind === id.subscript_expression) {
    callee = lowerExpression(low, calleeNode)
    if (calleeNode !== site.callee) low.valueAt[site.callee] = callee
    receiver = low.valueAt[childByField(tree, calleeNode, field.object)]
  } else {
    callee = lowerExpression(low, site.callee)
    if (kind === id.super) receiver = callee
  }
  const list = childByField(tree, node, field.arguments)
  const tagged = list >= 0 && kindOf(low, list) === id.template_string
  const args = tagged
    ? templateArguments(low, list)
    : site.arguments.map((argument) => ({
        kind: argument.kind,
        name: argument.name,
        value: lowerExpression(low, argument.node),
      }))
  const property = kind === id.member_expression ? childByField(tree, calleeNode, field.property) : calleeNode
  const name = symbols.nameOf(site.callee) ?? ''
  const written = property < 0 ? '' : nodeText(tree, text, property).slice(-60)
  const first = site.arguments[0]?.node ?? -1
  const subject =
    first < 0 ? undefined : SUBJECT_CALLS.has(written) ? symbols.constantOf(first) : MAPS.has(written) ? symbols.nameOf(first) : undefined
  const result = lowerCall(low, {
    node,
    callee,
    receiver,
    name,
    written,
    subject: typeof subject === 'string' ? subject : undefined,
    arguments: args,
    construct: site.construct,
    tagged,
  })
  const known = readAssertion(low, name, first)
  if (known.length > 0) refine(low, known)
  return receiver >= 0 && SCHEMA_LIBRARY.test(name) ? lowerParsed(low, node, calleeNode, written, result) : result
}

/** Names that schemas of zod, Joi and Yup have. */
const SCHEMA_LIBRARY = /^(?:zod|joi|@hapi\/joi|yup)\./

/** Calls that take a key or the name of an event first. */
const SUBJECT_CALLS: ReadonlySet<string> = new Set(['get', 'set', 'on', 'once', 'addListener', 'emit'])

/** Calls that pass elements to a function, which may stand there by its name. */
const MAPS: ReadonlySet<string> = new Set(['map', 'flatMap', 'mapValues'])

/** A tag gets the texts of its template, then each value in it. */
function templateArguments(low: JavaScriptLowering, template: number): { kind: 'positional'; value: number }[] {
  const parts = namedChildren(low.tree, template).filter((part) => kindOf(low, part) === low.kinds.id.template_substitution)
  const values = parts.map((part) => lowerExpression(low, firstNamedChild(low.tree, part)))
  low.valueAt[template] = manyOf(low, OP.combine, template, values)
  return [value(low, OP.unknown, template), ...values].map((each) => ({ kind: 'positional', value: each }))
}

const TEXT_OPERATORS: ReadonlySet<string> = new Set(['+'])

/** Long chains of `+` lean to the left: they are walked, not recursed into. */
function lowerBinary(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const { field, id } = kinds
  const operator = operatorOf(low, node)
  if (operator === '&&' || operator === '||' || operator === '??') return lowerChoice(low, node, operator)
  const parts: number[] = []
  let combines = true
  let at = node
  for (;;) {
    combines &&= TEXT_OPERATORS.has(operatorOf(low, at))
    parts.push(childByField(tree, at, field.right))
    const left = childByField(tree, at, field.left)
    if (
      left < 0 ||
      kindOf(low, left) !== id.binary_expression ||
      !TEXT_OPERATORS.has(operatorOf(low, left)) ||
      !TEXT_OPERATORS.has(operatorOf(low, at))
    ) {
      parts.push(left)
      break
    }
    at = left
  }
  const values = parts.toReversed().map((part) => (part < 0 ? -1 : lowerExpression(low, part)))
  return combines ? manyOf(low, OP.combine, node, values) : value(low, OP.unknown, node)
}

function operatorOf(low: JavaScriptLowering, node: number): string {
  const operator = childByField(low.tree, node, low.kinds.field.operator)
  return operator < 0 ? '' : nodeText(low.tree, low.text, operator)
}

/** The right side runs only where the left side allows it. */
function lowerChoice(low: JavaScriptLowering, node: number, operator: string): number {
  const { tree, kinds } = low
  const leftNode = childByField(tree, node, kinds.field.left)
  const condition = readCondition(low, leftNode)
  const left = low.valueAt[leftNode]
  let right = -1
  branch(low, node, [
    () => {
      refine(low, operator === '&&' ? condition.whenTrue : operator === '||' ? condition.whenFalse : [])
      right = lowerExpression(low, childByField(tree, node, kinds.field.right))
    },
    () => {},
  ])
  // What is falsy harms nobody, so `a && b` is `b`.
  return operator === '&&' ? join(low, node, [right]) : join(low, node, [left, right])
}

function lowerTernary(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const { field } = kinds
  const conditionNode = childByField(tree, node, field.condition)
  const condition = readCondition(low, conditionNode)
  const constant = conditionNode < 0 ? undefined : low.symbols.constantOf(conditionNode)
  const held: number[] = []
  const branches: (() => void)[] = []
  if (constant === undefined || constant) {
    branches.push(() => {
      refine(low, condition.whenTrue)
      held.push(lowerExpression(low, childByField(tree, node, field.consequence)))
    })
  }
  if (constant === undefined || !constant) {
    branches.push(() => {
      refine(low, negated(condition).whenTrue)
      held.push(lowerExpression(low, childByField(tree, node, field.alternative)))
    })
  }
  branch(low, node, branches)
  return join(low, node, held)
}

function callAccessor(low: JavaScriptLowering, node: number, callee: number, receiver: number): number {
  return lowerCall(low, { node, callee, receiver, name: '', written: '', arguments: [], construct: false, tagged: false })
}

function lowerAssignment(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const made = lowerExpression(low, childByField(tree, node, kinds.field.right))
  assignTo(low, childByField(tree, node, kinds.field.left), made)
  return made
}

function lowerAugmented(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const target = childByField(tree, node, kinds.field.left)
  const operator = operatorOf(low, node)
  const before = lowerExpression(low, target)
  const added = lowerExpression(low, childByField(tree, node, kinds.field.right))
  const made =
    operator === '+='
      ? manyOf(low, OP.combine, node, [before, added])
      : operator === '||=' || operator === '??=' || operator === '&&='
        ? join(low, node, [before, added])
        : value(low, OP.unknown, node)
  assignTo(low, target, made)
  return made
}

function lowerArray(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  let made = value(low, OP.unknown, node)
  let spread = false
  for (const [index, item] of namedChildren(tree, node).entries()) {
    if (low.syntax.commentTypes.has(tree.type[item])) continue
    if (kindOf(low, item) === kinds.id.spread_element) {
      spread = true
      made = storePart(low, made, undefined, load(low, lowerExpression(low, item), undefined, item), item)
    } else made = storePart(low, made, spread ? undefined : String(index), lowerExpression(low, item), item)
  }
  return made
}

function lowerObject(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  let made = value(low, OP.unknown, node)
  for (const entry of namedChildren(tree, node)) {
    switch (kindOf(low, entry)) {
      case id.shorthand_property_identifier:
        made = storePart(low, made, nodeText(tree, text, entry), lowerExpression(low, entry), entry)
        break
      case id.pair: {
        const key = childByField(tree, entry, field.key)
        made = storePart(low, made, propertyName(low, key), lowerExpression(low, childByField(tree, entry, field.value)), entry)
        break
      }
      case id.method_definition: {
        const method = lowerFunctionValue(low, entry)
        // What a getter gives is read like a field.
        const held = accessorOf(low, entry) === 'get' ? callAccessor(low, entry, method, made) : method
        if (accessorOf(low, entry) !== 'set') made = storePart(low, made, propertyName(low, childByField(tree, entry, field.name)), held, entry)
        break
      }
      case id.spread_element:
        // Later entries overwrite what was spread; what was spread overwrites nothing that is known.
        made = manyOf(low, OP.join, entry, [made, lowerExpression(low, entry)])
        break
      default:
    }
  }
  return made
}
