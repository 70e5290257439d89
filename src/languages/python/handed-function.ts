import type { Argument, HandedFunction } from '../../model/language.ts'
import { isArgument } from '../../model/match-arguments.ts'
import { childByField, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { FlatTree } from '../../model/tree.ts'
import { readCall, readCallee } from './call-sites.ts'
import type { PythonKinds } from './node-kinds.ts'

/** How a call uses the function that it is handed. */
interface Use {
  /** Where it stands among the arguments. */
  readonly at: number
  /** What comes behind it: arguments, lists whose elements are, a list of the arguments. */
  readonly passes: 'arguments' | 'elements' | 'list'
}

const USES: ReadonlyMap<string, Use> = new Map<string, Use>([
  ...['run_sync', 'partial', 'submit', 'call_soon', 'call_soon_threadsafe', 'add_task'].map(
    (name) => [name, { at: 0, passes: 'arguments' }] as const,
  ),
  ['call_later', { at: 1, passes: 'arguments' }],
  ...['map', 'filter', 'imap', 'imap_unordered'].map((name) => [name, { at: 0, passes: 'elements' }] as const),
  ...['apply', 'apply_async'].map((name) => [name, { at: 0, passes: 'list' }] as const),
  ['Timer', { at: 1, passes: 'list' }],
  ...['Thread', 'Process'].map((name) => [name, { at: -1, passes: 'list' }] as const),
])

/** The function that `partial(run, x)`, `map(run, xs)` or `Thread(target=run, args=(x,))` calls. `to_thread(run, x)` is read as that call itself. */
export function readHanded(
  kinds: PythonKinds,
  isComment: ReadonlySet<number>,
  tree: FlatTree,
  text: string,
  node: number,
): HandedFunction | undefined {
  const { id, field, table } = kinds
  const callee = readCallee(kinds, isComment, tree, text, node)
  if (callee < 0) return undefined
  const isMember = table[tree.type[callee]] === id.attribute
  const use = USES.get(nodeText(tree, text, isMember ? childByField(tree, callee, field.attribute) : callee))
  if (use === undefined) return undefined
  const passed = readCall(kinds, isComment, tree, text, node)?.arguments ?? []
  const run = passed.find((argument, position) => isArgument(argument, position, { position: use.at, name: 'target' }))
  if (run === undefined || run.kind === 'spread' || !isReference(kinds, tree, run.node)) return undefined
  const others = passed.slice(Math.max(0, use.at + 1)).filter((each) => each !== run)
  if (use.passes === 'list') return { node: run.node, arguments: listed(kinds, tree, others, passed.indexOf(run)) }
  return { node: run.node, arguments: others.map((each) => ({ ...each, element: use.passes === 'elements' })) }
}

/** `args=(x, y)`, `kwargs={"name": z}`, or the list as the argument behind the function. */
function listed(kinds: PythonKinds, tree: FlatTree, others: readonly Argument[], at: number): HandedFunction['arguments'] {
  const { id, table } = kinds
  return others.flatMap((argument, position): HandedFunction['arguments'] => {
    const { node } = argument
    if (isArgument(argument, position, { position: at < 0 ? -1 : 1, name: 'kwargs' })) return [{ kind: 'keyword-spread', node, element: false }]
    if (!isArgument(argument, position, { position: 0, name: 'args' })) return []
    const written = table[tree.type[node]]
    if (written !== id.tuple && written !== id.list) return [{ kind: 'spread', node, element: false }]
    return namedChildren(tree, node).map((each) => ({ kind: 'positional', node: each, element: false }))
  })
}

function isReference({ id, table }: PythonKinds, tree: FlatTree, node: number): boolean {
  const kind = table[tree.type[node]]
  return kind === id.identifier || kind === id.attribute
}
