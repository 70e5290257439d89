import { BOUNDS } from '../../../model/bounds.ts'
import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { lowerTryCatch, lowerBranches, lowerReturn, lowerJump } from '../../lowering/control-flow.ts'
import { recordBranch, negateCondition } from '../../lowering/branch-conditions.ts'
import { load, addNary, addValue } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { refine } from '../../lowering/refine.ts'
import { knownTruth, returnedTruth } from './known-truth.ts'
import { lowerDefinition } from './lower-definition.ts'
import { lowerImport, lowerImportFrom } from './lower-import.ts'
import { lowerFor, lowerWhile } from './lower-loop.ts'
import { lowerMatch } from './lower-match.ts'
import { lowerCoarsely } from './lower-names.ts'
import { assignTo } from './lower-target.ts'
import { kindOf, lowerExpression, lowerReturnStatement, lowerStatement, lowerThrowStatement, visitReachable } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { readReturnedProperties } from './read-returned-properties.ts'
import { readBranchCondition } from './read-branch-condition.ts'
import { readReturnedFacts, readCondition } from './read-condition.ts'
import { rejectionFacts } from './rejection-facts.ts'

/** Lowers the statements of a block in order. */
export function lowerStatements(low: PythonLowering, node: number): void {
  for (const child of namedChildren(low.tree, node)) lowerStatement(low, child)
}

export function visitStatement(low: PythonLowering, node: number): void {
  visitReachable(low, node, lowerKind, lowerCoarsely)
}

function lowerKind(low: PythonLowering, node: number): void {
  const { tree, text, kinds } = low
  const { id } = kinds
  switch (kindOf(low, node)) {
    case id.expression_statement:
      for (const part of namedChildren(tree, node)) {
        lowerExpression(low, part)
        refine(low, rejectionFacts(low, part))
      }
      return
    case id.block:
    case id.module:
    case id.else_clause:
    case id.finally_clause:
      lowerStatements(low, node)
      return
    case id.return_statement:
      lowerReturnStatement(low, node)
      return
    case id.raise_statement:
      lowerThrowStatement(low, node)
      return
    case id.assert_statement: {
      const condition = firstNamedChild(tree, node)
      if (condition >= 0) refine(low, readCondition(low, condition).whenTrue)
      return
    }
    case id.if_statement:
      lowerIf(low, node)
      return
    case id.for_statement:
      lowerFor(low, node)
      return
    case id.while_statement:
      lowerWhile(low, node)
      return
    case id.try_statement:
      lowerTry(low, node)
      return
    case id.with_statement:
      lowerWith(low, node)
      return
    case id.match_statement:
      lowerMatch(low, node)
      return
    case id.function_definition:
    case id.class_definition:
    case id.decorated_definition:
      lowerDefinition(low, node)
      return
    case id.import_statement:
      lowerImport(low, node)
      return
    case id.import_from_statement:
      lowerImportFrom(low, node)
      return
    case id.break_statement:
      lowerJump(low, 'break', undefined)
      return
    case id.continue_statement:
      lowerJump(low, 'continue', undefined)
      return
    case id.delete_statement:
      for (const part of namedChildren(tree, node))
        for (const target of kindOf(low, part) === id.expression_list ? namedChildren(tree, part) : [part])
          assignTo(low, target, addValue(low, OP.unknown, target))
      return
    case id.print_statement:
    case id.exec_statement:
      for (const part of namedChildren(tree, node)) lowerExpression(low, part)
      return
    case id.global_statement:
    case id.nonlocal_statement:
    case id.pass_statement:
    case id.future_import_statement:
    case id.type_alias_statement:
      return
    case 0:
      if (low.syntax.commentTypes.has(tree.type[node])) return
      for (const part of namedChildren(tree, node)) lowerStatement(low, part)
      return
    default:
      lowerExpression(low, node)
  }
  void text
}

/** Lowers `return` of an expression. */
export function lowerResult(low: PythonLowering, node: number): void {
  const made = lowerExpression(low, node)
  const isAsked = low.frame.guardable.length > 0
  lowerReturn(low, made, {
    truth: returnedTruth(low, node),
    facts: isAsked ? readReturnedFacts(low, node) : undefined,
    properties: isAsked ? readReturnedProperties(low, node) : undefined,
  })
}

interface Clause {
  readonly condition: number
  readonly body: number
}

/** Lowers `if`, `elif` and `else`. Each clause runs where the preceding conditions are false. */
function lowerIf(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const clauses: Clause[] = [{ condition: childByField(tree, node, field.condition), body: childByField(tree, node, field.consequence) }]
  let otherwise = -1
  for (const part of namedChildren(tree, node)) {
    if (kindOf(low, part) === id.elif_clause)
      clauses.push({ condition: childByField(tree, part, field.condition), body: childByField(tree, part, field.consequence) })
    else if (kindOf(low, part) === id.else_clause) otherwise = childByField(tree, part, field.body)
  }
  lowerClauses(low, node, clauses, 0, otherwise)
}

