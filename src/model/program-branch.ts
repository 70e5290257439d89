import type { Span } from './position.ts'
import type { Scalar } from './scalar.ts'

/** A parameter, by its value, or a property of it. */
export interface ParameterTerm {
  readonly parameter: number
  /** Undefined for the parameter itself. */
  readonly property?: string | undefined
  /** The constant that the property has when the caller does not pass it. */
  readonly defaultValue?: Scalar | undefined
}

/** A path condition over constant arguments. `unknown` is any other condition. */
export type BranchCondition =
  | (ParameterTerm & { readonly kind: 'equals'; readonly constants: readonly Scalar[]; readonly holds: boolean })
  | (ParameterTerm & { readonly kind: 'truth'; readonly holds: boolean })
  | { readonly kind: 'all' | 'any'; readonly of: readonly BranchCondition[] }
  | { readonly kind: 'unknown' }

/** Code that runs only if the condition holds. */
export interface ProgramBranch extends Span {
  /** Index of the function that declares the parameters. */
  readonly owner: number
  readonly condition: BranchCondition
}
