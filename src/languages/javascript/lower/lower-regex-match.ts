import { OP } from '../../../model/program.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { restrictiveGroups, type RegexGroup } from '../../lowering/regex-groups.ts'
import { load, storeField, addValue } from '../../lowering/values.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/**
 * The result of `/^\/users\/(\d+)$/.exec(path)` or `path.match(…)`, in which groups that restrict every character are sanitized. Unchanged if the
 * file does not contain the regex.
 */
export function lowerRegexMatch(low: JavaScriptLowering, node: number, pattern: number, result: number): number {
  const { regex, groups } = readGroups(low, pattern)
  // `text.match(/…/g)` returns whole matches.
  if (groups.length === 0 || flagsOf(nodeText(low.tree, low.text, regex)).includes('g')) return result
  const made = storeRestrictedGroups(low, node, pattern, result, String)
  const harmless = addValue(low, OP.unknown, node)
  const named = groups.flatMap(({ name }) => name ?? [])
  if (named.length === 0) return made
  let parts = load(low, result, 'groups', node)
  for (const name of named) parts = storeField(low, parts, name, harmless, node)
  return storeField(low, made, 'groups', parts, node)
}

/** The object, in which the properties of groups that restrict every character are sanitized. */
export function storeRestrictedGroups(
  low: JavaScriptLowering,
  node: number,
  pattern: number,
  object: number,
  propertyOf: (position: number) => string,
): number {
  const { groups } = readGroups(low, pattern)
  if (groups.length === 0) return object
  const harmless = addValue(low, OP.unknown, node)
  return groups.reduce((made, { position }) => storeField(low, made, propertyOf(position), harmless, node), object)
}

/** The regex that an expression is, and its groups that restrict every character. */
function readGroups(low: JavaScriptLowering, pattern: number): { readonly regex: number; readonly groups: readonly RegexGroup[] } {
  const { tree, text, symbols, kinds } = low
  const regex = pattern < 0 ? -1 : symbols.valueOf(low.syntax.unwrap(tree, pattern))
  const source = regex >= 0 && kindOf(low, regex) === kinds.id.regex ? childByField(tree, regex, kinds.field.pattern) : -1
  return { regex, groups: source < 0 ? [] : restrictiveGroups(nodeText(tree, text, source), low.regexes) }
}

function flagsOf(regex: string): string {
  return regex.slice(regex.lastIndexOf('/') + 1)
}
