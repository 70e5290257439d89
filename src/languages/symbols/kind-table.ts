import type { GrammarNames } from '../../model/tree.ts'
import { tabulateTypes } from './node-table.ts'

/** Tells the kind of a node by one array read, and knows the ids of the fields that are asked for. */
export interface KindTable<Kind extends string, Field extends string> {
  readonly names: GrammarNames
  /** By type id: the number of the kind, from 1; 0 for all other types. */
  readonly table: Uint8Array
  readonly id: Readonly<Record<Kind, number>>
  /** 0 for fields that the grammar lacks. */
  readonly field: Readonly<Record<Field, number>>
}

/** A word of a text in which words are separated by one space. */
type Word<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text

/** Numbers the node types and looks up the fields. Each line names several. Types that the grammar lacks are never met. */
export function tabulateKinds<Kinds extends string, Fields extends string>(
  names: GrammarNames,
  kinds: readonly Kinds[],
  fields: readonly Fields[],
): KindTable<Word<Kinds>, Word<Fields>> {
  const types = wordsOf(kinds)
  return {
    names,
    table: tabulateTypes(
      names,
      types.map((kind) => [kind]),
    ),
    id: recordOf(types, (_, position) => position + 1),
    field: recordOf(wordsOf(fields), (field) => names.fieldId(field)),
  }
}

function wordsOf<Text extends string>(lines: readonly Text[]): readonly Word<Text>[] {
  const words: readonly string[] = lines.join(' ').split(' ')
  return words.filter(isWord)

  function isWord(word: string): word is Word<Text> {
    return word !== ''
  }
}

/** A table by kind. Each row has an entry and the kinds that it is for. Other kinds have none. */
export function tabulateEntries<Kind extends string, Entry>(
  id: Readonly<Record<Kind, number>>,
  rows: readonly (readonly [Entry, ...Kind[]])[],
): readonly (Entry | undefined)[] {
  const entries: (Entry | undefined)[] = Array.from({ length: 256 })
  for (const [entry, ...kinds] of rows) for (const kind of kinds) entries[id[kind]] = entry
  return entries
}

/**
 * V8 keeps an object that is filled key by key as a hash table, in which a switch over 47 kinds takes 400 ns. What stands behind another object as its
 * prototype it lays out as it does literals: 50 ns. So the numbers are in the prototype of what is given.
 */
function recordOf<Key extends string>(keys: readonly Key[], numberOf: (key: Key, position: number) => number): Readonly<Record<Key, number>> {
  const record: Partial<Record<Key, number>> = {}
  for (const [position, key] of keys.entries()) record[key] = numberOf(key, position)
  if (!isComplete(record, keys)) throw new Error('a kind has no number')
  const laidOut: Readonly<Record<Key, number>> = Object.create(record)
  return laidOut
}

function isComplete<Key extends string>(record: Partial<Record<Key, number>>, keys: readonly Key[]): record is Record<Key, number> {
  return keys.every((key) => record[key] !== undefined)
}
