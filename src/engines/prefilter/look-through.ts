import { addToGroup } from '../../model/group-by.ts'
import type { NamePlace } from '../../model/literal-need.ts'
import { opensParameter, placesOf } from './holds-placed.ts'
import { holdsSpelled } from '../literal-index/holds-word.ts'
import { membersOf } from './members-of.ts'
import type { LookedFor, NeedNode } from './need-node.ts'

const BEYOND_ASCII = /[^\0-\x7f]/

/** Whether a text meets conditions that the automata cannot test. */
export type TextLook = (need: LookedFor) => boolean

/** Searches texts for the conditions of nodes: once for all members of a name, and once for all positions of a word. */
export function createTextLook(nodes: readonly NeedNode[]): (text: string) => TextLook {
  const placesOfWords = placesByWord(nodes)
  return (text) => {
    const known = new Map<string, ReadonlySet<string> | undefined>()
    const placed = new Map<string, ReadonlySet<NamePlace>>()
    const placesIn = (word: string): ReadonlySet<NamePlace> => {
      const places = placed.get(word) ?? placesOf(text, word, placesOfWords.get(word) ?? [])
      placed.set(word, places)
      return places
    }
    let opens: boolean | undefined
    let foreign: boolean | undefined
    return (need) => {
      if (need.kind === 'spelled') return holdsSpelled(text, need.text, need.ends)
      if (need.kind === 'opened-parameter') return (opens ??= opensParameter(text))
      if (need.kind === 'beyond-ascii') return (foreign ??= BEYOND_ASCII.test(text))
      if (need.kind === 'placed') return placesIn(need.text).has(need.place)
      if (!known.has(need.holder)) known.set(need.holder, membersOf(text, need.holder))
      return known.get(need.holder)?.has(need.text) ?? true
    }
  }
}

function placesByWord(nodes: readonly NeedNode[]): ReadonlyMap<string, readonly NamePlace[]> {
  const places = new Map<string, NamePlace[]>()
  for (const node of nodes) {
    if (node.kind !== 'looked-for' || node.need.kind !== 'placed') continue
    const { text, place } = node.need
    addToGroup(places, text, place)
  }
  return places
}
