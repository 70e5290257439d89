import { BOUNDS } from '../../../model/bounds.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/**
 * The value of `names[1]` in a list that the preceding statements build: `names = []`, `names.append(x)`, `names.pop(0)`. -1 if the list is used in
 * any other way.
 */
export function elementOfBuiltList(low: PythonLowering, node: number): number {
  const { tree, symbols, kinds } = low
  const list = childByField(tree, node, kinds.field.value)
  const index = symbols.constantOf(childByField(tree, node, kinds.field.subscript))
  if (typeof index !== 'number' || kindOf(low, list) !== kinds.id.identifier) return -1
  const elements = elementsBefore(low, statementOf(low, node), list)
  return low.valueAt[elements?.at(index) ?? -1] ?? -1
}

/** Maximum number of statements between creation and read, and maximum length of one of them. */
const MAX_STATEMENTS = BOUNDS.listStatements.value
const MAX_TEXT = BOUNDS.listStatementText.value

/** The elements of the list before the statement; undefined if unknown. */
function elementsBefore(low: PythonLowering, statement: number, list: number): readonly number[] | undefined {
  const { tree, text, names } = low
  const declaration = names.declarationOf[list]
  const first = declaration < 0 ? -1 : statementOf(low, declaration)
  if (first < 0 || tree.parent[first] !== tree.parent[statement]) return undefined
  const name = nodeText(tree, text, list)
  const mentions = new RegExp(String.raw`\b${name}\b`)
  // Reads of elements change nothing.
  const reads = new RegExp(String.raw`\b${name}\[-?\d+\](?!\s*[-+*/%|&]?=[^=])`, 'g')
  let held: readonly number[] | undefined
  let steps = 0
  for (let at = first; at < statement; at = tree.next[at]) {
    if (++steps > MAX_STATEMENTS || tree.end[at] - tree.start[at] > MAX_TEXT) return undefined
    if (mentions.test(nodeText(tree, text, at).replaceAll(reads, ''))) held = createdList(low, at, name) ?? updatedList(low, held, at, name)
  }
  return held
}

/** The elements of `names = ['a', x]`. */
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

/** The elements after `names.append(x)` or `names.pop(0)`; undefined for any other use of the list. */
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

/** The statement that contains the expression. */
function statementOf(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  let at = node
  while (tree.parent[at] > 0 && kindOf(low, tree.parent[at]) !== kinds.id.block && kindOf(low, tree.parent[at]) !== kinds.id.module)
    at = tree.parent[at]
  return at
}
