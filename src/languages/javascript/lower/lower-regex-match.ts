import { OP } from '../../../model/program.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { restrictiveGroups } from '../../lowering/regex-groups.ts'
import { load, storeField, addValue } from '../../lowering/values.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

/**
 * The result of `/^\/users\/(\d+)$/.exec(path)` or `path.match(…)`, in which groups that restrict every character are sanitized. Unchanged if the
 * file does not contain the regex.
 */
export function lowerRegexMatch(low: JavaScriptLowering, node: number, pattern: number, result: number): number {
  const { tree, text, symbols, kinds } = low
  if (pattern < 0) return result
  const written = symbols.valueOf(low.syntax.unwrap(tree, pattern))
  if (kindOf(low, written) !== kinds.id.regex) return result
  const source = childByField(tree, written, kinds.field.pattern)
  // `text.match(/…/g)` returns whole matches.
  if (source < 0 || flagsOf(nodeText(tree, text, written)).includes('g')) return result
  const groups = restrictiveGroups(nodeText(tree, text, source), low.regexes)
  if (groups.length === 0) return result
  const harmless = addValue(low, OP.unknown, node)
  let made = result
  for (const { position } of groups) made = storeField(low, made, String(position), harmless, node)
  const named = groups.flatMap(({ name }) => name ?? [])
  if (named.length === 0) return made
  let parts = load(low, result, 'groups', node)
  for (const name of named) parts = storeField(low, parts, name, harmless, node)
  return storeField(low, made, 'groups', parts, node)
}

function flagsOf(regex: string): string {
  return regex.slice(regex.lastIndexOf('/') + 1)
}
