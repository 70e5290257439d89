import type { Bindings } from '../model/bindings.ts'
import type { Accept, Matcher } from '../model/matcher.ts'

/** The test of a matcher at a subject. */
export type Test<Context, Place> = Matcher<Context, Place>['test']

/** All tests hold, each with the bindings of the earlier ones. Enumerates every combination. An empty list always holds. */
export function conjoinTests<Context, Place>(tests: readonly Test<Context, Place>[]): Test<Context, Place> {
  const [only] = tests
  if (only !== undefined && tests.length === 1) return only
  const testFrom = (index: number, context: Context, place: Place, bindings: Bindings, accept: Accept): boolean => {
    const test = tests[index]
    return test === undefined ? accept(bindings) : test(context, place, bindings, (next) => testFrom(index + 1, context, place, next, accept))
  }
  return (context, place, bindings, accept) => testFrom(0, context, place, bindings, accept)
}
