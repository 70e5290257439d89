import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { caseConditions, recordBranch, negateCondition } from '../../lowering/branch-conditions.ts'
import { lowerTryCatch, lowerBranches, lowerCases, lowerReturn, lowerJump } from '../../lowering/control-flow.ts'
import { addValue } from '../../lowering/values.ts'
import { refine } from '../../lowering/refine.ts'
import { knownTruth, returnedTruth } from './known-truth.ts'
import { readReturnedProperties } from './read-returned-properties.ts'
import { kindOf, lowerExpression, lowerReturnStatement, lowerStatement, lowerThrowStatement, visitReachable } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { lowerClass } from './lower-class.ts'
import { lowerNamedFunction } from './lower-functions.ts'
import { labelOf, lowerFor, lowerForIn, lowerLabelled, lowerWhile } from './lower-loop.ts'
import { lowerExport, lowerImport } from './lower-module.ts'
import { lowerInterface } from './lower-interface.ts'
import { lowerCoarsely } from './lower-names.ts'
import { assignTo } from './lower-pattern.ts'
import { readReturnedFacts } from './read-returned-facts.ts'
import { recordDestructuredProperties, unmodifiedParameter } from './constant-properties.ts'
import { parameterTermAt, declaresFunctionAfter, readBranchCondition } from './read-branch-condition.ts'
import { caseFacts } from './case-facts.ts'
import { readCondition } from './read-condition.ts'
import { hostLookupFacts, rejectionFacts } from './rejection-facts.ts'
import { typeOf } from './read-type.ts'

/** Lowers the statements of a block in order. Function declarations come first, because they are hoisted. */
export function lowerStatements(low: JavaScriptLowering, node: number): void {
  const { id } = low.kinds
  const children = namedChildren(low.tree, node)
  for (const child of children) {
    const inner = kindOf(low, child) === id.export_statement ? childByField(low.tree, child, low.kinds.field.declaration) : child
    const kind = kindOf(low, inner)
    if (kind === id.function_declaration || kind === id.generator_function_declaration) lowerNamedFunction(low, inner)
  }
  for (const child of children) lowerStatement(low, child)
}

export function visitStatement(low: JavaScriptLowering, node: number): void {
  visitReachable(low, node, lowerKind, lowerCoarsely)
}

function lowerKind(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  switch (kindOf(low, node)) {
    case id.expression_statement:
      for (const child of namedChildren(tree, node)) {
        lowerExpression(low, child)
        refine(low, rejectionFacts(low, child))
      }
      return
    case id.lexical_declaration:
    case id.variable_declaration:
      for (const child of namedChildren(tree, node)) if (kindOf(low, child) === id.variable_declarator) lowerDeclarator(low, child)
      return
    case id.statement_block:
    case id.program:
    case id.else_clause:
    case id.finally_clause:
    case id.ambient_declaration:
      lowerStatements(low, node)
      return
    case id.return_statement:
      lowerReturnStatement(low, node)
      return
    case id.throw_statement:
      lowerThrowStatement(low, node)
      return
    case id.if_statement:
      lowerIf(low, node)
      return
    case id.for_statement:
      lowerFor(low, node)
      return
    case id.for_in_statement:
      lowerForIn(low, node)
      return
    case id.while_statement:
    case id.do_statement:
      lowerWhile(low, node)
      return
    case id.switch_statement:
      lowerSwitch(low, node)
      return
    case id.try_statement:
      lowerTry(low, node)
      return
    case id.labeled_statement:
      lowerLabelled(low, node)
      return
    case id.break_statement:
    case id.continue_statement: {
      const label = childByField(tree, node, field.label)
      lowerJump(low, kindOf(low, node) === id.break_statement ? 'break' : 'continue', label < 0 ? undefined : nodeText(tree, low.text, label))
      return
    }
    case id.class_declaration:
    case id.abstract_class_declaration:
      lowerClass(low, node)
      return
    case id.import_statement:
      lowerImport(low, node)
      return
    case id.export_statement:
      lowerExport(low, node)
      return
    case id.function_declaration:
    case id.generator_function_declaration:
    case id.enum_declaration:
      return
    case id.interface_declaration:
    case id.type_alias_declaration:
      lowerInterface(low, node)
      return
    case id.function_signature:
    case id.import_alias:
    case 0:
      if (low.syntax.commentTypes.has(tree.type[node])) return
      for (const child of namedChildren(tree, node)) lowerStatement(low, child)
      return
    default:
      lowerExpression(low, node)
  }
}

/** Lowers `return` of an expression. */
export function lowerResult(low: JavaScriptLowering, node: number): void {
  const made = lowerExpression(low, node)
  const isAsked = low.frame.guardable.length > 0
  lowerReturn(low, made, {
    truth: returnedTruth(low, node),
    facts: isAsked ? readReturnedFacts(low, node) : undefined,
    properties: isAsked ? readReturnedProperties(low, node) : undefined,
  })
}

