import { OP } from '../../../model/program.ts'
import { readCondition } from '../../lowering/read-condition.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerJump } from '../../lowering/control-flow.ts'
import { lowerSwitch } from '../../lowering/lower-statement.ts'
import { addNary, addValue } from '../../lowering/values.ts'
import { refine } from '../../lowering/refine.ts'
import type { Scalar } from '../../../model/scalar.ts'
import { knownScalar } from './known-truth.ts'
import { assignTo, kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { isConstrainedPattern, aliasedPattern, caseFacts } from './case-facts.ts'
import { parameterTermAt } from './read-branch-condition.ts'

export function lowerMatch(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const subject = childByField(tree, node, field.subject)
  const matched = lowerExpression(low, subject)
  const body = childByField(tree, node, field.body)
  if (body < 0) return
  const clauses = reachableCases(
    low,
    subject,
    namedChildren(tree, body).filter((part) => kindOf(low, part) === id.case_clause),
  )
  const cases = clauses.map((clause) => {
    const pattern = patternOf(low, clause)
    const guard = childByField(tree, clause, field.guard)
    const constants = patternConstants(low, clause)
    const isOnly = clauses.length === 1 && constants?.includes(knownScalar(low, subject) ?? '') === true
    return {
      node: clause,
      constants,
      isDefault: isOnly || isAny(low, clause),
      fallsThrough: false,
      entry: () => {
        if (pattern < 0) return
        bindPattern(low, pattern, matched)
        refine(low, caseFacts(low, subject, pattern))
      },
      body: () => {
        if (guard >= 0) refine(low, readCondition(low, firstNamedChild(tree, guard)).whenTrue)
        lowerStatement(low, childByField(tree, clause, field.consequence))
        // Cases of Python do not fall through.
        lowerJump(low, 'break', undefined)
      },
    }
  })
  lowerSwitch(low, node, parameterTermAt(low, subject), cases)
}

/** The one case that a constant subject matches, if the cases are constant; otherwise all. */
function reachableCases(low: PythonLowering, subject: number, clauses: readonly number[]): readonly number[] {
  const known = subject < 0 ? undefined : knownScalar(low, subject)
  if (known === undefined) return clauses
  for (const clause of clauses) {
    if (isAny(low, clause)) return [clause]
    const constants = patternConstants(low, clause)
    if (constants === undefined) return clauses
    if (constants.includes(known)) return [clause]
  }
  return clauses
}

/** Whether the case is `case _:`. */
function isAny(low: PythonLowering, clause: number): boolean {
  const { tree, kinds } = low
  const pattern = patternOf(low, clause)
  return pattern >= 0 && nodeText(tree, low.text, pattern) === '_' && childByField(tree, clause, kinds.field.guard) < 0
}

function patternOf(low: PythonLowering, clause: number): number {
  return namedChildren(low.tree, clause).find((part) => kindOf(low, part) === low.kinds.id.case_pattern) ?? -1
}

/** The constants of `case "a" | "b":`; undefined for other patterns. */
function patternConstants(low: PythonLowering, clause: number): readonly Scalar[] | undefined {
  const { tree, text, kinds, symbols } = low
  const pattern = patternOf(low, clause)
  if (pattern < 0 || childByField(tree, clause, kinds.field.guard) >= 0) return undefined
  const inner = firstNamedChild(tree, pattern)
  const parts = inner < 0 ? [] : nodeText(tree, text, pattern).includes('|') ? namedChildren(tree, inner) : [inner]
  const constants = parts.flatMap((part) => symbols.constantOf(part) ?? [])
  return constants.length > 0 && constants.length === parts.length ? constants : undefined
}

/** Binds names in a pattern to an unknown part of the subject. Names inside `int(…)` are numbers; an alias of literals is one of them. */
function bindPattern(low: PythonLowering, pattern: number, matched: number): void {
  const { tree, kinds } = low
  const { id } = kinds
  const named = aliasedPattern(low, pattern)
  if (named >= 0 && isConstrainedPattern(low, pattern)) {
    for (const alias of namedChildren(tree, firstNamedChild(tree, pattern)).slice(1)) assignTo(low, alias, addValue(low, OP.unknown, alias))
    return
  }
  let part = -1
  let numbersEnd = -1
  for (let at = pattern; at < tree.next[pattern]; at++) {
    const kind = kindOf(low, at)
    if (kind === id.class_pattern || kind === id.keyword_pattern) {
      // The name of a class or of one of its fields.
      const name = firstNamedChild(tree, at)
      if (name < 0) continue
      if (kind === id.class_pattern && /^(?:int|float|bool)$/.test(nodeText(tree, low.text, name))) numbersEnd = Math.max(numbersEnd, tree.next[at])
      at = tree.next[name] - 1
    } else if (kind === id.dotted_name && namedChildren(tree, at).length > 1) at = tree.next[at] - 1
    else if (kind === id.identifier && nodeText(tree, low.text, at) !== '_') {
      if (part < 0) part = addNary(low, OP.mix, pattern, [matched, addValue(low, OP.load, pattern, matched)])
      assignTo(low, at, at < numbersEnd ? addValue(low, OP.unknown, at) : part)
    }
  }
}
