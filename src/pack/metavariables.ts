import { isLocal } from '../model/bound.ts'
import type { AnyMatcher } from './matcher-tree.ts'
import { readDocumentPath } from './read-document-path.ts'

/** The metavariable of the reported node. Every matcher binds it. */
export const REPORTED_NODE = '$MATCH'

/** A metavariable in a text: its name with `$` (without the dots of `$...ARGS`) and its offset. */
export interface MetavariableUse {
  readonly name: string
  /** In UTF-16 units. */
  readonly offset: number
}

/** The metavariables in a pattern, message or template, in order. The wildcard `$_` is not included. */
export function findMetavariables(text: string): readonly MetavariableUse[] {
  const found = [...text.matchAll(/(?<![\w$])\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)(?![\w$])/g)]
  return found.filter(([, name]) => name !== '_').map(({ 1: name, index }) => ({ name: `$${name}`, offset: index }))
}

/** The metavariables that the matcher's own texts bind, without those of nested matchers. */
export function boundByTexts({ pattern, query, regex, path, superlinear, 'refers-to': refersTo }: AnyMatcher): readonly string[] {
  return [
    ...(pattern === undefined ? [] : findMetavariables(pattern).flatMap(({ name }) => (isLocal(name) ? [] : [name]))),
    ...(query === undefined ? [] : findCaptures(query)),
    ...(regex === undefined ? [] : findGroups(regex)),
    ...(path === undefined ? [] : readDocumentPath(path).names),
    ...(superlinear?.witness === undefined ? [] : [superlinear.witness]),
    ...(refersTo?.reference === undefined ? [] : [refersTo.reference]),
  ]
}

/** `@name` binds `$NAME`. Characters that a metavariable cannot contain become `_`. Captures in strings and comments are ignored. */
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
