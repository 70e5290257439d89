import type { Span } from './position.ts'
import type { Scalar } from './scalar.ts'

/** What is asked of: a parameter by its value, or a part of it. */
export interface AskedParameter {
  readonly parameter: number
  /** Undefined for the parameter itself. */
  readonly part?: string | undefined
  /** What the part is where it is not passed; nothing, unless a default says so. */
  readonly absent?: Scalar | undefined
}

/** What a branch asks of parameters, as far as a constant that is passed answers it. `unknown` is any other question. */
export type BranchCondition =
  | (AskedParameter & { readonly kind: 'equals'; readonly constants: readonly Scalar[]; readonly holds: boolean })
  | (AskedParameter & { readonly kind: 'truth'; readonly holds: boolean })
  | { readonly kind: 'all' | 'any'; readonly of: readonly BranchCondition[] }
  | { readonly kind: 'unknown' }

/** Code of a function that runs where the condition holds alone. */
export interface ProgramBranch extends Span {
  /** Index of the function whose parameters are asked. */
  readonly owner: number
  readonly condition: BranchCondition
}