/** For longer chains the facts of preceding conditions are dropped. */
const MAX_NESTED_CLAUSES = BOUNDS.elseIfClauses.value

function lowerClauses(low: PythonLowering, node: number, clauses: readonly Clause[], index: number, otherwise: number): void {
  const clause = clauses[index]
  if (clause === undefined) {
    lowerStatement(low, otherwise)
    return
  }
  if (index >= MAX_NESTED_CLAUSES) {
    lowerBranches(low, node, [
      ...clauses.slice(index).map(({ condition, body }) => () => {
        refine(low, readCondition(low, condition).whenTrue)
        lowerStatement(low, body)
      }),
      () => lowerStatement(low, otherwise),
    ])
    return
  }
  const condition = readCondition(low, clause.condition)
  const constant = knownTruth(low, clause.condition)
  const asked = readBranchCondition(low, clause.condition)
  const { start, end, parent } = low.tree
  recordBranch(low, asked, start[clause.body], end[clause.body])
  const isLast = index === clauses.length - 1 && otherwise < 0
  if (!isLast) recordBranch(low, negateCondition(asked), end[clause.body], end[node])
  let goesOn = true
  const branches: (() => void)[] = []
  if (constant === undefined || constant) {
    branches.push(() => {
      refine(low, condition.whenTrue)
      lowerStatement(low, clause.body)
      goesOn = !low.frame.dead
    })
  }
  if (constant === undefined || !constant) {
    branches.push(() => {
      refine(low, condition.whenFalse)
      lowerClauses(low, node, clauses, index + 1, otherwise)
    })
  }
  lowerBranches(low, node, branches)
  // `if mode == 'safe': return`
  if (!goesOn && isLast && index === 0) recordBranch(low, negateCondition(asked), end[node], end[parent[node]])
}

function lowerTry(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const parts = namedChildren(tree, node)
  const handlers = parts.filter((part) => kindOf(low, part) === id.except_clause || kindOf(low, part) === id.except_group_clause)
  const otherwise = parts.find((part) => kindOf(low, part) === id.else_clause)
  const last = parts.find((part) => kindOf(low, part) === id.finally_clause)
  lowerTryCatch(
    low,
    node,
    () => lowerStatement(low, childByField(tree, node, field.body)),
    handlers.map((handler) => (thrown: number) => {
      for (const part of namedChildren(tree, handler)) {
        if (kindOf(low, part) === id.as_pattern) {
          const alias = childByField(tree, part, field.alias)
          if (alias >= 0) assignTo(low, firstNamedChild(tree, alias), thrown)
        } else if (kindOf(low, part) === id.block) lowerStatement(low, part)
      }
    }),
    otherwise === undefined ? undefined : () => lowerStatement(low, otherwise),
    last === undefined ? undefined : () => lowerStatement(low, last),
  )
}

function lowerWith(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  let suppresses = false
  for (const clause of namedChildren(tree, node)) {
    if (kindOf(low, clause) !== id.with_clause) continue
    for (const item of namedChildren(tree, clause)) {
      const held = childByField(tree, item, field.value)
      if (held < 0) continue
      if (isSuppressing(low, held)) suppresses = true
      if (kindOf(low, held) === id.as_pattern) {
        const entered = lowerContextManager(low, item, lowerExpression(low, firstNamedChild(tree, held)))
        const alias = childByField(tree, held, field.alias)
        if (alias >= 0) assignTo(low, firstNamedChild(tree, alias), entered)
      } else lowerContextManager(low, item, lowerExpression(low, held))
    }
  }
  const body = (): void => lowerStatement(low, childByField(tree, node, field.body))
  if (suppresses) lowerTryCatch(low, node, body, [() => {}], undefined, undefined)
  else body()
}

/** Whether `with suppress(KeyError):` continues after an exception. */
function isSuppressing(low: PythonLowering, held: number): boolean {
  const manager = kindOf(low, held) === low.kinds.id.as_pattern ? firstNamedChild(low.tree, held) : held
  const site = low.syntax.callAt(low.tree, low.text, manager)
  return site !== undefined && /^(?:contextlib\.suppress|pytest\.raises|self\.assertRaises(?:Regex)?)$/.test(low.symbols.nameOf(site.callee) ?? '')
}

/** The value that `with` binds: the result of `__enter__`. */
function lowerContextManager(low: PythonLowering, node: number, manager: number): number {
  return lowerCall(low, {
    node,
    callee: addNary(low, OP.phi, node, [load(low, manager, '__enter__', node), load(low, manager, '__aenter__', node)]),
    receiver: manager,
    name: '',
    spelledName: '__enter__',
    arguments: [],
    isConstruct: false,
    isTaggedTemplate: false,
  })
}
