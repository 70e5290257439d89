import { BOUNDS } from '../../model/bounds.ts'
import type { FlowEnds } from '../match/match-endpoints.ts'

/** Size of the files, in UTF-16 units, whose trees and matches are held. A tree takes about fifteen bytes for each unit. */
const MOST_UNITS = BOUNDS.parsedFileUnits.value

/**
 * Parsed files with the ends of flows that were found in them, kept so that no file is parsed and matched twice. What does not fit is parsed again.
 */
export interface ParsedFiles<Key> {
  /** Keeps a file of so many UTF-16 units, where there is room. */
  keep(key: Key, ends: FlowEnds, units: number): void
  /** Hands a file out, and holds it no longer. */
  take(key: Key): FlowEnds | undefined
}

/** Creates an empty store. */
export function createParsedFiles<Key>(): ParsedFiles<Key> {
  const held = new Map<Key, { readonly ends: FlowEnds; readonly units: number }>()
  let room = MOST_UNITS
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
