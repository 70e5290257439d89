import type { UnknownEffect } from '../model/call-models.ts'
import type { UnknownCallSpec } from '../model/rule-spec.ts'

/** Whole names count before verbs, and these before words within. What builds counts before what looks up. */
export function compileUnknownCalls(specs: readonly UnknownCallSpec[]): (written: string) => UnknownEffect | undefined {
  const tell = (key: 'names' | 'verbs' | 'words'): ReadonlyMap<string, UnknownEffect> =>
    new Map(
      EFFECTS.flatMap((effect) =>
        specs.flatMap((spec) => (spec.effect === effect ? (spec[key] ?? []) : []).map((word): [string, UnknownEffect] => [word, effect])),
      ),
    )
  const [names, verbs, words] = [tell('names'), tell('verbs'), tell('words')]
  const known = new Map<string, UnknownEffect | undefined>()
  const read = (written: string): UnknownEffect | undefined => {
    const [verb = '', ...others] = wordsOf(written)
    return names.get(written) ?? verbs.get(verb) ?? others.flatMap((word) => words.get(word) ?? [])[0]
  }
  return (written) => {
    if (!known.has(written)) known.set(written, read(written))
    return known.get(written)
  }
}

/** The later counts. */
const EFFECTS: readonly UnknownEffect[] = ['looks-up', 'demands', 'builds']

/** `findOneBy`, `find_one_by` and `FIND_ONE_BY` as `find`, `one` and `by`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
