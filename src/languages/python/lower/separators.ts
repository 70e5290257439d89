import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import type { SeparatorSyntax } from '../../lowering/separator-syntax.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** How Python joins paths. */
export const SEPARATORS: SeparatorSyntax<PythonLowering> = {
  separator: /^os\.(?:path\.)?sep$/,
  joins: /^(?:os\.path|posixpath|ntpath)\.join$/,
  separatesEmptyPart: true,
  compoundEnds: (low, node, ends, isSeparated) => {
    const { tree, text, kinds } = low
    const { id, field } = kinds
    switch (kindOf(low, node)) {
      case id.binary_operator:
        return nodeText(tree, text, childByField(tree, node, field.operator)) === '+' && isSeparated(childByField(tree, node, field.right))
      case id.tuple:
        return namedChildren(tree, node).every(ends)
      case id.conditional_expression:
        // `root if root.endswith(os.sep) else root + os.sep`
        return namedChildren(tree, node).some(ends)
      case id.string: {
        // `f'{ROOT}/'`
        const written = nodeText(tree, text, node)
        if (/[/\\]["']+$/.test(written)) return true
        const last = namedChildren(tree, node).findLast((part) => kindOf(low, part) === id.interpolation)
        return last !== undefined && /\}["']+$/.test(written) && isSeparated(firstNamedChild(tree, last))
      }
      default:
        return undefined
    }
  },
}
