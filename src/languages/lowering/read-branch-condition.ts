import { BOUNDS } from '../../model/bounds.ts'
import type { BranchCondition } from '../../model/program-branch.ts'
import { isTruthy, negateCondition, UNKNOWN_CONDITION } from './branch-conditions.ts'
import type { TableLowering } from './language.ts'

/** Maximum nesting of conditions. */
const MAX_DEPTH = BOUNDS.branchConditionDepth.value

/** The path condition over constant arguments that a condition expresses. */
export function readBranchCondition<L extends TableLowering<L>>(low: L, node: number, depth = 0): BranchCondition {
  const { language } = low
  if (node < 0 || depth > MAX_DEPTH || low.frame.guardable.length === 0) return UNKNOWN_CONDITION
  const within = (part: number): BranchCondition => readBranchCondition(low, part, depth + 1)
  const inner = low.syntax.unwrap(low.tree, node)
  const form = language.conditionForm(low, inner)
  switch (form.kind) {
    case 'negation':
      return negateCondition(within(form.operand))
    case 'all':
    case 'any':
      return { kind: form.kind, of: [within(form.left), within(form.right)] }
    case 'name':
      return isTruthy(language.parameterTermAt(low, inner))
    case 'other':
      return language.otherCondition(low, inner)
  }
}
