import type { Bound } from '../model/bindings.ts'
import { lookup, MATCH } from '../model/bound.ts'
import type { MatchContext } from '../model/matcher.ts'
import { conjoinTests, type Test } from './conjoin-tests.ts'
import type { ConstraintTest } from './node-compiler.ts'

/** The constraints of a `where` by metavariable. An unbound metavariable satisfies only `absent`. */
export function conjoinWhere(constraints: readonly (readonly [name: string, constraint: ConstraintTest])[]): Test<MatchContext, Bound> {
  return conjoinTests(
    constraints.map(
      ([name, constraint]): Test<MatchContext, Bound> =>
        (context, self, bindings, accept) => {
          const bound = name === MATCH ? self : lookup(bindings, name)
          return bound === undefined ? constraint.absent && accept(bindings) : constraint.test(context, bound, bindings, accept)
        },
    ),
  )
}
