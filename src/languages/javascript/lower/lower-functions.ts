import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { phi, load, storeField, addValue } from '../../lowering/values.ts'
import { readVariable, writeBack, writeVariable } from '../../lowering/variables.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import { lowerFunction, type ParameterList } from '../../lowering/lower-function.ts'
import { isFieldFunction } from './field-function.ts'
import { lowerResult } from '../../lowering/lower-statement.ts'
import { assignTo, kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { lowerProcedureInput } from './request-schema.ts'
import { lowerParameterDecorators } from './lower-parameter-decorators.ts'
import { lowerToolInput } from './tool-schema.ts'
import { addField } from '../../lowering/declare-class.ts'
import { recordDestructuredProperties, constantProperties } from './constant-properties.ts'
import { typeOf } from './read-type.ts'

export interface MethodHome {
  readonly classIndex: number
  readonly isConstructor: boolean
  /** Runs before the constructor body: initialises fields. */
  first?(functionNode: number): void
}

/** Declares a named function. */
export function lowerNamedFunction(low: JavaScriptLowering, node: number): void {
  const name = childByField(low.tree, node, low.kinds.field.name)
  const made = lowerFunctionValue(low, node)
  if (name < 0) return
  low.valueAt[name] = made
  const declaration = low.names.declarationOf[name]
  if (declaration >= 0) writeVariable(low, declaration, made)
}

/** The accessor kind of `get x()` and `set x(v)`. */
export function accessorOf(low: JavaScriptLowering, node: number): 'get' | 'set' | undefined {
  const name = childByField(low.tree, node, low.kinds.field.name)
  for (let child = node + 1; child < name; child = low.tree.next[child]) {
    const word = nodeText(low.tree, low.text, child)
    if (word === 'get' || word === 'set') return word
  }
  return undefined
}

/** Creates the value of a function. Its body is lowered later. */
export function lowerFunctionValue(low: JavaScriptLowering, node: number, home?: MethodHome): number {
  const known = low.functionAt.get(node)
  if (known !== undefined && low.valueAt[node] >= 0) return low.valueAt[node]
  const { tree, kinds } = low
  const name = childByField(tree, node, kinds.field.name)
  const { index, value: made } = lowerFunction(low, {
    node,
    name: name >= 0 ? nodeText(tree, low.text, name) : inferredName(low, node),
    returnType: typeOf(low, childByField(tree, node, kinds.field.return_type)),
    hasReceiver: kindOf(low, node) !== kinds.id.arrow_function || isFieldFunction(tree, low.text, kinds, node),
    classIndex: home?.classIndex ?? -1,
    isConstructor: home?.isConstructor ?? false,
    body: (parameters) => lowerBody(low, node, made, parameters, home),
  })
  low.valueAt[node] = made
  low.decorators.set(index, decoratorsOf(low, node))
  return made
}

/** The name of a function expression: `run` in `const run = () => …` and `exports.run = wrap(() => …)`. */
function inferredName(low: JavaScriptLowering, node: number): string {
  const { id, field } = low.kinds
  const { parent: above } = low.tree
  let parent = above[node]
  if (parent >= 0 && kindOf(low, parent) === id.arguments) parent = above[above[parent]]
  if (parent < 0) return ''
  const kind = kindOf(low, parent)
  if (kind === id.assignment_expression) return targetName(low, childByField(low.tree, parent, field.left))
  const holder =
    kind === id.variable_declarator
      ? field.name
      : kind === id.pair
        ? field.key
        : kind === id.field_definition
          ? field.property
          : kind === id.public_field_definition
            ? field.name
            : 0
  const name = holder === 0 ? -1 : childByField(low.tree, parent, holder)
  return name < 0 || low.tree.next[name] - name > 3 ? '' : nodeText(low.tree, low.text, name)
}

/** The name of the assigned variable or property. */
function targetName({ kinds, tree, text }: JavaScriptLowering, target: number): string {
  const name = target < 0 || kinds.table[tree.type[target]] !== kinds.id.member_expression ? target : childByField(tree, target, kinds.field.property)
  return name < 0 || tree.next[name] - name > 1 ? '' : nodeText(tree, text, name)
}

function decoratorsOf(low: JavaScriptLowering, node: number): number[] {
  const { tree, kinds } = low
  const found = namedChildren(tree, node).filter((child) => kindOf(low, child) === kinds.id.decorator)
  // Decorators of a method precede it as siblings.
  const parent = tree.parent[node]
  if (parent < 0 || kindOf(low, parent) !== kinds.id.class_body) return found
  let before: number[] = []
  for (const child of namedChildren(tree, parent)) {
    if (child === node) return [...before, ...found]
    if (kindOf(low, child) === kinds.id.decorator) before.push(child)
    else if (!low.syntax.commentTypes.has(tree.type[child])) before = []
  }
  return found
}

function lowerBody(low: JavaScriptLowering, node: number, self: number, parameters: ParameterList, home: MethodHome | undefined): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const name = childByField(tree, node, field.name)
  const kind = kindOf(low, node)
  if (name >= 0 && (kind === id.function_expression || kind === id.generator_function)) writeVariable(low, name, self)
  const single = childByField(tree, node, field.parameter)
  if (single >= 0) lowerParameter(low, single, parameters, home)
  const list = childByField(tree, node, field.parameters)
  if (list >= 0) for (const parameter of namedChildren(tree, list)) if (kindOf(low, parameter) !== 0) lowerParameter(low, parameter, parameters, home)
  if (list >= 0 && kind !== id.arrow_function && low.usesArguments && /\barguments\b/.test(nodeText(tree, low.text, node)))
    collectArguments(low, node, parameters)
  if (low.usesRequestSchemas) {
    lowerProcedureInput(low, node)
    lowerToolInput(low, node)
  }
  home?.first?.(node)
  const body = kind === id.class_static_block ? firstNamedChild(tree, node) : childByField(tree, node, field.body)
  if (body < 0) return
  if (kindOf(low, body) === id.statement_block) lowerStatement(low, body)
  else lowerResult(low, body)
}

