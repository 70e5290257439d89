import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { BOUNDS } from '../../../model/bounds.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

const SEPARATOR = /^os\.(?:path\.)?sep$/
const JOINS = /^(?:os\.path|posixpath|ntpath)\.join$/

/**
 * Whether a string certainly ends with a path separator: `ROOT + os.sep`, `os.path.join(ROOT, '')`. Only then does a path that begins with it lie in
 * the directory: `/srv/data-old` begins with `/srv/data`.
 */
export function endsWithSeparator(low: PythonLowering, node: number, steps = 0): boolean {
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
    case id.binary_operator:
      return nodeText(tree, text, childByField(tree, inner, field.operator)) === '+' && isSeparated(childByField(tree, inner, field.right))
    case id.tuple:
      return namedChildren(tree, inner).every((each) => endsWithSeparator(low, each, steps + 1))
    case id.conditional_expression:
      // `root if root.endswith(os.sep) else root + os.sep`
      return namedChildren(tree, inner).some((each) => endsWithSeparator(low, each, steps + 1))
    case id.string:
      return stringEndsWithSeparator(low, inner, isSeparated)
    default: {
      const site = low.syntax.callAt(tree, text, inner)
      const last = site?.arguments.at(-1)?.node ?? -1
      const isJoin = site !== undefined && last >= 0 && JOINS.test(symbols.nameOf(site.callee) ?? '')
      return isJoin && (symbols.constantOf(last) === '' || isSeparated(last))
    }
  }
}

function isLoneSeparator(low: PythonLowering, node: number): boolean {
  const constant = node < 0 ? undefined : low.symbols.constantOf(node)
  return constant === '/' || constant === '\\'
}

/** `f'{ROOT}/'` */
function stringEndsWithSeparator(low: PythonLowering, string: number, isSeparated: (part: number) => boolean): boolean {
  const { tree, text, kinds } = low
  const written = nodeText(tree, text, string)
  if (/[/\\]["']+$/.test(written)) return true
  const last = namedChildren(tree, string).findLast((part) => kindOf(low, part) === kinds.id.interpolation)
  return last !== undefined && /\}["']+$/.test(written) && isSeparated(firstNamedChild(tree, last))
}
