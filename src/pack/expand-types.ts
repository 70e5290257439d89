import { addToGroup } from '../model/group-by.ts'
import { expandBraces } from '../model/expand-braces.ts'
import type { ReadModel } from './read-models.ts'

/** Adds to the names of a rule, a matcher or a model what the `types` of models say about them. Returns the same object if there is nothing to add. */
export type ExpandTypes = <Spec>(spec: Spec) => Spec

/** `acme.Client().run` also stands for `acme.open().run`, where a row says that `acme.open` returns an `acme.Client`. */
export function createTypeExpander(models: readonly ReadModel[]): ExpandTypes {
  const factories = new Map<string, string[]>()
  for (const { spec } of models)
    for (const { call = [], returns } of spec.types ?? [])
      if (returns?.includes('.') === true) for (const name of listOf(call).flatMap(expandBraces)) addToGroup(factories, returns, name)
  const others = (name: string): readonly string[] => {
    const [whole = '', type = ''] = INSTANCE.exec(name) ?? []
    return (factories.get(type) ?? []).map((factory) => `${factory}()${name.slice(whole.length)}`)
  }
  const expandNames = (written: string | readonly string[]): string | readonly string[] => {
    const names = listOf(written)
    const added = names.flatMap((name) => (name.includes('{') ? expandBraces(name) : [name])).flatMap(others)
    return added.length === 0 ? written : [...new Set([...names, ...added])]
  }
  return (spec) => {
    if (factories.size === 0 || !someNames(spec, (names) => expandNames(names) !== names)) return spec
    const copy = structuredClone(spec)
    someNames(copy, (names, key, holder) => {
      Object.assign(holder, { [key]: expandNames(names) })
      return false
    })
    return copy
  }
}

/** Whether a test holds for the names in some value. Each is tested until one holds. */
function someNames(value: unknown, test: (names: string | readonly string[], key: string, holder: object) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, each]) => (NAME_KEYS.has(key) && isNames(each) ? test(each, key, value) : someNames(each, test)))
}

/** An instance at the beginning of a name. */
const INSTANCE = /^([^()]+)\(\)/

/** Keys whose values are resolved names. */
const NAME_KEYS: ReadonlySet<string> = new Set(['call', 'symbol', 'decorator'])

function isNames(value: unknown): value is string | readonly string[] {
  return typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
}

function listOf(written: string | readonly string[]): readonly string[] {
  return typeof written === 'string' ? [written] : written
}
