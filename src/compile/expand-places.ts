import { isForLanguage } from '../model/language.ts'
import { needAll } from '../model/literal-need.ts'
import { compileTaintPlace, plainMatcher } from './compile-taint-place.ts'
import { readDataName } from './read-data-name.ts'
import { narrowMatcher } from './narrow-matcher.ts'
import { listOf } from './list-of.ts'
import type { AnyTaintSpec } from './compile-taint-use.ts'
import { matcherKeys, type Place, placeKey, type PlaceOptions, type PlaceTable, type WrittenParameter, type WrittenPlace } from './taint-places.ts'

/** Keys with which a matcher selects the value of a call itself. */
const OWN_PLACE: ReadonlySet<string> = new Set(['argument', 'arguments', 'keyword', 'call', 'pattern', 'query', 'focus', 'document'])

/** The places of an entry of a taint rule: those of the matchers that it uses and of its branches, each compiled once. */
export function expandPlaces(table: PlaceTable, written: WrittenPlace, outer: PlaceOptions): readonly Place[] {
  const { spec, path, positions } = written
  if (!isForLanguage(spec.languages, table.dialect.language)) return []
  const options: PlaceOptions = {
    parameter: writtenParameter(spec) ?? outer.parameter,
    decorator: spec.decorator === undefined ? outer.decorator : listOf(spec.decorator),
    dataName: readDataName(written) ?? outer.dataName,
  }
  const keys = matcherKeys(spec)
  const only = keys.length === 1 ? keys[0] : undefined
  if (only === 'use') {
    const named = table.shared.get(spec.use ?? '')
    return named === undefined ? [] : expandPlaces(table, named, options)
  }
  if (only === 'any')
    return (spec.any ?? []).flatMap((branch, index) => expandPlaces(table, { spec: branch, path: [...path, 'any', index], positions }, options))
  const id = placeKey(written, options)
  const known = table.places.get(id)
  if (known !== undefined) return [known]
  const narrowed = narrowPlaces(table, written, options)
  if (narrowed !== undefined) return narrowed
  const made = compileTaintPlace(table, written, options)
  if (made === undefined) return []
  addPlace(table, id, made)
  return [made]
}

function writtenParameter({ parameter, function: place, except, texts }: AnyTaintSpec): WrittenParameter | undefined {
  return parameter === undefined ? undefined : { parameter, ...(place && { function: place }), ...(except && { except }), ...(texts && { texts }) }
}

/**
 * `{ use: shell-call, not: … }`: the places of the used matcher, with its arguments and parameters, restricted to nodes where the whole matcher
 * holds. Undefined if there is nothing to restrict.
 */
function narrowPlaces(table: PlaceTable, written: WrittenPlace, options: PlaceOptions): readonly Place[] | undefined {
  const { places, compiler } = table
  if (matcherKeys(written.spec).some((key) => OWN_PLACE.has(key))) return undefined
  const inner = innerOf(table, written)
  if (inner === undefined) return undefined
  const key = placeKey(written, options)
  const known = table.narrowed.get(key)
  if (known !== undefined) return addNarrowed(table, key, known)
  const before = table.added.length
  const parts = inner.flatMap((each) => expandPlaces(table, each, options))
  const fresh = table.added.slice(before)
  if (parts.every(({ place }) => place.arguments === undefined && place.parameter === undefined)) {
    for (const key of fresh) places.delete(key)
    return undefined
  }
  const whole = compiler.nodeMatcher(plainMatcher(written.spec), written.path, written.positions)
  const made = parts.map(
    ({ place, need }): Place => ({
      place: { ...place, matcher: narrowMatcher(place.matcher, whole), isPlainCallOf: undefined, uses: [] },
      need: whole === undefined ? need : needAll([need, whole.need]),
    }),
  )
  table.narrowed.set(key, made)
  addNarrowed(table, key, made)
  // Places created only for this are removed.
  for (const key of fresh) if (places.get(key)?.place.uses.length === 0) places.delete(key)
  return made
}

/** Adds restricted places of a matcher, unless an earlier rule added them: they collect the uses of all rules. */
function addNarrowed(table: PlaceTable, key: string, narrowed: readonly Place[]): readonly Place[] {
  for (const [index, place] of narrowed.entries()) if (!table.places.has(`${key}:${index}`)) addPlace(table, `${key}:${index}`, place)
  return narrowed
}

function addPlace({ places, added }: PlaceTable, key: string, place: Place): void {
  places.set(key, place)
  added.push(key)
}

/** The matchers that the matcher uses or chooses among, itself or in its `all`. */
function innerOf(table: PlaceTable, { spec, path, positions }: WrittenPlace): readonly WrittenPlace[] | undefined {
  if (spec.use !== undefined) {
    const named = table.shared.get(spec.use)
    return named === undefined ? undefined : [named]
  }
  if (spec.any !== undefined) return spec.any.map((each, index) => ({ spec: each, path: [...path, 'any', index], positions }))
  for (const [index, part] of (spec.all ?? []).entries()) {
    const found = innerOf(table, { spec: part, path: [...path, 'all', index], positions })
    if (found !== undefined) return found
  }
  return undefined
}
