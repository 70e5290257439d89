import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import type { AnswerParts } from '../../lowering/assurances.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'
import { constantTruth } from './known-truth.ts'
import { readAnswer } from './read-answer.ts'

/** Parts of what is given back, as far as they are written there: `{ ok: false, error }`, `[true, '']`. Undefined for what may have any. The expression is lowered already. */
export function readAnswerParts(low: JavaScriptLowering, node: number): AnswerParts | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const made = kindOf(low, inner) === id.identifier ? low.syntax.unwrap(tree, low.symbols.valueOf(inner)) : inner
  const kind = kindOf(low, made)
  if (kind !== id.object && kind !== id.array) return undefined
  const parts = new Map<string, { truth: boolean | undefined; condition: ReturnType<typeof readAnswer> }>()
  const add = (name: string, part: number): void => {
    // What a name was given further up may have changed.
    const truth = made === inner ? constantTruth(low, part) : undefined
    parts.set(name, { truth, condition: made === inner ? readAnswer(low, part) : undefined })
  }
  let isWhole = made === inner
  for (const [index, child] of namedChildren(tree, made).entries()) {
    const childKind = kindOf(low, child)
    if (kind === id.array && childKind !== id.spread_element) add(String(index), child)
    else if (childKind === id.shorthand_property_identifier) add(nodeText(tree, text, child), child)
    else if (childKind === id.pair) {
      const key = childByField(tree, child, field.key)
      const constant = kindOf(low, key) === id.string ? low.symbols.constantOf(key) : nodeText(tree, text, key)
      if (typeof constant !== 'string' || kindOf(low, key) === id.computed_property_name) isWhole = false
      else add(constant, childByField(tree, child, field.value))
    } else if (!low.syntax.commentTypes.has(tree.type[child])) isWhole = false
  }
  return { parts, isWhole }
}
