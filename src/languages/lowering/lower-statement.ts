import { BOUNDS } from '../../model/bounds.ts'
import type { ParameterTerm } from '../../model/program-branch.ts'
import type { Scalar } from '../../model/scalar.ts'
import { childByField, firstNamedChild, namedChildren } from '../../model/tree-access.ts'
import { caseConditions, negateCondition, recordBranch } from './branch-conditions.ts'
import { lowerBranches, lowerCases, lowerReturn, lowerThrow, lowerTryCatch } from './control-flow.ts'
import type { TableLowering } from './language.ts'
import { readBranchCondition } from './read-branch-condition.ts'
import { readCondition } from './read-condition.ts'
import { lowerWhile } from './lower-loop.ts'
import { rejectionFacts } from './rejection-facts.ts'
import { refine } from './refine.ts'
import { kindOf, lowerExpression, lowerStatement } from './visit-nodes.ts'

/** A statement without effect on values. */
export function skipStatement(): void {}

/** Lowers the expressions of a statement. */
function lowerExpressionStatement<L extends TableLowering<L>>(low: L, node: number): void {
  for (const child of namedChildren(low.tree, node)) {
    lowerExpression(low, child)
    refine(low, rejectionFacts(low, child))
  }
}

/** Lowers `return`, with or without an expression. */
function lowerReturnStatement<L extends TableLowering<L>>(low: L, node: number): void {
  const returned = firstNamedChild(low.tree, node)
  if (returned < 0) lowerReturn(low, -1, { truth: false })
  else lowerResult(low, returned)
}

/** Lowers `return` of an expression. */
export function lowerResult<L extends TableLowering<L>>(low: L, node: number): void {
  const { language } = low
  const made = lowerExpression(low, node)
  const isAsked = low.frame.guardable.length > 0
  lowerReturn(low, made, {
    truth: language.returnedTruth(low, node),
    facts: isAsked ? language.readReturnedFacts(low, node) : undefined,
    properties: isAsked ? language.readReturnedProperties(low, node) : undefined,
  })
}

/** Lowers `throw` or `raise`, with or without an exception. */
export function lowerThrowStatement<L extends TableLowering<L>>(low: L, node: number): void {
  const thrown = firstNamedChild(low.tree, node)
  lowerThrow(low, thrown < 0 ? -1 : lowerExpression(low, thrown))
}

/** For longer chains the facts of preceding conditions are dropped. */
const MAX_NESTED_CLAUSES = BOUNDS.elseIfClauses.value

/** Lowers `if` with its `elif` and `else` clauses. Each clause runs where the preceding conditions are false. */
export function lowerIf<L extends TableLowering<L>>(low: L, node: number): void {
  const { tree, kinds } = low
  const clauses = [node]
  let otherwise = -1
  for (const child of namedChildren(tree, node)) {
    if (tree.field[child] !== kinds.field.alternative) continue
    const kind = kindOf(low, child)
    if (kind === kinds.id.else_clause) {
      const body = childByField(tree, child, kinds.field.body)
      otherwise = body < 0 ? firstNamedChild(tree, child) : body
    } else if (kind !== kindOf(low, node) && childByField(tree, child, kinds.field.condition) >= 0) clauses.push(child)
    else otherwise = child
  }
  lowerClauses(low, clauses, 0, otherwise)
}

/** Lowers the clauses from an index on. The first clause is the statement itself. */
function lowerClauses<L extends TableLowering<L>>(low: L, clauses: readonly number[], index: number, otherwise: number): void {
  const { tree, kinds, language } = low
  const [node] = clauses
  if (index === clauses.length) {
    lowerStatement(low, otherwise)
    return
  }
  const bodyOf = (clause: number): number => childByField(tree, clause, kinds.field.consequence)
  if (index >= MAX_NESTED_CLAUSES) {
    const alternatives = clauses.slice(index).map((clause) => () => {
      refine(low, readCondition(low, childByField(tree, clause, kinds.field.condition)).whenTrue)
      lowerStatement(low, bodyOf(clause))
    })
    lowerBranches(low, node, [...alternatives, () => lowerStatement(low, otherwise)])
    return
  }
  const conditionNode = childByField(tree, clauses[index], kinds.field.condition)
  const body = bodyOf(clauses[index])
  const condition = readCondition(low, conditionNode)
  const truth = language.knownTruth(low, conditionNode)
  const asked = readBranchCondition(low, conditionNode)
  const { start, end, parent } = tree
  recordBranch(low, asked, start[body], end[body])
  const isLast = index === clauses.length - 1 && otherwise < 0
  if (!isLast) recordBranch(low, negateCondition(asked), end[body], end[node])
  let goesOn = true
  const branches: (() => void)[] = []
  if (truth !== false)
    branches.push(() => {
      refine(low, condition.whenTrue)
      lowerStatement(low, body)
      goesOn = !low.frame.dead
    })
  if (truth !== true)
    branches.push(() => {
      refine(low, condition.whenFalse)
      lowerClauses(low, clauses, index + 1, otherwise)
    })
  lowerBranches(low, node, branches)
  // `if (mode === 'safe') return`
  if (!goesOn && isLast && index === 0 && language.declaresFunctionAfter?.(low, node) !== true)
    recordBranch(low, negateCondition(asked), end[node], end[parent[node]])
}

/** Statements that the grammars of all languages call the same. */
export const COMMON_STATEMENTS = [
  [lowerExpressionStatement, 'expression_statement'],
  [lowerReturnStatement, 'return_statement'],
  [lowerIf, 'if_statement'],
  [lowerWhile, 'while_statement'],
  [lowerTry, 'try_statement'],
] as const

/** A case of a switch. `constants` is undefined for a case that is not constant. */
export interface Case {
  readonly node: number
  readonly constants: readonly Scalar[] | undefined
  readonly isDefault: boolean
  readonly fallsThrough: boolean
  entry(): void
  body(): void
}

/** Lowers a switch. `asked` is the parameter, or property of a parameter, that it compares. */
export function lowerSwitch<L extends TableLowering<L>>(low: L, node: number, asked: ParameterTerm | undefined, cases: readonly Case[]): void {
  const { start, end } = low.tree
  for (const [index, condition] of caseConditions(asked, cases).entries())
    recordBranch(low, condition, start[cases[index].node], end[cases[index].node])
  lowerCases(low, node, low.language.labelOf?.(low, node), cases)
}

/** Lowers `try` with its handlers, its `else` and its `finally` clause. */
function lowerTry<L extends TableLowering<L>>(low: L, node: number): void {
  const { tree, kinds, language } = low
  const { id, field } = kinds
  const clauses = namedChildren(tree, node)
  const clauseOf = (kind: number): (() => void) | undefined => {
    const found = clauses.find((clause) => kindOf(low, clause) === kind)
    return found === undefined ? undefined : () => lowerStatement(low, found)
  }
  const handlers = clauses.flatMap((clause) => {
    const handler = language.handlers[kindOf(low, clause)]
    return handler === undefined ? [] : [(thrown: number): void => handler(low, clause, thrown)]
  })
  const body = (): void => lowerStatement(low, childByField(tree, node, field.body))
  lowerTryCatch(low, node, body, handlers, clauseOf(id.else_clause), clauseOf(id.finally_clause))
}
