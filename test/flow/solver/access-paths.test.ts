import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccessPaths, createAccessPaths } from '../../../src/flow/solver/access-paths.ts'
import { isMayTaint, toMayTaint, toMustTaint } from '../../../src/flow/solver/confidence.ts'
import { ANY_KEY, EMPTY_PATH } from '../../../src/flow/solver/path-table.ts'

/** Keys with a special meaning come first, then three names and an index. */
const KEYS = { super: 0, keys: 1, fields: 2, shared: 3 }
const [A, B, C, INDEX] = [4, 5, 6, 7]
const NAMES = [A, B, C]

const openPaths = (): AccessPaths => createAccessPaths(KEYS, (key) => key === INDEX)

/** The depth of the model of an access path: the set of the properties that it taints, as strings of keys. */
const DEPTH = 5
const PROPERTIES = allProperties(DEPTH)

function allProperties(depth: number): readonly string[] {
  if (depth === 0) return ['']
  const shorter = allProperties(depth - 1)
  return ['', ...NAMES.flatMap((key) => shorter.map((rest) => `${key}${rest}`))]
}

type Model = ReadonlySet<string>

const MODEL = {
  all: new Set(PROPERTIES),
  prefix: (key: number, model: Model): Model => new Set([...model].map((rest) => `${key}${rest}`).filter((each) => each.length <= DEPTH)),
  suffix: (model: Model, key: number): Model => new Set([...model].filter((each) => each.startsWith(`${key}`)).map((each) => each.slice(1))),
  exclude: (model: Model, key: number): Model => new Set([...model].filter((each) => !each.startsWith(`${key}`))),
}

/** The properties that a path taints, found by reading every property. */
function taintedBy(paths: AccessPaths, path: number, depth = DEPTH): Model {
  return new Set(PROPERTIES.filter((each) => each.length <= depth && taints(paths, path, each)))
}

function taints(paths: AccessPaths, path: number, property: string): boolean {
  let at = path
  for (const key of property) if (at >= 0) at = paths.suffix(at, Number(key))
  return at >= 0 && paths.isRoot(at)
}

const anyName = fc.constantFrom(...NAMES)
const anySteps = fc.array(fc.record({ kind: fc.constantFrom('prefix' as const, 'suffix' as const, 'exclude' as const), key: anyName }), {
  maxLength: 12,
})
type Steps = readonly { readonly kind: 'prefix' | 'suffix' | 'exclude'; readonly key: number }[]

/** Applies operations to a path and to its model. Omits prefixes that would be cut. */
function apply(paths: AccessPaths, steps: Steps): { readonly path: number; readonly model: Model; readonly length: number } {
  let path: number = EMPTY_PATH
  let model: Model = MODEL.all
  let length = 0
  for (const { kind, key } of steps) {
    if (kind === 'prefix') {
      if (length === 3) continue
      path = paths.prefix(key, path)
      model = MODEL.prefix(key, model)
      length++
    } else {
      const next = kind === 'suffix' ? paths.suffix(path, key) : paths.exclude(path, key)
      if (next < 0) continue
      model = kind === 'suffix' ? MODEL.suffix(model, key) : MODEL.exclude(model, key)
      if (kind === 'suffix' && length > 0) length--
      path = next
    }
  }
  return { path, model, length }
}

/** Models are exact to the depth that operations have not cut. */
const within = (model: Model, depth: number): Model => new Set([...model].filter((each) => each.length <= depth))

