import type { Argument, HandedFunction } from '../../model/language.ts'
import { childByField, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { FlatTree } from '../../model/tree.ts'
import { readCall } from './call-sites.ts'
import type { NodeKinds } from './node-kinds.ts'

/** How a call uses the function that it is handed. */
type Use =
  /** With what it is called on, as it is or element by element. */
  | { readonly kind: 'receiver'; readonly element: boolean }
  /** With the arguments from this one on. */
  | { readonly kind: 'rest'; readonly from: number }
  /** The function is what it is called on, its receiver comes first. */
  | { readonly kind: 'self'; readonly spread: boolean }

const USES: ReadonlyMap<string, Use> = new Map<string, Use>([
  ['then', { kind: 'receiver', element: false }],
  ...['forEach', 'map', 'flatMap', 'filter', 'find', 'some', 'every'].map((name) => [name, { kind: 'receiver', element: true }] as const),
  ...['setTimeout', 'setInterval'].map((name) => [name, { kind: 'rest', from: 2 }] as const),
  ...['setImmediate', 'nextTick', 'queueMicrotask'].map((name) => [name, { kind: 'rest', from: 1 }] as const),
  ...['call', 'bind'].map((name) => [name, { kind: 'self', spread: false }] as const),
  ['apply', { kind: 'self', spread: true }],
])

/** The function that `promise.then(run)`, `list.forEach(run)`, `setTimeout(run, 0, x)` or `run.call(null, x)` calls. */
export function readHanded(kinds: NodeKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string, node: number): HandedFunction | undefined {
  const { id, field, table } = kinds
  const callee = table[tree.type[node]] === id.call_expression ? childByField(tree, node, field.function) : -1
  if (callee < 0) return undefined
  const isMember = table[tree.type[callee]] === id.member_expression
  const use = USES.get(nodeText(tree, text, isMember ? childByField(tree, callee, field.property) : callee))
  if (use === undefined) return undefined
  const object = isMember ? childByField(tree, callee, field.object) : -1
  const passed = readCall(kinds, isComment, tree, node)?.arguments ?? []
  if (use.kind === 'self') return isReference(kinds, tree, object) ? calledBy(kinds, tree, text, object, passed, use.spread) : undefined
  const [first] = passed
  if (first === undefined || first.kind !== 'positional' || !isReference(kinds, tree, first.node)) return undefined
  if (use.kind === 'rest') return { node: first.node, arguments: passed.slice(use.from).map(whole) }
  return object < 0 ? undefined : { node: first.node, arguments: [{ kind: 'positional', node: object, element: use.element }] }
}

/** `run.call(null, x)`, `run.apply(this, list)`. A method of that name is told from it by what comes first. */
function calledBy(
  kinds: NodeKinds,
  tree: FlatTree,
  text: string,
  run: number,
  [first, ...others]: readonly Argument[],
  spread: boolean,
): HandedFunction | undefined {
  if (first === undefined || others.length === 0) return undefined
  const { id, field, table } = kinds
  const kind = table[tree.type[first.node]]
  const holder = table[tree.type[run]] === id.member_expression ? childByField(tree, run, field.object) : -1
  const isReceiver =
    kind === id.null ||
    kind === id.undefined ||
    kind === id.this ||
    (holder >= 0 && nodeText(tree, text, holder) === nodeText(tree, text, first.node))
  if (!isReceiver) return undefined
  return { node: run, arguments: spread ? others.slice(0, 1).flatMap((list) => elementsOf(kinds, tree, list)) : others.map(whole) }
}

/** The arguments that stand in a list. */
function elementsOf({ id, table }: NodeKinds, tree: FlatTree, list: Argument): HandedFunction['arguments'] {
  const elements = table[tree.type[list.node]] === id.array ? namedChildren(tree, list.node) : []
  const isPlain = elements.length > 0 && elements.every((each) => table[tree.type[each]] !== id.spread_element)
  return isPlain ? elements.map((node) => whole({ kind: 'positional', node })) : [whole({ ...list, kind: 'spread' })]
}

function whole(argument: Argument): HandedFunction['arguments'][number] {
  return { ...argument, element: false }
}

function isReference({ id, table }: NodeKinds, tree: FlatTree, node: number): boolean {
  const kind = node < 0 ? undefined : table[tree.type[node]]
  return kind === id.identifier || kind === id.member_expression
}
