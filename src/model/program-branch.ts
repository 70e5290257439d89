import type { Span } from './position.ts'
import type { Scalar } from './scalar.ts'

/** What a branch asks of parameters, each by its value, as far as a constant that is passed answers it. `unknown` is any other question. */
export type BranchCondition =
  | { readonly kind: 'equals'; readonly parameter: number; readonly constants: readonly Scalar[]; readonly holds: boolean }
  | { readonly kind: 'truth'; readonly parameter: number; readonly holds: boolean }
  | { readonly kind: 'all' | 'any'; readonly of: readonly BranchCondition[] }
  | { readonly kind: 'unknown' }

/** Code of a function that runs where the condition holds alone. */
export interface ProgramBranch extends Span {
  /** Index of the function whose parameters are asked. */
  readonly owner: number
  readonly condition: BranchCondition
}
