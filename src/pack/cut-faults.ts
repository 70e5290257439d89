import type { SpecPath } from '../model/rule-pack.ts'
import type { SpecCheck, SpecFault } from './spec-check.ts'
import { toPath } from './to-path.ts'

/** A value can contain nested faults. Each round removes the visible ones. */
const MAX_ROUNDS = 20

/** Replaces an unreadable matcher, so that the other matchers of its list keep their indexes. */
const UNREADABLE = { regex: 'unreadable' }

/** Default values for required keys of a rule, so that the rest can be checked. */
const NEEDED: Readonly<Record<string, unknown>> = {
  id: 'a-rule',
  title: 'A rule',
  severity: 'low',
  confidence: 'low',
  category: 'data',
  cwe: ['CWE-1'],
  description: 'A rule.',
}

/** Returns the rule without the parts that violate the schema. The result is used only to check the other parts, and is never run. */
export function cutFaults<T>(value: unknown, check: SpecCheck<T>): T | undefined {
  let rest: unknown = structuredClone(value)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (isRecord(rest)) rest = { ...NEEDED, ...rest }
    if (check(rest)) return rest
    for (const fault of check.errors ?? []) cut(rest, fault)
  }
  return undefined
}

function cut(root: unknown, fault: SpecFault): void {
  const path = toPath(fault.instancePath, root)
  const key = fault.propertyName ?? fault.params.additionalProperty
  if (typeof key === 'string') drop(valueAt(root, path), key)
  else if (path.length > 0) drop(valueAt(root, path.slice(0, -1)), path[path.length - 1])
}

function drop(parent: unknown, key: string | number): void {
  if (Array.isArray(parent) && typeof key === 'number') {
    if (isRecord(parent[key]) && Object.keys(parent[key]).join() !== 'regex') parent[key] = { ...UNREADABLE }
    else parent.splice(key, 1)
  } else if (isRecord(parent)) Reflect.deleteProperty(parent, key)
}

function valueAt(root: unknown, path: SpecPath): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), root)
}

function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
