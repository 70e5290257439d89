import type { MatcherSpec, PassedArgumentSpec } from './rule-spec.ts'

/** Whether `argument` is about the node itself, with `of` and `at`, and not about the arguments of the node. */
export function isPassedArgument(argument: MatcherSpec['argument']): argument is PassedArgumentSpec {
  return typeof argument === 'object' && !Array.isArray(argument)
}

/** The matcher of the call, if it is not given by the names of functions. */
export function matcherOfCall({ of }: PassedArgumentSpec): MatcherSpec | undefined {
  return typeof of === 'string' || Array.isArray(of) ? undefined : of
}

/** The names of the functions that are called, as they are written; none if a matcher gives the call. */
export function namesOfCall({ of }: PassedArgumentSpec): string | readonly string[] {
  return typeof of === 'string' || Array.isArray(of) ? of : []
}
