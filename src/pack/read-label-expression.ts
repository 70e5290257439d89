/** The labels of an expression such as `a and not (b or c)` with their offsets, or its first mistake. */
export interface LabelExpression {
  readonly labels: readonly { readonly name: string; readonly offset: number }[]
  readonly fault?: { readonly offset: number; readonly expected: string }
}

/** Parses the `requires` expression of a taint rule. */
export function readLabelExpression(text: string): LabelExpression {
  const tokens = [...text.matchAll(/[()]|[^\s()]+/g)].map(({ 0: word, index }) => ({ word, offset: index }))
  const labels: { name: string; offset: number }[] = []
  let depth = 0
  let wantsTerm = true
  for (const { word, offset } of tokens) {
    if (wantsTerm ? word === ')' || word === 'and' || word === 'or' : word !== ')' && word !== 'and' && word !== 'or') {
      return { labels, fault: { offset, expected: wantsTerm ? 'a label, `not` or `(`' : '`and`, `or`, `)` or the end' } }
    }
    if (word === '(') depth++
    else if (word === ')' && --depth < 0) return { labels, fault: { offset, expected: '`and`, `or` or the end, since this `)` has no matching `(`' } }
    else if (word === 'and' || word === 'or') wantsTerm = true
    else if (wantsTerm && word !== 'not') {
      labels.push({ name: word, offset })
      wantsTerm = false
    }
  }
  if (wantsTerm) return { labels, fault: { offset: text.length, expected: 'a label' } }
  return depth > 0 ? { labels, fault: { offset: text.length, expected: '`)`' } } : { labels }
}
