import type { Disambiguated } from '../../model/language.ts'
import type { FlatTree } from '../../model/tree.ts'

/** `await (0, a.b)(c)`, as compilers write it, and `await (a ?? b)(c)`. The callee may contain parentheses once more. */
const AMBIGUOUS = /(?<![\w$.]|\bfor )await(?=\s*\((?:[^()]|\([^()]{0,100}\)){1,200}\)\s*\()/g

/** A prefix operator of the same precedence, in the same number of characters. */
const STAND_IN = 'void '

/**
 * The grammar of JavaScript reads `await (f)(x)` as a call of a function named `await`. The parser gets another prefix operator in its place, and `repair` gives these nodes the types of an `await`
 * expression.
 *
 * @returns Undefined if the text has no such code.
 */
export function disambiguateAwait(text: string): Disambiguated | undefined {
  if (!text.includes('await (') && !text.includes('await(')) return undefined
  const written = text.replace(AMBIGUOUS, STAND_IN)
  return written === text ? undefined : { text: written, repair: (tree) => restoreAwait(tree, text) }
}

function restoreAwait(tree: FlatTree, text: string): void {
  const { names, count, type, start, field } = tree
  const unary = new Set(names.typeIds('unary_expression', true))
  const [expression = 0] = names.typeIds('await_expression', true)
  const [token = 0] = names.typeIds('await', false)
  for (let node = 0; node + 1 < count; node++) {
    if (!unary.has(type[node]) || !text.startsWith('await', start[node])) continue
    type[node] = expression
    type[node + 1] = token
    field[node + 1] = 0
    field[tree.next[node + 1]] = 0
  }
}
