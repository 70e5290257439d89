import { type LoweredFile, OP } from '../../../src/model/program.ts'
import type { FlatTree } from '../../../src/model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../src/model/tree-access.ts'
import { lowerBranches, lowerCases, lowerJump, lowerLoop, lowerReturn } from '../../../src/languages/lowering/control-flow.ts'
import { createLowering, type FileToLower, finishLowering } from '../../../src/languages/lowering/create-lowering.ts'
import { lowerCall } from '../../../src/languages/lowering/lower-call.ts'
import { lowerFunction, lowerModule } from '../../../src/languages/lowering/lower-function.ts'
import type { Lowering } from '../../../src/languages/lowering/lowering.ts'
import { mapNames, type NameMap } from '../../../src/languages/lowering/map-names.ts'
import { combine, kindOf, operandsOf, recordExpression, visitReachable } from '../../../src/languages/lowering/visit-nodes.ts'
import { addNary, addValue, load, loadIndexed, loadIterated, storeField } from '../../../src/languages/lowering/values.ts'
import { mustAliasRoot, readVariable, writeBack, writeVariable } from '../../../src/languages/lowering/variables.ts'
import type { GoKinds } from './go-kinds.ts'

type GoFile = Omit<FileToLower, 'syntax'> & { readonly kinds: GoKinds }
type GoLowering = Lowering & { readonly kinds: GoKinds }

/** Lowers a file of a subset of Go: assignments, branches, loops, calls, closures and fields. */
export function lowerGo(file: GoFile): LoweredFile {
  const { tree, text, symbols, models, kinds } = file
  const unwrap = (_: FlatTree, node: number): number =>
    kindOf(file, node) === kinds.id.parenthesized_expression ? firstNamedChild(tree, node) : node
  const syntax = { commentTypes: new Set(kinds.names.typeIds('comment', true)), unwrap, callAt: NOTHING, handedAt: NOTHING, propertiesAt: NOTHING }
  const low: GoLowering = { ...createLowering({ tree, text, symbols, syntax, models }, mapGoNames(file)), kinds }
  lowerModule(low, () => {
    for (const node of namedChildren(tree, 0)) if (kindOf(low, node) === kinds.id.function_declaration) lowerNamed(low, node)
    lowerStatements(low, 0)
  })
  return finishLowering(low)
}

const NOTHING = (): undefined => undefined

function mapGoNames(file: GoFile): NameMap {
  const { tree, text, symbols, kinds } = file
  const { id, field } = kinds
  const isOnLeft = (node: number): boolean => {
    const list = tree.parent[node]
    return tree.field[list] === field.left && kindOf(file, tree.parent[list]) !== id.binary_expression
  }
  return mapNames({
    tree,
    symbols,
    isFunction: (node) => kindOf(file, node) === id.function_declaration || kindOf(file, node) === id.func_literal,
    isName: (node) => kindOf(file, node) === id.identifier && nodeText(tree, text, node) !== '_',
    isAssigned: (node) => isOnLeft(node) && symbols.declarationOf(node) !== node,
    isUpdated: (node) => tree.field[node] === field.operand && isOnLeft(tree.parent[node]),
    outerName: (node) => childByField(tree, node, field.name),
  })
}

function lowerStatements(low: GoLowering, node: number): void {
  for (const child of namedChildren(low.tree, node)) lowerStatement(low, child)
}

function lowerStatement(low: GoLowering, node: number): void {
  visitReachable(low, node, visitStatement, combineOperands)
}

