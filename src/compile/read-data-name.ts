import { locationKey, type WrittenDataName, type WrittenPlace } from './taint-places.ts'

/** The `data-name` of a taint entry or a named matcher, or undefined. */
export function readDataName({ spec, path, positions }: WrittenPlace): WrittenDataName | undefined {
  const written = spec['data-name']
  if (written === undefined) return undefined
  const rows =
    typeof written === 'string' ? [{ names: undefined, one: undefined, all: written }] : written.map(({ names, one, all }) => ({ names, one, all }))
  return { id: locationKey(positions.file, path), rows }
}
