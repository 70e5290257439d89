import { childByField, nodeText } from '../../model/tree-access.ts'
import type { Language, TableLowering } from './language.ts'
import { MUTATING_METHODS } from './mutating-methods.ts'
import { kindOf } from './visit-nodes.ts'

interface NamedTree extends Pick<TableLowering<unknown>, 'tree' | 'text' | 'kinds'> {
  readonly language: Pick<Language<unknown>, 'members' | 'assignments' | 'call'>
}

/** Whether the object of the name is updated here: `list.push(x)`, `o.x = y`, `o.list[0] += 1`. */
export function isUpdatedHere(file: NamedTree, node: number): boolean {
  const { tree, text, kinds, language } = file
  let place = node
  for (;;) {
    const member = language.members[kindOf(file, tree.parent[place])]
    if (member === undefined || tree.field[place] !== member.object) break
    place = tree.parent[place]
  }
  if (place === node) return false
  const holder = kindOf(file, tree.parent[place])
  if (language.assignments.has(holder)) return tree.field[place] === kinds.field.left
  const member = language.members[kindOf(file, place)]
  if (holder !== language.call || tree.field[place] !== kinds.field.function || member === undefined || member.isComputed) return false
  return MUTATING_METHODS.has(nodeText(tree, text, childByField(tree, place, member.key)))
}