describe('access paths', () => {
  it('taint the same properties as sets of properties, after prefixes, suffixes and exclusions', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const paths = openPaths()
        const { path, model } = apply(paths, steps.slice(0, 4))
        expect(taintedBy(paths, path, 1)).toEqual(within(model, 1))
      }),
      { numRuns: 300 },
    )
  })

  it('have no suffix and nothing left exactly where the set is empty', () => {
    fc.assert(
      fc.property(anySteps, anyName, (steps, key) => {
        const paths = openPaths()
        const { path } = apply(paths, steps)
        const model = taintedBy(paths, path)
        expect(paths.suffix(path, key) < 0).toBe(MODEL.suffix(model, key).size === 0)
        expect(paths.exclude(path, key) < 0).toBe(MODEL.exclude(model, key).size === 0)
      }),
      { numRuns: 300 },
    )
  })

  it('are equal numbers exactly where they taint the same', () => {
    fc.assert(
      fc.property(anySteps, anySteps, (left, right) => {
        const paths = openPaths()
        const [first, second] = [apply(paths, left).path, apply(paths, right).path]
        const isSame = PROPERTIES.every((each) => taints(paths, first, each) === taints(paths, second, each))
        expect(first === second).toBe(isSame)
      }),
      { numRuns: 300 },
    )
  })

  it('join exclusions to the union of both sets of tainted paths', () => {
    fc.assert(
      fc.property(
        fc.array(anyName, { maxLength: 2 }),
        fc.array(anyName, { maxLength: 2 }),
        fc.array(anyName, { maxLength: 2 }),
        (prefix, left, right) => {
          const paths = openPaths()
          const without = (keys: readonly number[]): number => keys.reduce((path, key) => paths.exclude(path, key), EMPTY_PATH)
          const below = (path: number): number => prefix.reduceRight((rest, key) => paths.prefix(key, rest), path)
          const [first, second] = [below(without(left)), below(without(right))]
          const union = new Set([...taintedBy(paths, first), ...taintedBy(paths, second)])
          expect(taintedBy(paths, paths.joinExclusions(first, second))).toEqual(union)
          expect(paths.joinExclusions(first, second)).toBe(paths.joinExclusions(second, first))
          expect(paths.joinExclusions(first, first)).toBe(first)
          expect(paths.withoutExclusions(first)).toBe(below(EMPTY_PATH))
        },
      ),
    )
  })

  it('have a parent that taints more, up to the empty path', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const paths = openPaths()
        const { path } = apply(paths, steps)
        const parent = paths.parent(path)
        const more = taintedBy(paths, parent)
        for (const each of taintedBy(paths, path)) expect(more).toContain(each)
        expect(parent === path).toBe(path === EMPTY_PATH)
      }),
    )
  })

  it('are cut at their end where they are too long, and then may taint more', () => {
    const paths = openPaths()
    const keys = [A, B, A, C, B, A, INDEX]
    const path = keys.slice(0, 5).reduceRight((rest, key) => paths.prefix(key, rest), EMPTY_PATH)
    const longer = paths.prefix(INDEX, path)
    expect(keys.slice(0, 4).reduce((at, key) => paths.suffix(at, key), paths.suffix(longer, INDEX))).toBe(toMayTaint(EMPTY_PATH))
  })

  it('lose a loop that leads through the same name twice', () => {
    const paths = openPaths()
    const path = [A, B, C, B, C].reduceRight((rest, key) => paths.prefix(key, rest), EMPTY_PATH)
    expect(paths.prefix(A, path)).toBe(path)
  })

  it.each([
    { name: 'a name of an unknown property may be tainted', stored: ANY_KEY, read: A, isTainted: true, isMay: true },
    { name: 'an index of an unknown element is tainted', stored: ANY_KEY, read: INDEX, isTainted: true, isMay: false },
    { name: 'an unknown element is tainted by a known one', stored: INDEX, read: ANY_KEY, isTainted: true, isMay: false },
    { name: 'any field is a property of known name', stored: KEYS.fields, read: A, isTainted: true, isMay: false },
    { name: 'names are no property', stored: KEYS.keys, read: A, isTainted: false, isMay: false },
    { name: 'shared state under an unknown name has no property of known name', stored: KEYS.shared, read: A, isTainted: false, isMay: false },
    { name: 'shared state under an unknown name has elements', stored: KEYS.shared, read: INDEX, isTainted: true, isMay: false },
    { name: 'the receiver is no property', stored: KEYS.super, read: A, isTainted: true, isMay: false },
  ])('know keys with a meaning of their own: $name', ({ stored, read, isTainted, isMay }) => {
    const paths = openPaths()
    const suffix = paths.suffix(paths.prefix(stored, EMPTY_PATH), read)
    expect(suffix >= 0).toBe(isTainted)
    expect(suffix >= 0 && isMayTaint(suffix)).toBe(isMay)
  })

  it('keep their confidence through every operation', () => {
    fc.assert(
      fc.property(anySteps, anyName, (steps, key) => {
        const paths = openPaths()
        const { path } = apply(paths, steps)
        const may = toMayTaint(path)
        for (const operation of [
          (at: number) => paths.prefix(key, at),
          (at: number) => paths.suffix(at, key),
          (at: number) => paths.exclude(at, key),
          (at: number) => paths.elementSuffix(at),
          (at: number) => paths.parent(at),
          (at: number) => paths.truncate(at, 1),
        ]) {
          const [result, plain] = [operation(may), operation(path)]
          expect(toMustTaint(result)).toBe(toMustTaint(plain))
          if (result >= 0) expect(isMayTaint(result)).toBe(true)
        }
        expect(paths.isRoot(may)).toBe(paths.isRoot(path))
        expect(isMayTaint(paths.toSharedState(path))).toBe(true)
      }),
    )
  })
})
