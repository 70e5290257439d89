import type { IgnoreLiteral, IgnorePattern } from './ignore-pattern.ts'
import { addToGroup } from '../model/group-by.ts'

/** Finds the first of a list of patterns that matches a path, which is relative to their folder. */
export type PatternFinder = (path: string, isFolder: boolean) => IgnorePattern | undefined

/** Positions of patterns in the list, by their literal. */
type Places = Map<string, { readonly all: number; readonly folders: number }>

/**
 * Indexes patterns by their literals, so that a path needs a lookup instead of a comparison with each pattern: ignore files have thousands of names.
 * Other patterns are tried if the path has their end.
 */
export function indexPatterns(patterns: readonly IgnorePattern[]): PatternFinder {
  const places: Readonly<Record<IgnoreLiteral['compares'], Places>> = { name: new Map(), 'name-end': new Map(), path: new Map() }
  /** Other patterns by the end of their text, ascending. */
  const others = new Map<string, number[]>()
  for (const [index, { literal, foldersOnly, end }] of patterns.entries()) {
    if (literal === undefined) {
      addToGroup(others, end, index)
      continue
    }
    const known = places[literal.compares].get(literal.text) ?? { all: patterns.length, folders: patterns.length }
    places[literal.compares].set(literal.text, {
      all: foldersOnly ? known.all : Math.min(known.all, index),
      folders: Math.min(known.folders, index),
    })
  }
  const ends = lengthsOf(places['name-end'])
  const otherEnds = lengthsOf(others)
  return (path, isFolder) => {
    const placeOf = (compared: keyof typeof places, text: string): number =>
      places[compared].get(text)?.[isFolder ? 'folders' : 'all'] ?? patterns.length
    const name = path.slice(path.lastIndexOf('/') + 1)
    let first = Math.min(placeOf('name', name), placeOf('path', path))
    for (const length of ends) if (length <= name.length) first = Math.min(first, placeOf('name-end', name.slice(name.length - length)))
    for (const length of otherEnds) {
      const alike = length > path.length ? undefined : others.get(path.slice(path.length - length))
      for (const index of alike ?? []) {
        if (index >= first) break
        if (patterns[index].matches(path, isFolder)) first = index
      }
    }
    return patterns[first]
  }
}

function lengthsOf(texts: ReadonlyMap<string, unknown>): readonly number[] {
  return [...new Set([...texts.keys()].map(({ length }) => length))]
}
