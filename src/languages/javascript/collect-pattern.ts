import { BOUNDS } from '../../model/bounds.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import { type Binding, createBinding } from '../symbols/binding.ts'
import { propertyKey } from './call-sites.ts'
import type { Collector } from './collector.ts'

export type PatternFields = Pick<Binding, 'kind'> & Partial<Omit<Binding, 'origins'>>

/** Patterns nest as deep as people write them. */
const MAX_LEVELS = BOUNDS.patternDepth.value

/** Declares every name of a pattern (`a`, `{a, b: [c]}`) in the scope, with the way to it in the value. */
export function bindPattern(collector: Collector, scope: number, pattern: number, fields: PatternFields): void {
  const { tree, text, scopes, isNull } = collector
  visitNames(collector, pattern, fields, (node, found) => {
    scopes.declare(scope, nodeText(tree, text, node), createBinding({ ...found, node }, isNull))
  })
}

/** Tells every name of a pattern, with the way to it in the value. */
export function visitNames(
  collector: Collector,
  pattern: number,
  fields: PatternFields,
  visit: (node: number, fields: PatternFields) => void,
  level = 0,
): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  if (pattern < 0 || level > MAX_LEVELS) return
  const path = fields.path ?? []
  const within = (part: number, changes: Partial<PatternFields>): void => visitNames(collector, part, { ...fields, ...changes }, visit, level + 1)
  switch (table[tree.type[pattern]]) {
    case id.identifier:
      visit(pattern, fields)
      return
    case id.shorthand_property_identifier_pattern:
      visit(pattern, { ...fields, path: [...path, nodeText(tree, text, pattern)] })
      return
    case id.assignment_pattern:
    case id.object_assignment_pattern: {
      const left = childByField(tree, pattern, field.left)
      const isName = left >= 0 && (table[tree.type[left]] === id.identifier || table[tree.type[left]] === id.shorthand_property_identifier_pattern)
      within(left, { fallback: isName ? childByField(tree, pattern, field.right) : -1 })
      return
    }
    case id.pair_pattern: {
      const key = childByField(tree, pattern, field.key)
      within(childByField(tree, pattern, field.value), { path: [...path, (key < 0 ? undefined : propertyKey(kinds, tree, text, key)) ?? '?'] })
      return
    }
    case id.rest_pattern:
      within(firstNamedChild(tree, pattern), { rest: true })
      return
    case id.object_pattern:
      for (const part of namedChildren(tree, pattern)) within(part, {})
      return
    case id.array_pattern:
      bindItems(collector, pattern, (part, index) =>
        within(part, { path: [...path, table[tree.type[part]] === id.rest_pattern ? '?' : String(index)] }),
      )
      return
    default:
  }
}

/** Items by place: `[, b]` leaves the first out. */
function bindItems({ kinds, tree, text }: Collector, pattern: number, bind: (part: number, index: number) => void): void {
  let index = 0
  for (let child = pattern + 1; child < tree.next[pattern]; child = tree.next[child]) {
    if (kinds.table[tree.type[child]] !== 0) bind(child, index)
    else if (text[tree.start[child]] === ',') index++
  }
}
