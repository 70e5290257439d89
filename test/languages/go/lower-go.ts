import { type LoweredFile, OP } from '../../../src/model/program.ts'
import type { FlatTree } from '../../../src/model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../src/model/tree-access.ts'
import { lowerCases, lowerJump, lowerLoop, lowerReturn } from '../../../src/languages/lowering/control-flow.ts'
import { createLowering, type FileToLower, finishLowering } from '../../../src/languages/lowering/create-lowering.ts'
import { lowerCall } from '../../../src/languages/lowering/lower-call.ts'
import { type Language, NO_CONDITIONS, type TableLowering } from '../../../src/languages/lowering/language.ts'
import { lowerMember, lowerOperand, operatorOf } from '../../../src/languages/lowering/lower-expression.ts'
import { lowerIf, skipStatement } from '../../../src/languages/lowering/lower-statement.ts'
import { assignMember, assignName } from '../../../src/languages/lowering/lower-target.ts'
import { lowerFunction, lowerModule } from '../../../src/languages/lowering/lower-function.ts'
import { mapNames, type NameMap } from '../../../src/languages/lowering/map-names.ts'
import { assignTo, kindOf, lowerChildren, lowerExpression, lowerStatement, mixOperands } from '../../../src/languages/lowering/visit-nodes.ts'
import { addNary, addValue, load, loadIterated, storeField } from '../../../src/languages/lowering/values.ts'
import { readVariable, writeVariable } from '../../../src/languages/lowering/variables.ts'
import { tabulateEntries } from '../../../src/languages/symbols/kind-table.ts'
import type { GoKinds } from './go-kinds.ts'

type GoFile = Omit<FileToLower, 'syntax'> & { readonly kinds: GoKinds }
interface GoLowering extends TableLowering<GoLowering> {
  readonly kinds: GoKinds
}

/** Lowers a file of a subset of Go: assignments, branches, loops, calls, closures and fields. */
export function lowerGo(file: GoFile): LoweredFile {
  const { tree, text, symbols, models, kinds } = file
  const unwrap = (_: FlatTree, node: number): number =>
    kindOf(file, node) === kinds.id.parenthesized_expression ? firstNamedChild(tree, node) : node
  const syntax = { commentTypes: new Set(kinds.names.typeIds('comment', true)), unwrap, callAt: NOTHING, handedAt: NOTHING, propertiesAt: NOTHING }
  const low: GoLowering = { ...createLowering({ tree, text, symbols, syntax, models }, mapGoNames(file)), kinds, language: bindLanguage(kinds) }
  lowerModule(low, () => {
    for (const node of namedChildren(tree, 0)) if (kindOf(low, node) === kinds.id.function_declaration) lowerNamed(low, node)
    lowerChildren(low, 0)
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

/** The statements, expressions and assignment targets of Go. */
function bindLanguage({ id, field }: GoKinds): Language<GoLowering> {
  return {
    ...NO_CONDITIONS,
    statements: tabulateEntries(id, [
      [lowerAssignment, 'short_var_declaration', 'assignment_statement'],
      [lowerDeclaration, 'var_spec', 'const_spec'],
      [lowerGoIf, 'if_statement'],
      [lowerFor, 'for_statement'],
      [lowerSwitch, 'expression_switch_statement'],
      [(low, node) => lowerReturn(low, lowerResults(low, node)), 'return_statement'],
      [(low) => lowerJump(low, 'break', undefined), 'break_statement'],
      [(low) => lowerJump(low, 'continue', undefined), 'continue_statement'],
      [skipStatement, 'function_declaration'],
      [lowerChildren, 'block', 'statement_list'],
    ]),
    expressions: tabulateEntries(id, [
      [lowerName, 'identifier'],
      [lowerOperand, 'parenthesized_expression', 'literal_element'],
      [lowerMember, 'selector_expression', 'index_expression'],
      [lowerGoCall, 'call_expression'],
      [(low, node) => lowerGoFunction(low, node, ''), 'func_literal'],
      [lowerLiteral, 'composite_literal'],
      [lowerBinary, 'binary_expression'],
    ]),
    targets: tabulateEntries(id, [
      [assignName, 'identifier'],
      [assignMember, 'selector_expression', 'index_expression'],
    ]),
    members: tabulateEntries(id, [
      [{ object: field.operand, key: field.field, isComputed: false }, 'selector_expression'],
      [{ object: field.operand, key: field.index, isComputed: true }, 'index_expression'],
    ]),
    handlers: [],
    assignments: new Set([id.assignment_statement]),
    call: id.call_expression,
    bindsComputedReceiver: false,
    restTarget: -1,
    lowerCoarsely: mixOperands,
    lowerName,
    constantKey: ({ symbols }, node) => symbols.constantOf(node)?.toString(),
    loopElement: (low, loop, _right, over) => loadIterated(low, over, loop),
  }
}

function lowerName(low: GoLowering, node: number): number {
  const variable = low.names.declarationOf[node]
  return variable < 0 ? addValue(low, OP.unknown, node) : readVariable(low, variable, node)
}

function lowerGoIf(low: GoLowering, node: number): void {
  lowerStatement(low, childByField(low.tree, node, low.kinds.field.initializer))
  lowerIf(low, node)
}

function lowerAssignment(low: GoLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const isCompound = kindOf(low, node) === id.assignment_statement && operatorOf(low, node) !== '='
  assignAll(low, namedChildren(tree, childByField(tree, node, field.left)), namedChildren(tree, childByField(tree, node, field.right)), isCompound)
}

function lowerDeclaration(low: GoLowering, node: number): void {
  const { tree, kinds } = low
  const value = childByField(tree, node, kinds.field.value)
  const names = namedChildren(tree, node).filter((each) => tree.field[each] === kinds.field.name)
  assignAll(low, names, value < 0 ? [] : namedChildren(tree, value), false)
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
  assignTo(low, target, given < 0 ? addValue(low, OP.unknown, target) : given)
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
    for (const each of namedChildren(tree, part)) if (kindOf(low, each) === id.statement_list) lowerChildren(low, each)
    if (!low.frame.dead) lowerJump(low, 'break', undefined)
  }
  const all = cases.map((part) => ({ isDefault: kindOf(low, part) === id.default_case, entry: () => {}, body: body(part) }))
  lowerCases(low, node, undefined, all)
}

/** `+` concatenates. Other operators yield numbers or conditions. */
function lowerBinary(low: GoLowering, node: number): number {
  const sum = mixOperands(low, node)
  return operatorOf(low, node) === '+' ? sum : addValue(low, OP.unknown, node)
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
