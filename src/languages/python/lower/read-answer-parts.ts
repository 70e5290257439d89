import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import type { AnswerParts } from '../../lowering/assurances.ts'
import { resultTruth } from './known-truth.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'
import { readAnswer } from './read-condition.ts'

/** Parts of what is given back, as far as they are written there: `False, 'unknown'`, `{'ok': False}`, `Checked(ok=False, why='unknown')`. Undefined for what may have any. The expression is lowered already. */
export function readAnswerParts(low: PythonLowering, node: number): AnswerParts | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  const parts = new Map<string, { truth: boolean | undefined; condition: ReturnType<typeof readAnswer> }>()
  const add = (name: string, part: number): void => {
    parts.set(name, { truth: resultTruth(low, part), condition: readAnswer(low, part) })
  }
  if (kind === id.tuple || kind === id.expression_list || kind === id.list) {
    const children = namedChildren(tree, inner)
    const isWhole = children.every((child) => kindOf(low, child) !== id.list_splat)
    if (isWhole) for (const [index, child] of children.entries()) add(String(index), child)
    return { parts, isWhole }
  }
  if (kind === id.dictionary) {
    let isWhole = true
    for (const child of namedChildren(tree, inner)) {
      const key = kindOf(low, child) === id.pair ? low.symbols.constantOf(childByField(tree, child, field.key)) : undefined
      if (typeof key === 'string') add(key, childByField(tree, child, field.value))
      else isWhole = false
    }
    return { parts, isWhole }
  }
  // What a class says of the fields that are not named stands elsewhere.
  const site = kind === id.call ? low.syntax.callAt(tree, text, inner) : undefined
  if (site === undefined || !/(?:^|\.)[A-Z]\w*$/.test(nodeText(tree, text, site.callee))) return undefined
  for (const { name, node: passed } of site.arguments) if (name !== undefined) add(name, passed)
  return { parts, isWhole: false }
}
