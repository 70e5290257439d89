import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import type { SeparatorSyntax } from '../../lowering/separator-syntax.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** How JavaScript joins paths. */
export const SEPARATORS: SeparatorSyntax<JavaScriptLowering> = {
  separator: /^path\.(?:posix\.|win32\.)?sep$/,
  joins: /^path\.(?:posix\.|win32\.)?join$/,
  separatesEmptyPart: false,
  compoundEnds: (low, node, ends, isSeparated) => {
    const { tree, text, kinds } = low
    const { id, field } = kinds
    switch (kindOf(low, node)) {
      case id.binary_expression:
        return nodeText(tree, text, childByField(tree, node, field.operator)) === '+' && isSeparated(childByField(tree, node, field.right))
      case id.template_string: {
        const last = namedChildren(tree, node).at(-1)
        if (last === undefined) return false
        if (kindOf(low, last) === id.template_substitution) return namedChildren(tree, last).some(isSeparated)
        return /[/\\]$/.test(nodeText(tree, text, last))
      }
      case id.ternary_expression:
        // `root.endsWith(sep) ? root : root + sep`
        return [field.consequence, field.alternative].some((branch) => ends(childByField(tree, node, branch)))
      default:
        return undefined
    }
  },
}
