import { addToGroup } from '../model/group-by.ts'
import { firstKey, lastSegment } from '../model/symbols.ts'
import { compileName, type NamePattern } from '../matchers/resolved-name.ts'
import { expandBraces } from '../model/expand-braces.ts'
import { listOf } from './list-of.ts'

/** Rows of models by what they are about. Results are kept: a scan asks for each call. */
export interface NameIndex<Row> {
  /** The rows of a function; undefined for none. */
  named(name: string): readonly Row[] | undefined
  /** The rows of a method of any object: those with `**.` before its name and nothing else. */
  method(name: string): readonly Row[] | undefined
  /** Whether the name of a function that a row is about ends with this segment. Rows of methods of any object do not count. */
  hasLast(segment: string): boolean
  /** The names of methods of any object that have rows. */
  methods(): readonly string[]
}

interface NamedRow<Row> {
  readonly pattern: NamePattern
  readonly row: Row
}

/** Finds rows by the names that they begin or end with, where these are written out. */
export function indexNames<Row>(rows: Iterable<readonly [call: string | readonly string[], row: Row]>): NameIndex<Row> {
  const byKey = new Map<string, NamedRow<Row>[]>()
  const methods = new Map<string, Row[]>()
  const lasts = new Set<string>()
  for (const [call, row] of rows) {
    for (const { name, pattern } of listOf(call)
      .flatMap(expandBraces)
      .flatMap((name) => {
        const compiled = compileName(name)
        return compiled === undefined ? [] : [{ name, pattern: compiled }]
      })) {
      if (pattern.shape.kind === 'end') addToGroup(methods, pattern.shape.text, row)
      else {
        addToGroup(byKey, pattern.key ?? '', { pattern, row })
        lasts.add(lastSegment(name))
      }
    }
  }
  const known = new Map<string, readonly Row[] | undefined>()
  const find = (name: string): readonly Row[] | undefined => {
    const keys = new Set([lastSegment(name), firstKey(name), ''])
    const found = [...keys].flatMap((key) => byKey.get(key) ?? []).filter(({ pattern }) => pattern.test(name))
    return found.length === 0 ? undefined : found.map(({ row }) => row)
  }
  return {
    named: (name) => {
      if (name === '' || byKey.size === 0) return undefined
      if (!known.has(name)) known.set(name, find(name))
      return known.get(name)
    },
    method: (name) => methods.get(name),
    hasLast: (segment) => lasts.has(segment),
    methods: () => [...methods.keys()],
  }
}
