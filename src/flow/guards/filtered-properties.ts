import type { CallGraph } from '../call-graph/call-graph.ts'
import type { Project } from '../program/link-program.ts'

/**
 * By call: the keys of properties of its elements that are harmless for every rule because the predicate tests them:
 * `Object.entries(body).filter(([key]) => COLUMNS.includes(key))`, `rows.filter(({ role }) => ROLES.has(role))`.
 */
export function findFilteredProperties({ calls, functions, keyId }: Project, { callbacks }: CallGraph): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>()
  for (const [index, passed] of callbacks) {
    if (calls[index].spelledName !== 'filter') continue
    const targets = passed.flatMap((each) => each.functions)
    const checked = targets.map((target) =>
      functions[target].guardFacts.flatMap(({ parameter, property, outcome, resultProperty, guardedValues }) =>
        parameter === 0 && outcome === 'true' && resultProperty === undefined && guardedValues.length === 0 && property !== undefined
          ? [property]
          : [],
      ),
    )
    const [first, ...others] = checked
    const parts = first?.filter((part) => others.every((each) => each.includes(part))) ?? []
    if (parts.length > 0) found.set(index, parts.map(keyId))
  }
  return found
}
