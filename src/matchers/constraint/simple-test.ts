import type { Bound } from '../../model/bindings.ts'
import { ANYTHING, type LiteralNeed } from '../../model/literal-need.ts'
import type { MatchContext } from '../../model/matcher.ts'
import type { ConstraintTest } from '../node-compiler.ts'

/** A constraint on a present value that binds nothing. */
export function simpleTest(holds: (context: MatchContext, bound: Bound) => boolean, need: LiteralNeed = ANYTHING): ConstraintTest {
  return { need, absent: false, test: (context, bound, bindings, accept) => holds(context, bound) && accept(bindings) }
}
