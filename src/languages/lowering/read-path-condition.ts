import { BOUNDS } from '../../model/bounds.ts'
import type { BranchCondition, ParameterTerm } from '../../model/program-branch.ts'
import { isTruthy, negateCondition, UNKNOWN_CONDITION } from './branch-conditions.ts'
import type { ConditionForm } from './condition-form.ts'
import type { Lowering } from './lowering.ts'

/** Maximum nesting of conditions. */
const MAX_DEPTH = BOUNDS.branchConditionDepth.value

/** What the reader of path conditions must know of a language. */
export interface PathConditionReader<L extends Lowering> {
  /** The form of a node without parentheses. */
  formOf(low: L, node: number): ConditionForm
  /** The parameter, or property of a parameter, that an expression contains. */
  parameterTermAt(low: L, node: number): ParameterTerm | undefined
  /** The path condition of all other conditions. */
  otherCondition(low: L, node: number): BranchCondition
}

/** The path condition over constant arguments that a condition expresses. */
export function readPathCondition<L extends Lowering>(low: L, node: number, reader: PathConditionReader<L>, depth = 0): BranchCondition {
  if (node < 0 || depth > MAX_DEPTH || low.frame.guardable.length === 0) return UNKNOWN_CONDITION
  const within = (part: number): BranchCondition => readPathCondition(low, part, reader, depth + 1)
  const inner = low.syntax.unwrap(low.tree, node)
  const form = reader.formOf(low, inner)
  switch (form.kind) {
    case 'negation':
      return negateCondition(within(form.operand))
    case 'all':
    case 'any':
      return { kind: form.kind, of: [within(form.left), within(form.right)] }
    case 'name':
      return isTruthy(reader.parameterTermAt(low, inner))
    case 'other':
      return reader.otherCondition(low, inner)
  }
}