function visitStatement(low: GoLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const child = (name: number): number => childByField(tree, node, name)
  switch (kindOf(low, node)) {
    case id.short_var_declaration:
    case id.assignment_statement: {
      const operator = nodeText(tree, low.text, child(field.operator))
      const isCompound = kindOf(low, node) === id.assignment_statement && operator !== '='
      assignAll(low, namedChildren(tree, child(field.left)), namedChildren(tree, child(field.right)), isCompound)
      return
    }
    case id.var_spec:
    case id.const_spec: {
      const value = child(field.value)
      const names = namedChildren(tree, node).filter((each) => tree.field[each] === field.name)
      assignAll(low, names, value < 0 ? [] : namedChildren(tree, value), false)
      return
    }
    case id.if_statement:
      lowerStatement(low, child(field.initializer))
      lowerExpression(low, child(field.condition))
      lowerBranches(low, node, [() => lowerStatement(low, child(field.consequence)), () => lowerStatement(low, child(field.alternative))])
      return
    case id.for_statement:
      lowerFor(low, node)
      return
    case id.expression_switch_statement:
      lowerSwitch(low, node)
      return
    case id.return_statement:
      lowerReturn(low, lowerResults(low, node))
      return
    case id.break_statement:
    case id.continue_statement:
      lowerJump(low, kindOf(low, node) === id.break_statement ? 'break' : 'continue', undefined)
      return
    case id.call_expression:
      lowerExpression(low, node)
      return
    case id.function_declaration:
      return
    default:
      lowerStatements(low, node)
  }
}

/** Several results are the elements of one. */
function lowerResults(low: GoLowering, node: number): number {
  const list = firstNamedChild(low.tree, node)
  if (list < 0) return -1
  const results = namedChildren(low.tree, list).map((each) => lowerExpression(low, each))
  if (results.length === 1) return results[0]
  return results.reduce((whole, result, index) => storeField(low, whole, `${index}`, result, node), addValue(low, OP.unknown, node))
}

function assignAll(low: GoLowering, targets: readonly number[], sources: readonly number[], isCompound: boolean): void {
  const given = sources.map((source) => lowerExpression(low, source))
  for (const [index, target] of targets.entries()) {
    const own = targets.length === given.length ? given[index] : given.length === 1 ? load(low, given[0], `${index}`, target) : -1
    assign(low, target, isCompound ? addNary(low, OP.combine, target, [lowerExpression(low, target), own]) : own)
  }
}

function assign(low: GoLowering, target: number, given: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const value = given < 0 ? addValue(low, OP.unknown, target) : given
  const variable = low.names.declarationOf[target]
  if (kindOf(low, target) === id.identifier) {
    if (variable >= 0) writeVariable(low, variable, value)
    return
  }
  const operand = childByField(tree, target, field.operand)
  if (operand < 0) return
  const before = lowerExpression(low, operand)
  const now = storeField(low, before, keyAt(low, target), value, target)
  if (mustAliasRoot(low, before) >= 0) writeBack(low, before, now, target)
}

/** The name of a selected field, or the constant index. */
function keyAt({ tree, text, symbols, kinds }: GoLowering, node: number): string | undefined {
  const selected = childByField(tree, node, kinds.field.field)
  if (selected >= 0) return nodeText(tree, text, selected)
  const constant = symbols.constantOf(childByField(tree, node, kinds.field.index))
  return constant === undefined ? undefined : String(constant)
}

function lowerFor(low: GoLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const head = firstNamedChild(tree, node)
  const part = (name: number): number => childByField(tree, head, name)
  if (kindOf(low, head) === id.for_clause) lowerStatement(low, part(field.initializer))
  const iterated = kindOf(low, head) === id.range_clause ? lowerExpression(low, part(field.right)) : -1
  const body = (): void => {
    const [key, element] = iterated >= 0 ? namedChildren(tree, part(field.left)) : []
    if (key !== undefined) assign(low, key, -1)
    if (element !== undefined) assign(low, element, loadIterated(low, iterated, element))
    lowerStatement(low, childByField(tree, node, field.body))
    lowerStatement(low, part(field.update))
  }
  lowerLoop(low, node, undefined, body, kindOf(low, head) === id.block ? 'always' : 'any')
}

/** A case of Go does not fall through to the next. */
function lowerSwitch(low: GoLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  lowerExpression(low, childByField(tree, node, field.value))
  const cases = namedChildren(tree, node).filter((each) => kindOf(low, each) === id.expression_case || kindOf(low, each) === id.default_case)
  const body = (part: number) => (): void => {
    for (const each of namedChildren(tree, part)) if (kindOf(low, each) === id.statement_list) lowerStatements(low, each)
    if (!low.frame.dead) lowerJump(low, 'break', undefined)
  }
  const all = cases.map((part) => ({ isDefault: kindOf(low, part) === id.default_case, entry: () => {}, body: body(part) }))
  lowerCases(low, node, undefined, all)
}

