import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { fieldValueAt } from './class-field.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

/** `string.ascii_letters + string.digits + "-_"` */
const LETTERS =
  /^(?:(?:string\.)?(?:ascii_letters|ascii_lowercase|ascii_uppercase|digits|hexdigits)|(["'])[\w .,:@=+-]*\1)(?:\s*\+\s*(?:(?:string\.)?(?:ascii_\w+|digits|hexdigits)|(["'])[\w .,:@=+-]*\2))*$/

/** Whether what is looked in holds nothing but what the program lists: `{'a', 'b'}`, `ALLOWED`, `string.digits`. */
export function isFixed(low: PythonLowering, node: number): boolean {
  const { tree, text, symbols, kinds } = low
  const { id } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const constant = symbols.constantOf(inner)
  // Of other texts it would say that some part of them is wanted.
  if (typeof constant === 'string') return /^[\d .,:@=+_-]+$|^[\w.-]*abcdef[\w.-]*$/i.test(constant)
  const field = fieldValueAt(low, inner)
  const value = low.syntax.unwrap(tree, field >= 0 ? field : symbols.valueOf(inner))
  const kind = kindOf(low, value)
  if (LETTERS.test(nodeText(tree, text, value))) return true
  // One that begins empty is filled elsewhere.
  if (field >= 0 && namedChildren(tree, value).length === 0 && low.syntax.callAt(tree, text, value) === undefined) return false
  if (kind === id.list || kind === id.tuple || kind === id.set) return symbols.isConstant(value)
  if (kind === id.dictionary) return true
  const site = low.syntax.callAt(tree, text, value)
  if (site !== undefined) {
    const name = symbols.nameOf(site.callee) ?? ''
    const first = site.arguments[0]
    const callee = low.syntax.unwrap(tree, site.callee)
    if (kindOf(low, callee) === id.attribute && /\.(?:keys|values)$/.test(nodeText(tree, text, callee)))
      return isFixed(low, childByField(tree, callee, kinds.field.object))
    return /^(?:frozenset|set|tuple|list|dict)$/.test(name) && first !== undefined && symbols.isConstant(first.node)
  }
  const last = nodeText(tree, text, inner).split('.').at(-1) ?? ''
  return /^_?(?:[A-Z][A-Z0-9_]+|(?:allowed|valid|permitted|supported|known|safe|white)\w*|\w*(?:whitelist|allowlist))$/.test(last)
}
