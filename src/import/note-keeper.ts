import type { ImportEffect, ImportNote } from '../model/imported-rules.ts'

/** Collects notes on one rule. */
export interface NoteKeeper {
  readonly notes: readonly ImportNote[]
  add(key: string, effect: ImportEffect, reason: string): void
}

/** `lineOf` finds the line of a key in the foreign file. */
export function keepNotes(file: string, rule: string | undefined, lineOf: (key: string) => number): NoteKeeper {
  const notes: ImportNote[] = []
  return {
    notes,
    add: (key, effect, reason) => {
      if (notes.some((note) => note.key === key && note.reason === reason)) return
      notes.push({ ...(rule === undefined ? {} : { rule }), key, effect, reason, file, line: lineOf(key) })
    },
  }
}
