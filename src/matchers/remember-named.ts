import type { LoadedMatcher } from '../model/rule-pack.ts'

/**
 * What is known of shared matchers by name, each asked once. `unknown` where there is no such name to tell, and for a matcher that uses itself, which is the loader's
 * error.
 */
export function rememberNamed<T>(shared: ReadonlyMap<string, LoadedMatcher>, unknown: T, ask: (spec: object | undefined) => T): (name: unknown) => T {
  const answers = new Map<string, T>()
  return (name) => {
    if (typeof name !== 'string') return unknown
    const known = answers.get(name)
    if (known !== undefined) return known
    answers.set(name, unknown)
    const answer = ask(shared.get(name)?.spec)
    answers.set(name, answer)
    return answer
  }
}
