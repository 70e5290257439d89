import type { LoadedMatcher } from '../model/rule-pack.ts'

/** Caches a property of named matchers by name. `unknown` for unknown names and for cycles, which the loader reports. */
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
