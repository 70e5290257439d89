import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'

/** One matcher for which all parts and tests hold. Constraints on the same metavariable are combined. */
export function joinParts(parts: readonly MatcherSpec[], tests: readonly MatcherSpec[], focus: string | undefined): MatcherSpec {
  const where = tests.flatMap((test) => (isWhere(test) ? Object.entries(test.where ?? {}) : []))
  const others = tests.filter((test) => !isWhere(test))
  const [only] = parts
  const base: MatcherSpec = parts.length === 1 && only !== undefined && canExtend(only) ? only : { all: [...parts] }
  const merged = mergeWhere([...Object.entries(base.where ?? {}), ...where])
  const extended: MatcherSpec = { ...base, ...(merged === undefined ? {} : { where: merged }) }
  const whole: MatcherSpec = others.length === 0 ? extended : { all: [extended, ...others] }
  return focus === undefined ? whole : { ...whole, focus }
}

function isWhere(test: MatcherSpec): boolean {
  return Object.keys(test).every((key) => key === 'where')
}

function canExtend(spec: MatcherSpec): boolean {
  return spec.focus === undefined && spec.not === undefined
}

function mergeWhere(entries: readonly (readonly [string, ConstraintSpec])[]): MatcherSpec['where'] {
  if (entries.length === 0) return undefined
  const found = new Map<string, ConstraintSpec[]>()
  for (const [name, constraint] of entries) found.set(name, [...(found.get(name) ?? []), constraint])
  return Object.fromEntries([...found].map(([name, all]) => [name, all.length === 1 && all[0] !== undefined ? all[0] : { all }]))
}
