import type { CaptureList } from './capture-list.ts'
import type { CompiledPattern } from './compile-pattern.ts'
import type { Predicate } from './read-predicates.ts'
import type { SearchState } from './search-state.ts'

/** Whether all predicates of the pattern hold for these captures, as in web-tree-sitter. */
export function holdsPredicates(pattern: CompiledPattern, search: SearchState, captures: CaptureList): boolean {
  return pattern.predicates.every((predicate) => holds(pattern, predicate, search, captures))
}

function holds(pattern: CompiledPattern, predicate: Predicate, search: SearchState, captures: CaptureList): boolean {
  const { tree, text } = search
  if (predicate.kind === 'text') {
    const nodes = nodesNamed(pattern, predicate.capture, captures)
    if (nodes.length === 0) return predicate.ofNone
    const passes = (node: number): boolean => predicate.test(text, tree.start[node], tree.end[node])
    return predicate.mode === 'every' ? nodes.every(passes) : nodes.some(passes)
  }
  const left = nodesNamed(pattern, predicate.left, captures)
  const right = nodesNamed(pattern, predicate.right, captures)
  const agrees = (a: number): boolean => right.some((b) => sameText(search, a, b) === predicate.positive)
  return predicate.mode === 'every' ? left.every(agrees) : left.some(agrees)
}

function nodesNamed(pattern: CompiledPattern, name: string, captures: CaptureList): number[] {
  const nodes: number[] = []
  for (let at: CaptureList | undefined = captures; at !== undefined; at = at.rest) if (pattern.captures[at.capture].name === name) nodes.push(at.node)
  return nodes
}

function sameText({ tree, text }: SearchState, a: number, b: number): boolean {
  const length = tree.end[a] - tree.start[a]
  return length === tree.end[b] - tree.start[b] && (a === b || text.startsWith(text.slice(tree.start[a], tree.end[a]), tree.start[b]))
}
