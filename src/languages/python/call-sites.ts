import type { Argument, CallSite, Property } from '../../model/language.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { PythonKinds } from './node-kinds.ts'
import { stringParts } from './string-parts.ts'

/** What is called at `node`; -1 when that is no call. */
export function readCallee(kinds: PythonKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string, node: number): number {
  const callee = writtenCallee(kinds, tree, node)
  return callee < 0 ? -1 : (readHandedOver(kinds, isComment, tree, text, node)?.callee ?? callee)
}

function writtenCallee({ id, field, table }: PythonKinds, tree: FlatTree, node: number): number {
  return table[tree.type[node]] === id.call ? childByField(tree, node, field.function) : -1
}

/** Reads `f(a, *b, c=d, **e)`. Python constructs by calling, so no call is marked as a construction. */
export function readCall(kinds: PythonKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string, node: number): CallSite | undefined {
  const { id, field, table } = kinds
  const callee = writtenCallee(kinds, tree, node)
  if (callee < 0) return undefined
  const list = childByField(tree, node, field.arguments)
  // `f(x for x in y)`: the generator stands in the place of the list.
  if (list >= 0 && table[tree.type[list]] === id.generator_expression)
    return { callee, arguments: [{ kind: 'positional', node: list }], construct: false }
  let read: readonly Argument[] | undefined
  return (
    readHandedOver(kinds, isComment, tree, text, node) ?? {
      callee,
      // Most calls are looked at for their callee alone.
      get arguments() {
        read ??= readArguments(kinds, isComment, tree, text, list)
        return read
      },
      construct: false,
    }
  )
}

/**
 * Functions that call another one in a thread, and what they give is what that gives; with the arguments that stand before it. By the last letter: all calls are
 * looked at for these.
 */
const THREADS: ReadonlyMap<string | undefined, readonly [string, number]> = new Map([
  ['d', ['to_thread', 0]],
  ['c', ['to_thread.run_sync', 0]],
  ['l', ['run_in_threadpool', 0]],
  ['r', ['.run_in_executor', 1]],
])

/** `asyncio.to_thread(f, a, b)` is `f(a, b)`, where the name of `f` is written there. */
function readHandedOver(kinds: PythonKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string, node: number): CallSite | undefined {
  const { id, field, table } = kinds
  const end = tree.end[childByField(tree, node, field.function)]
  const thread = THREADS.get(text[end - 1])
  if (thread === undefined || !text.startsWith(thread[0], end - thread[0].length)) return undefined
  const [, before] = thread
  const passed = readArguments(kinds, isComment, tree, text, childByField(tree, node, field.arguments))
  const called = passed[before]
  if (called === undefined || passed.slice(0, before + 1).some(({ kind }) => kind !== 'positional')) return undefined
  const kind = table[tree.type[called.node]]
  if (kind !== id.identifier && kind !== id.attribute) return undefined
  return { callee: called.node, arguments: passed.slice(before + 1), construct: false }
}

function readArguments(kinds: PythonKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string, list: number): readonly Argument[] {
  return (list < 0 ? [] : namedChildren(tree, list))
    .filter((child) => !isComment.has(tree.type[child]))
    .map((child) => readArgument(kinds, tree, text, child))
}

function readArgument(kinds: PythonKinds, tree: FlatTree, text: string, node: number): Argument {
  const { id, field, table } = kinds
  switch (table[tree.type[node]]) {
    case id.keyword_argument:
      return { kind: 'keyword', name: nodeText(tree, text, childByField(tree, node, field.name)), node: childByField(tree, node, field.value) }
    case id.list_splat:
      return { kind: 'spread', node: firstNamedChild(tree, node) }
    case id.dictionary_splat:
      return { kind: 'keyword-spread', node: firstNamedChild(tree, node) }
    default:
      return { kind: 'positional', node }
  }
}

/** Reads the entries of a dictionary literal whose keys are plain literals. */
export function readProperties(kinds: PythonKinds, tree: FlatTree, text: string, node: number): readonly Property[] | undefined {
  const { id, field, table } = kinds
  if (table[tree.type[node]] !== id.dictionary) return undefined
  return namedChildren(tree, node).flatMap((pair) => {
    if (table[tree.type[pair]] !== id.pair) return []
    const keyNode = childByField(tree, pair, field.key)
    const key = keyNode < 0 ? undefined : dictionaryKey(kinds, tree, text, keyNode)
    return key === undefined ? [] : [{ key, keyNode, value: childByField(tree, pair, field.value) }]
  })
}

function dictionaryKey(kinds: PythonKinds, tree: FlatTree, text: string, node: number): string | undefined {
  const { id, table } = kinds
  const kind = table[tree.type[node]]
  if (kind === id.integer) return nodeText(tree, text, node)
  if (kind !== id.string) return undefined
  const parts = stringParts(kinds, tree, text, node)
  return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined
}
