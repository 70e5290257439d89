import { BOUNDS } from '../../model/bounds.ts'
import type { FlowEnds } from '../match/match-endpoints.ts'

/** Size of the files, in UTF-16 units, whose trees and matches stay in memory. A tree takes about fifteen bytes per unit. */
const MAX_UNITS = BOUNDS.parsedFileUnits.value

/** A cache of parsed files with their sources and sinks. Files that do not fit are parsed again. */
export interface ParsedFiles<Key> {
  /** Stores a file of a size in UTF-16 units, if it fits. */
  keep(key: Key, ends: FlowEnds, units: number): void
  /** Removes and returns a file. */
  take(key: Key): FlowEnds | undefined
}

/** Creates an empty store. */
export function createParsedFiles<Key>(): ParsedFiles<Key> {
  const held = new Map<Key, { readonly ends: FlowEnds; readonly units: number }>()
  let room = MAX_UNITS
  return {
    keep: (key, ends, units) => {
      if (units > room || held.has(key)) return
      room -= units
      held.set(key, { ends, units })
    },
    take: (key) => {
      const found = held.get(key)
      if (found === undefined) return undefined
      held.delete(key)
      room += found.units
      return found.ends
    },
  }
}
