import { explainMismatch } from '../matchers/pattern/explain-mismatch.ts'
import { listOf } from './list-of.ts'
import { type NodeScope, solve } from './node-scope.ts'
import { quoteList } from './quote-list.ts'
import { shortenCode } from './shorten-code.ts'
import { splitPredicates } from './split-predicates.ts'
import type { WrittenMatcher } from './written-clause.ts'

/** How a clause fails at a node. */
export interface Failure {
  /** The node that the message is about. */
  readonly node: number
  readonly message: string
  /** How near the clause came, from 0 to 1. */
  readonly share: number
}

type Key = 'files' | 'kind' | 'pattern' | 'query' | 'regex'

/** Why a clause about the node itself does not hold. */
export function explainFailure(scope: NodeScope, written: WrittenMatcher, node: number, key: Key, clause: string): Failure {
  const { context } = scope
  const type = context.tree.names.typeName(context.tree.type[node])
  const { spec } = written
  switch (key) {
    case 'files':
      return { node, share: 0, message: `The path of the file matches none of \`${clause}\`: ${quoteList(spec.files ?? [])}.` }
    case 'kind':
      return { node, share: 0, message: `The node is a \`${type}\`, and \`${clause}\` requires ${quoteList(listOf(spec.kind ?? []), 'or')}.` }
    case 'regex':
      return { node, share: 0, message: `The code does not match the regex \`${clause}\`.` }
    case 'query':
      return explainQuery(scope, written, node, clause)
    case 'pattern':
      return explainPattern(scope, spec.pattern ?? '', node, clause)
  }
}

function explainPattern(scope: NodeScope, pattern: string, node: number, clause: string): Failure {
  const found = explainMismatch(scope.context, pattern, scope.grammar, node)
  if (found === undefined) return { node, share: 0, message: `The code does not have the form of \`${clause}\`.` }
  return { node: found.node, share: found.share, message: `The code differs from \`${clause}\`: ${found.message}.` }
}

/** Tries the query without its predicates, and then with each alone. */
function explainQuery(scope: NodeScope, written: WrittenMatcher, node: number, clause: string): Failure {
  const { query, predicates } = splitPredicates(written.spec.query ?? '')
  const matches = (text: string, key: string): boolean =>
    solve(scope, scope.compile(written, { query: text }, `query/${key}`), node, [undefined]).length > 0
  if (predicates.length === 0 || !matches(query, 'plain')) {
    const type = scope.context.tree.names.typeName(scope.context.tree.type[node])
    return { node, share: 0, message: `\`${clause}\` captures no \`@match\` at this \`${type}\`.` }
  }
  const failing = predicates.filter((predicate, index) => !matches(`(${query} ${predicate})`, String(index)))
  const shown = failing.length === 0 ? 'its predicates do not hold together' : `the predicate \`${failing[0]}\` does not hold`
  return { node, share: 0.6, message: `The tree has the form of \`${clause}\`, but ${shown}.` }
}

/** Why a call is not a call of one of these functions. */
export function explainCallee({ context }: NodeScope, call: string | readonly string[], node: number, clause: string): Failure {
  const { tree, syntax, file, symbols } = context
  const wanted = quoteList(listOf(call), 'or')
  const callee = syntax.callTypes.has(tree.type[node]) ? syntax.calleeAt(tree, file.text, node) : -1
  if (callee < 0) return { node, share: 0, message: `This is not a call, and \`${clause}\` requires a call of ${wanted}.` }
  const name = symbols.nameOf(callee)
  const code = shortenCode(file.text.slice(tree.start[callee], tree.end[callee]))
  if (name === undefined) return { node: callee, share: 0, message: `The name of \`${code}\` is not known, and \`${clause}\` requires ${wanted}.` }
  const shown = name === code ? `\`${name}\`` : `\`${code}\`, which resolves to \`${name}\``
  const isNear = listOf(call).some((each) => lastPart(each) === lastPart(name))
  return { node: callee, share: isNear ? 0.6 : 0, message: `The call is of ${shown}, and \`${clause}\` requires ${wanted}.` }
}

function lastPart(name: string): string {
  return (name.split('.').at(-1) ?? name).replaceAll('()', '')
}
