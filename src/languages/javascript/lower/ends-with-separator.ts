import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { BOUNDS } from '../../../model/bounds.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

const SEPARATOR = /^path\.(?:posix\.|win32\.)?sep$/
const JOINS = /^path\.(?:posix\.|win32\.)?join$/

/**
 * Whether a string certainly ends with a path separator: `ROOT + path.sep`, `'/srv/data/'`. Only then does a path that begins with it lie in the
 * directory: `/srv/data-old` begins with `/srv/data`.
 */
export function endsWithSeparator(low: JavaScriptLowering, node: number, steps = 0): boolean {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  if (node < 0 || steps > BOUNDS.derivationSteps.value) return false
  const inner = low.syntax.unwrap(tree, node)
  const constant = symbols.constantOf(inner)
  if (constant !== undefined) return typeof constant === 'string' && /.[/\\]$/.test(constant)
  if (SEPARATOR.test(symbols.nameOf(inner) ?? '')) return true
  const isSeparated = (part: number): boolean => endsWithSeparator(low, part, steps + 1) || isLoneSeparator(low, part)
  switch (kindOf(low, inner)) {
    case id.identifier: {
      const held = symbols.valueOf(inner)
      return held !== inner && endsWithSeparator(low, held, steps + 1)
    }
    case id.binary_expression:
      return nodeText(tree, text, childByField(tree, inner, field.operator)) === '+' && isSeparated(childByField(tree, inner, field.right))
    case id.template_string:
      return templateEndsWithSeparator(low, inner, isSeparated)
    case id.ternary_expression:
      // `root.endsWith(sep) ? root : root + sep`
      return [field.consequence, field.alternative].some((branch) => endsWithSeparator(low, childByField(tree, inner, branch), steps + 1))
    default: {
      const site = low.syntax.callAt(tree, text, inner)
      const last = site?.arguments.at(-1)?.node ?? -1
      return site !== undefined && last >= 0 && JOINS.test(symbols.nameOf(site.callee) ?? '') && isSeparated(last)
    }
  }
}

function isLoneSeparator(low: JavaScriptLowering, node: number): boolean {
  const constant = node < 0 ? undefined : low.symbols.constantOf(node)
  return constant === '/' || constant === '\\'
}

function templateEndsWithSeparator(low: JavaScriptLowering, template: number, isSeparated: (part: number) => boolean): boolean {
  const { tree, text, kinds } = low
  const last = namedChildren(tree, template).at(-1)
  if (last === undefined) return false
  if (kindOf(low, last) === kinds.id.template_substitution) return namedChildren(tree, last).some(isSeparated)
  return /[/\\]$/.test(nodeText(tree, text, last))
}
