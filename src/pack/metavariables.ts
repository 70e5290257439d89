import type { AnyMatcher } from './matcher-tree.ts'
import { readDocumentPath } from './read-document-path.ts'

/** The reported node. Every matcher binds it. */
export const REPORTED_NODE = '$MATCH'

/** A metavariable in a text, as a name with its `$` (and without the dots of `$...ARGS`), and where it is. */
export interface MetavariableUse {
  readonly name: string
  /** UTF-16 units into the text. */
  readonly offset: number
}

/** Metavariables in a pattern, message or template, in order. `$_` stands for anything and is none. */
export function findMetavariables(text: string): readonly MetavariableUse[] {
  const found = [...text.matchAll(/(?<![\w$])\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)(?![\w$])/g)]
  return found.filter(([, name]) => name !== '_').map(({ 1: name, index }) => ({ name: `$${name}`, offset: index }))
}

/** Metavariables that the matcher's own texts bind; not those of matchers within it. */
export function boundByTexts({ pattern, query, regex, path, superlinear }: AnyMatcher): readonly string[] {
  return [
    ...(pattern === undefined ? [] : findMetavariables(pattern).map(({ name }) => name)),
    ...(query === undefined ? [] : findCaptures(query)),
    ...(regex === undefined ? [] : findGroups(regex)),
    ...(path === undefined ? [] : readDocumentPath(path).names),
    ...(superlinear?.witness === undefined ? [] : [superlinear.witness]),
  ]
}

/** `@name` binds `$NAME`; characters that a metavariable cannot have become `_`. Strings and comments hold no captures. */
function findCaptures(query: string): readonly string[] {
  const found = [...query.matchAll(/"(?:[^"\\]|\\[^])*(?:"|\\?$)|;.*|@([\w.!?-]+)/g)]
  return found.flatMap(([, name]) =>
    name === undefined || name === 'match' || name.startsWith('_') ? [] : [`$${name.toUpperCase().replaceAll(/\W/g, '_')}`],
  )
}

/** `(?P<NAME>` and `(?<NAME>` bind `$NAME`. */
function findGroups(regex: string): readonly string[] {
  return [...regex.matchAll(/\\[^]|\(\?P?<([A-Za-z_]\w*)>/g)].flatMap(([, name]) => (name === undefined ? [] : [`$${name}`]))
}
