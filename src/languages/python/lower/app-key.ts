import { childByField, nodeText } from '../../../model/tree-access.ts'
import { isImported } from './is-imported.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/**
 * The synthetic property of an application key of a library: `app[STORE]` with `STORE = web.AppKey('store', Store)`, in this file or an imported one;
 * undefined for other keys.
 */
export function appKeyOf(low: PythonLowering, node: number): string | undefined {
  if (node < 0 || kindOf(low, node) !== low.kinds.id.identifier) return undefined
  const word = nodeText(low.tree, low.text, node)
  return low.models.kindOfResult((low.symbols.nameOf(node) ?? '').replace(/\(\)$/, '')) === 'key' ||
    (isImported(low, node) && isApplicationKey(low, node))
    ? `${word} of an application`
    : undefined
}

/** Whether the key is used in `app[…]` or `request.app[…]`. */
function isApplicationKey(low: PythonLowering, node: number): boolean {
  const { tree, text, kinds } = low
  const around = tree.parent[node]
  if (around < 0 || kindOf(low, around) !== kinds.id.subscript) return false
  return /(?:^|\.)app(?:lication)?$/.test(nodeText(tree, text, childByField(tree, around, kinds.field.value)))
}