/** The value of `arguments`: the parameters by index, then the further arguments. */
function collectArguments(low: JavaScriptLowering, node: number, parameters: ParameterList): void {
  const declared = parameters.values()
  if (declared.some(({ kind }) => kind !== 'positional')) return
  const more = parameters.add({ node, name: '', kind: 'rest', variable: -1, type: -1, scalar: false })
  low.valueAt[node] = -1
  let held = declared.length === 0 ? more : storeField(low, addValue(low, OP.unknown, node), undefined, load(low, more, undefined, node), node)
  for (const [index, { value: each }] of declared.entries()) held = storeField(low, held, String(index), each, node)
  low.argumentsOf.set(node, held)
}

/** The variables of a pattern and their properties: `[key, value]`, `{ role, id: name }`. */
function patternFields(low: JavaScriptLowering, pattern: number): readonly { readonly name: number; readonly part: string }[] {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const children = namedChildren(tree, pattern)
  if (kindOf(low, pattern) === id.object_pattern)
    return children.flatMap((child) => {
      if (kindOf(low, child) === id.shorthand_property_identifier_pattern) return [{ name: child, part: nodeText(tree, text, child) }]
      const name = kindOf(low, child) === id.pair_pattern ? childByField(tree, child, field.value) : -1
      const key = name < 0 || kindOf(low, name) !== id.identifier ? -1 : childByField(tree, child, field.key)
      return key >= 0 && kindOf(low, key) === id.property_identifier ? [{ name, part: nodeText(tree, text, key) }] : []
    })
  // Holes of an array pattern have no node.
  const isFull = kindOf(low, pattern) === id.array_pattern && !/[[,]\s*,/.test(nodeText(tree, text, pattern))
  return isFull ? children.flatMap((child, index) => (kindOf(low, child) === id.identifier ? [{ name: child, part: String(index) }] : [])) : []
}

function lowerParameter(low: JavaScriptLowering, node: number, parameters: ParameterList, home: MethodHome | undefined): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  let pattern = node
  let defaultValue = -1
  let type = -1
  const kind = kindOf(low, node)
  if (kind === id.required_parameter || kind === id.optional_parameter) {
    pattern = childByField(tree, node, field.pattern)
    defaultValue = childByField(tree, node, field.value)
    const annotation = childByField(tree, node, field.type)
    type = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
  } else if (kind === id.assignment_pattern) {
    pattern = childByField(tree, node, field.left)
    defaultValue = childByField(tree, node, field.right)
  }
  if (pattern < 0 || kindOf(low, pattern) === id.this) return
  const rest = kindOf(low, pattern) === id.rest_pattern
  const inner = rest ? firstNamedChild(tree, pattern) : pattern
  const simple = inner >= 0 && kindOf(low, inner) === id.identifier
  const typeName = type >= 0 && kindOf(low, type) === id.predefined_type ? nodeText(tree, text, type) : ''
  const typeValue = typeOf(low, type)
  const made = parameters.add({
    node: inner < 0 ? node : inner,
    name: simple ? nodeText(tree, text, inner) : '',
    kind: rest ? 'rest' : 'positional',
    variable: simple && defaultValue < 0 ? inner : -1,
    type: typeValue,
    scalar: typeName === 'number' ? 'number' : typeName === 'boolean' && 'other',
    isString: typeName === 'string',
    isTyped: type >= 0,
    defaultValue: defaultValue < 0 ? null : low.symbols.constantOf(defaultValue),
    ...(defaultValue < 0 ? {} : { defaultProperties: constantProperties(low, defaultValue) }),
  })
  if (pattern !== node) low.valueAt[node] = made
  const decorators = pattern === node ? [] : namedChildren(tree, node).filter((child) => kindOf(low, child) === id.decorator)
  if (decorators.length > 0) low.parameterDecorators.set(made, decorators)
  // In a constructor the class describes its fields itself.
  const isPlain = simple && defaultValue < 0 && (type < 0 || typeName !== '')
  if (decorators.length > 0 && isPlain && home?.isConstructor !== true) lowerParameterDecorators(low, inner, decorators, made)
  let either = made
  const instead = defaultValue < 0 ? -1 : lowerExpression(low, defaultValue)
  if (defaultValue >= 0) {
    either = phi(low, node, [made, instead])
    assignTo(low, inner, either)
    if (simple) parameters.bindDefault(inner, either, made)
    recordDestructuredProperties(low, inner, made)
    low.valueAt[inner] = made
  } else if (!simple) {
    assignTo(low, inner, made)
    low.valueAt[inner] = made
    for (const { name, part } of patternFields(low, inner)) parameters.destructure(name, made, part)
    recordDestructuredProperties(low, inner, made)
  }
  // `constructor(private db: Pool)`, `constructor(readonly db: Pool)`
  if (home !== undefined && home.isConstructor && simple && kind !== id.identifier && tree.start[node] < tree.start[pattern]) {
    addField(low, home.classIndex, nodeText(tree, text, inner), made, false)
    if (instead >= 0) addField(low, home.classIndex, nodeText(tree, text, inner), instead, false)
    const receiver = readVariable(low, receiverVariable(low.names.nodes[low.frame.index]), node)
    writeBack(low, receiver, storeField(low, receiver, nodeText(tree, text, inner), either, node), node)
  }
}
