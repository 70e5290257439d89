import type { SpecPath } from '../model/rule-pack.ts'
import type { SpecCheck, SpecFault } from './spec-check.ts'
import { toPath } from './to-path.ts'

/** A value may have faults within faults: each round cuts those that are seen. */
const MOST_ROUNDS = 20

/** Stands for a matcher that cannot be read, so that the others of its list keep their places. */
const UNREADABLE = { regex: 'unreadable' }

/** What a rule must have, in place of what it has not, so that the rest can be looked at. */
const NEEDED: Readonly<Record<string, unknown>> = {
  id: 'a-rule',
  title: 'A rule',
  severity: 'low',
  confidence: 'low',
  category: 'data',
  cwe: ['CWE-1'],
  description: 'A rule.',
}

/** What is left of a rule without the parts that have not the shape of the schema: it is never run, and looked at for the mistakes of its other parts alone. */
export function cutFaults<T>(value: unknown, check: SpecCheck<T>): T | undefined {
  let rest: unknown = structuredClone(value)
  for (let round = 0; round < MOST_ROUNDS; round++) {
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