function lowerDeclarator(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const made = childByField(tree, node, kinds.field.value)
  const name = childByField(tree, node, kinds.field.name)
  if (name < 0 || (made < 0 && tree.parent[node] >= 0 && kindOf(low, tree.parent[node]) === kinds.id.variable_declaration)) return
  const given = made < 0 ? addValue(low, OP.unknown, node) : lowerExpression(low, made)
  const type = typeOf(low, childByField(tree, node, kinds.field.type))
  assignTo(low, name, type < 0 ? given : addValue(low, OP.phi, node, given, type))
  recordDestructuredProperties(low, name, unmodifiedParameter(low, given))
  if (made >= 0) refine(low, hostLookupFacts(low, made))
}

/** Lowers an if statement. A chain of `else if` is processed without recursion. */
function lowerIf(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { field, id } = kinds
  const conditionNode = childByField(tree, node, field.condition)
  const condition = readCondition(low, conditionNode)
  const known = knownTruth(low, conditionNode)
  const consequence = childByField(tree, node, field.consequence)
  const alternative = childByField(tree, node, field.alternative)
  const asked = readBranchCondition(low, conditionNode)
  const { start, end, parent } = tree
  recordBranch(low, asked, start[consequence], end[consequence])
  if (alternative >= 0) recordBranch(low, negateCondition(asked), start[alternative], end[alternative])
  let goesOn = true
  const branches: (() => void)[] = []
  if (known !== false) {
    branches.push(() => {
      refine(low, condition.whenTrue)
      lowerStatement(low, consequence)
      goesOn = !low.frame.dead
    })
  }
  if (known !== true) {
    branches.push(() => {
      refine(low, condition.whenFalse)
      const inner = alternative >= 0 && kindOf(low, alternative) === id.else_clause ? firstNamedChild(tree, alternative) : alternative
      if (inner >= 0) lowerStatement(low, inner)
    })
  }
  lowerBranches(low, node, branches)
  // `if (mode === 'safe') return`
  if (!goesOn && alternative < 0 && !declaresFunctionAfter(low, node)) recordBranch(low, negateCondition(asked), end[node], end[parent[node]])
}

function lowerSwitch(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const subject = childByField(tree, node, field.value)
  lowerExpression(low, subject)
  const body = childByField(tree, node, field.body)
  if (body < 0) return
  const parts = namedChildren(tree, body).filter((part) => kindOf(low, part) === id.switch_case || kindOf(low, part) === id.switch_default)
  noteCases(low, subject, parts)
  lowerCases(
    low,
    node,
    labelOf(low, node),
    parts.map((part) => ({
      isDefault: kindOf(low, part) === id.switch_default,
      entry: () => {
        const matched = childByField(tree, part, field.value)
        if (matched >= 0) {
          lowerExpression(low, matched)
          refine(low, caseFacts(low, subject, matched))
        }
      },
      body: () => {
        for (const statement of namedChildren(tree, part))
          if (tree.field[statement] === field.body || tree.field[statement] === 0) lowerStatement(low, statement)
      },
    })),
  )
}

/** Records the path conditions of `switch (mode) { case 'raw': … }` on a parameter. A case falls through unless its last statement leaves it. */
function noteCases(low: JavaScriptLowering, subject: number, parts: readonly number[]): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const asked = parameterTermAt(low, subject)
  if (asked === undefined) return
  const conditions = caseConditions(
    asked,
    parts.map((part) => {
      const matched = childByField(tree, part, field.value)
      const constant = matched < 0 ? undefined : low.symbols.constantOf(matched)
      const last = namedChildren(tree, part).at(-1) ?? -1
      const end = last >= 0 && kindOf(low, last) === id.statement_block ? (namedChildren(tree, last).at(-1) ?? -1) : last
      return {
        constants: constant === undefined ? undefined : [constant],
        isDefault: kindOf(low, part) === id.switch_default,
        fallsThrough: end < 0 || !leaves(low, end),
      }
    }),
  )
  for (const [index, part] of parts.entries()) recordBranch(low, conditions[index], tree.start[part], tree.end[part])
}

function leaves(low: JavaScriptLowering, statement: number): boolean {
  const { id } = low.kinds
  const kind = kindOf(low, statement)
  return kind === id.break_statement || kind === id.return_statement || kind === id.throw_statement || kind === id.continue_statement
}

function lowerTry(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { field } = kinds
  const handler = childByField(tree, node, field.handler)
  const finalizer = childByField(tree, node, field.finalizer)
  lowerTryCatch(
    low,
    node,
    () => lowerStatement(low, childByField(tree, node, field.body)),
    handler < 0
      ? []
      : [
          (thrown) => {
            const parameter = childByField(tree, handler, field.parameter)
            if (parameter >= 0) assignTo(low, parameter, thrown)
            lowerStatement(low, childByField(tree, handler, field.body))
          },
        ],
    undefined,
    finalizer < 0 ? undefined : () => lowerStatement(low, finalizer),
  )
}