function lowerExpression(low: GoLowering, node: number): number {
  return node < 0 ? -1 : recordExpression(low, node, visitExpression, combineOperands)
}

function combineOperands(low: GoLowering, node: number): number {
  return combine(low, node, operandsOf(low, node), lowerExpression)
}

function visitExpression(low: GoLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  switch (kindOf(low, node)) {
    case id.identifier: {
      const variable = low.names.declarationOf[node]
      return variable < 0 ? addValue(low, OP.unknown, node) : readVariable(low, variable, node)
    }
    case id.parenthesized_expression:
    case id.literal_element:
      return lowerExpression(low, firstNamedChild(tree, node))
    case id.selector_expression:
      return load(low, lowerExpression(low, childByField(tree, node, field.operand)), keyAt(low, node), node)
    case id.index_expression: {
      const index = lowerExpression(low, childByField(tree, node, field.index))
      return loadIndexed(low, lowerExpression(low, childByField(tree, node, field.operand)), keyAt(low, node), index, node)
    }
    case id.call_expression:
      return lowerGoCall(low, node)
    case id.func_literal:
      return lowerGoFunction(low, node, '')
    case id.composite_literal:
      return lowerLiteral(low, node)
    case id.binary_expression: {
      const sum = combineOperands(low, node)
      return nodeText(tree, low.text, childByField(tree, node, field.operator)) === '+' ? sum : addValue(low, OP.unknown, node)
    }
    default:
      return combineOperands(low, node)
  }
}

/** `Conf{Name: x}` and `[]string{x}`. */
function lowerLiteral(low: GoLowering, node: number): number {
  const { tree, kinds, text } = low
  const { id, field } = kinds
  let made = addValue(low, OP.unknown, node)
  for (const [index, entry] of namedChildren(tree, childByField(tree, node, field.body)).entries()) {
    const isKeyed = kindOf(low, entry) === id.keyed_element
    const key = isKeyed ? nodeText(tree, text, childByField(tree, entry, field.key)).replace(/^"(.*)"$/, '$1') : `${index}`
    made = storeField(low, made, key, lowerExpression(low, isKeyed ? childByField(tree, entry, field.value) : entry), entry)
  }
  return made
}

function lowerGoCall(low: GoLowering, node: number): number {
  const { tree, kinds, symbols } = low
  const { id, field } = kinds
  const called = childByField(tree, node, field.function)
  const callee = lowerExpression(low, called)
  const isMethod = kindOf(low, called) === id.selector_expression
  return lowerCall(low, {
    node,
    callee,
    receiver: isMethod ? low.store.a(callee) : -1,
    name: symbols.nameOf(called) ?? '',
    spelledName: symbols.lastNameOf(called) ?? '',
    arguments: namedChildren(tree, childByField(tree, node, field.arguments)).map((each) => ({
      kind: 'positional',
      value: lowerExpression(low, each),
      constant: symbols.constantOf(each),
    })),
  })
}

function lowerNamed(low: GoLowering, node: number): void {
  const name = childByField(low.tree, node, low.kinds.field.name)
  writeVariable(low, name, lowerGoFunction(low, node, nodeText(low.tree, low.text, name)))
}

function lowerGoFunction(low: GoLowering, node: number, name: string): number {
  const { tree, kinds, text } = low
  const { id, field } = kinds
  const body = (parameters: Parameters<Parameters<typeof lowerFunction>[1]['body']>[0]): void => {
    for (const group of namedChildren(tree, childByField(tree, node, field.parameters))) {
      const kind = kindOf(low, group) === id.variadic_parameter_declaration ? 'rest' : 'positional'
      for (const each of namedChildren(tree, group)) {
        if (tree.field[each] !== field.name) continue
        parameters.add({ node: each, name: nodeText(tree, text, each), kind, variable: each, type: -1, scalar: false })
      }
    }
    lowerStatement(low, childByField(tree, node, field.body))
  }
  return lowerFunction(low, { node, name, hasReceiver: false, classIndex: -1, isConstructor: false, body }).value
}
