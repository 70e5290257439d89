import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { cases, leave } from '../../lowering/control-flow.ts'
import { manyOf, value } from '../../lowering/values.ts'
import { refine } from '../../lowering/refine.ts'
import { assignTo } from './lower-target.ts'
import { kindOf, lowerExpression, lowerStatement, type PythonLowering } from './python-lowering.ts'
import { readCase, readCondition } from './read-condition.ts'

export function lowerMatch(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const subject = childByField(tree, node, field.subject)
  const matched = lowerExpression(low, subject)
  const body = childByField(tree, node, field.body)
  if (body < 0) return
  const clauses = namedChildren(tree, body).filter((part) => kindOf(low, part) === id.case_clause)
  cases(
    low,
    node,
    undefined,
    clauses.map((clause) => {
      const pattern = namedChildren(tree, clause).find((part) => kindOf(low, part) === id.case_pattern) ?? -1
      const guard = childByField(tree, clause, field.guard)
      return {
        isDefault: pattern >= 0 && nodeText(tree, low.text, pattern) === '_' && guard < 0,
        entry: () => {
          if (pattern < 0) return
          capture(low, pattern, matched)
          refine(low, readCase(low, subject, pattern))
        },
        body: () => {
          if (guard >= 0) refine(low, readCondition(low, firstNamedChild(tree, guard)).whenTrue)
          lowerStatement(low, childByField(tree, clause, field.consequence))
          // No case of Python falls into the next.
          leave(low, 'break', undefined)
        },
      }
    }),
  )
}

/** Names in a pattern hold parts of what is matched, nobody says which. */
function capture(low: PythonLowering, pattern: number, matched: number): void {
  const { tree, kinds } = low
  let part = -1
  for (let at = pattern; at < tree.next[pattern]; at++) {
    if (kindOf(low, at) !== kinds.id.identifier || nodeText(tree, low.text, at) === '_') continue
    if (part < 0) part = manyOf(low, OP.mix, pattern, [matched, value(low, OP.load, pattern, matched)])
    assignTo(low, at, part)
  }
}
