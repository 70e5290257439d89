import { MATCH } from './check-captures.ts'
import type { Element, QueryPattern } from './query-ast.ts'

/** Types of the parents of the nodes that patterns capture as `@match`; undefined means any, as at the root of a pattern. */
export function parentsOfMatch(patterns: readonly QueryPattern[]): ReadonlySet<number> | undefined {
  const parents = new Set<number>()
  return patterns.every(({ root }) => collect(root, undefined, parents)) ? parents : undefined
}

/** False if a captured node may have any parent. */
function collect(element: Element, parent: number | undefined, parents: Set<number>): boolean {
  if (element.kind === 'field') return collect(element.of, parent, parents)
  if (element.captures.includes(MATCH)) {
    if (parent === undefined) return false
    parents.add(parent)
  }
  switch (element.kind) {
    case 'choice':
      return element.branches.every((branch) => collect(branch, parent, parents))
    case 'group':
      return element.items.every((item) => collect(item.element, parent, parents))
    case 'node': {
      const type = element.type.kind === 'type' ? element.type.id : undefined
      return element.children.every((item) => collect(item.element, type, parents))
    }
  }
}
