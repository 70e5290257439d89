import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

/**
 * The value that was put where `node` reads, `names[1]`, in a list that the statements right before build step by step: `names = []`,
 * `names.append(x)`, `names.pop(0)`. -1 where anything else is done with the list, or in between.
 */
export function elementOfBuiltList(low: PythonLowering, node: number): number {
  const { tree, symbols, kinds } = low
  const list = childByField(tree, node, kinds.field.value)
  const index = symbols.constantOf(childByField(tree, node, kinds.field.subscript))
  if (typeof index !== 'number' || kindOf(low, list) !== kinds.id.identifier) return -1
  const elements = elementsBefore(low, statementOf(low, node), list)
  return low.valueAt[elements?.at(index) ?? -1] ?? -1
}

/** Statements between where the list is made and where it is read, and characters of one of them: longer ways are not looked along. */
const MAX_STATEMENTS = 60
const MAX_TEXT = 2_000

/** What the list holds before the statement, or nothing where that is not plain. */
function elementsBefore(low: PythonLowering, statement: number, list: number): readonly number[] | undefined {
  const { tree, text, names } = low
  const declaration = names.declarationOf[list]
  const first = declaration < 0 ? -1 : statementOf(low, declaration)
  if (first < 0 || tree.parent[first] !== tree.parent[statement]) return undefined
  const name = nodeText(tree, text, list)
  const mentions = new RegExp(String.raw`\b${name}\b`)
  // Reads of its elements change nothing.
  const reads = new RegExp(String.raw`\b${name}\[-?\d+\](?!\s*[-+*/%|&]?=[^=])`, 'g')
  let held: readonly number[] | undefined
  let steps = 0
  for (let at = first; at < statement; at = tree.next[at]) {
    if (++steps > MAX_STATEMENTS || tree.end[at] - tree.start[at] > MAX_TEXT) return undefined
    if (mentions.test(nodeText(tree, text, at).replaceAll(reads, ''))) held = createdList(low, at, name) ?? updatedList(low, held, at, name)
  }
  return held
}

/** `names = ['a', x]` */
function createdList(low: PythonLowering, statement: number, name: string): readonly number[] | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const assignment = firstNamedChild(tree, statement)
  if (kindOf(low, assignment) !== id.assignment || nodeText(tree, text, childByField(tree, assignment, field.left)) !== name) return undefined
  const right = childByField(tree, assignment, field.right)
  if (kindOf(low, right) !== id.list) return undefined
  const items = namedChildren(tree, right)
  return items.some((item) => kindOf(low, item) === id.list_splat) ? undefined : items
}

/** What the list holds after `names.append(x)` or `names.pop(0)`; nothing where anything else is done with it. */
function updatedList(low: PythonLowering, held: readonly number[] | undefined, step: number, name: string): readonly number[] | undefined {
  const { tree, text, syntax, symbols } = low
  const site = held === undefined ? undefined : syntax.callAt(tree, text, firstNamedChild(tree, step))
  if (site === undefined || held === undefined) return undefined
  const callee = nodeText(tree, text, site.callee)
  const first = site.arguments[0]?.node
  if (callee === `${name}.append` && first !== undefined) return [...held, first]
  if (callee === `${name}.pop` && first === undefined) return held.slice(0, -1)
  return callee === `${name}.pop` && symbols.constantOf(first ?? -1) === 0 ? held.slice(1) : undefined
}

/** The statement that the expression stands in. */
function statementOf(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  let at = node
  while (tree.parent[at] > 0 && kindOf(low, tree.parent[at]) !== kinds.id.block && kindOf(low, tree.parent[at]) !== kinds.id.module)
    at = tree.parent[at]
  return at
}
