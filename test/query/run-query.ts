import type { CodeSyntax } from '../../src/model/language.ts'
import type { NodeContext, NodeMatcher } from '../../src/model/matcher.ts'
import type { SourceView } from '../../src/model/source.ts'
import type { Symbols } from '../../src/model/symbols.ts'
import type { FlatTree } from '../../src/model/tree.ts'
import { text as textDialect } from '../../src/languages/text/dialect.ts'

/** A context with a tree and its text, which is all that a query needs. */
export function contextOf(tree: FlatTree, text: string, spend: (steps: number) => void = () => undefined): NodeContext {
  const nothing = (): never => {
    throw new Error('a query asks for nothing but tree and text')
  }
  const file: SourceView = {
    path: 'test',
    text,
    dialect: textDialect,
    lines: { lineCount: 1, positionAt: nothing, lineStart: nothing },
    made: false,
    tree: () => tree,
    symbols: nothing,
    document: nothing,
  }
  return {
    tree,
    file,
    spend,
    get symbols(): Symbols {
      return nothing()
    },
    get syntax(): CodeSyntax {
      return nothing()
    },
  }
}

/** The matches of a matcher in a tree: for each node and solution a line such as `12:0-9 $NAME=3:0-2,3:4-6`. */
export function runQuery(matcher: NodeMatcher, context: NodeContext): Set<string> {
  const { tree } = context
  const found = new Set<string>()
  const show = (node: number): string => `${tree.type[node]}:${tree.start[node]}-${tree.end[node]}`
  for (let node = 0; node < tree.count; node++) {
    if (matcher.types !== undefined && !matcher.types.has(tree.type[node] ?? -1)) continue
    if (matcher.parents !== undefined && !matcher.parents.has(tree.type[tree.parent[node] ?? -1] ?? -1)) continue
    matcher.test(context, node, undefined, (bindings) => {
      const parts: string[] = []
      for (let at = bindings; at !== undefined; at = at.rest) {
        const nodes = at.bound.kind === 'node' ? [at.bound.node] : at.bound.kind === 'nodes' ? at.bound.nodes : []
        if (nodes.length > 0) parts.push(`${at.name}=${nodes.map(show).join(',')}`)
      }
      found.add([show(node), ...parts.sort()].join(' '))
      return false
    })
  }
  return found
}
