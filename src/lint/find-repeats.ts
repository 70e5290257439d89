import type { Diagnostic } from '../model/diagnostic.ts'
import { groupBy } from '../model/group-by.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import { reportAt } from '../pack/spec-file.ts'
import { shortenQuote } from '../pack/shorten-quote.ts'
import type { WrittenRule } from './read-rules.ts'
import { canonical } from './same-value.ts'

/** Plain values that stand twice in one list. Equal objects are unreachable clauses. */
export function findRepeatedEntries({ value, positions }: WrittenRule): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  const visit = (node: unknown, path: SpecPath): void => {
    if (typeof node !== 'object' || node === null) return
    const seen = new Set<unknown>()
    for (const [key, each] of Array.isArray(node) ? node.entries() : Object.entries(node)) {
      const inner = [...path, key]
      if (Array.isArray(node) && (typeof each !== 'object' || each === null)) {
        if (seen.has(each)) {
          const message = `\`${shortenQuote(String(each))}\` is in this list twice.`
          found.push(reportAt(positions, inner, { code: 'lint/duplicate-entry', message, hint: 'remove one of them' }))
        }
        seen.add(each)
      }
      visit(each, inner)
    }
  }
  visit(value, [])
  return found
}

/** Rules with the same matcher for the same language report everything twice. */
export function findSameMatchers(rules: readonly WrittenRule[]): readonly Diagnostic[] {
  const groups = groupBy(rules, ({ spec }) => canonical(spec.match ?? spec.taint))
  return [...groups.values()].flatMap((group) =>
    group.slice(1).flatMap(({ spec, positions }) => {
      const first = group.find((other) => other.spec.id < spec.id && other.spec.languages.some((language) => spec.languages.includes(language)))
      if (first === undefined) return []
      const message = `\`${first.id}\` has the same matcher for the same languages.`
      const hint = 'remove one of the rules, or let one yield to the other with `yields-to`'
      return [reportAt(positions, [spec.match === undefined ? 'taint' : 'match'], { code: 'lint/same-matcher', message, hint })]
    }),
  )
}
