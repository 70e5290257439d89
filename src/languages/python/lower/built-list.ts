import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

/**
 * The value that was put where `node` reads, `names[1]`, in a list that the statements right before build step by step: `names = []`,
 * `names.append(x)`, `names.pop(0)`. -1 where anything else is done with the list, or in between.
 */
export function elementOfBuiltList(low: PythonLowering, node: number): number {
  const { tree, text, symbols, kinds } = low
  const list = childByField(tree, node, kinds.field.value)
  const index = symbols.constantOf(childByField(tree, node, kinds.field.subscript))
  if (typeof index !== 'number' || kindOf(low, list) !== kinds.id.identifier) return -1
  const elements = elementsBefore(low, statementOf(low, node), nodeText(tree, text, list))
  return low.valueAt[elements?.at(index) ?? -1] ?? -1
}

/** Statements that are looked back at. */
const MOST_STEPS = 30

/** What the list holds before the statement, or nothing where that is not plain. */
function elementsBefore(low: PythonLowering, statement: number, name: string): readonly number[] | undefined {
  const mentions = new RegExp(String.raw`\b${name}\b`)
  // Reads of its elements change nothing.
  const reads = new RegExp(String.raw`\b${name}\[-?\d+\](?!\s*[-+*/%|&]?=[^=])`, 'g')
  const steps: number[] = []
  const block = namedChildren(low.tree, low.tree.parent[statement])
  let at = block.indexOf(statement) - 1
  while (at >= 0 && steps.length < MOST_STEPS) {
    const step = block[at]
    at--
    if (!mentions.test(nodeText(low.tree, low.text, step).replaceAll(reads, ''))) continue
    const made = listMade(low, step, name)
    if (made !== undefined) return playSteps(low, made, steps.toReversed(), name)
    steps.push(step)
  }
  return undefined
}

/** `names = ['a', x]` */
function listMade(low: PythonLowering, statement: number, name: string): number[] | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const assignment = firstNamedChild(tree, statement)
  if (kindOf(low, assignment) !== id.assignment || nodeText(tree, text, childByField(tree, assignment, field.left)) !== name) return undefined
  const right = childByField(tree, assignment, field.right)
  if (kindOf(low, right) !== id.list) return undefined
  const items = namedChildren(tree, right)
  return items.some((item) => kindOf(low, item) === id.list_splat) ? undefined : items
}

function playSteps(low: PythonLowering, made: number[], steps: readonly number[], name: string): readonly number[] | undefined {
  const { tree, text, syntax, symbols } = low
  const held = [...made]
  for (const step of steps) {
    const site = syntax.callAt(tree, text, firstNamedChild(tree, step))
    const callee = site === undefined ? '' : nodeText(tree, text, site.callee)
    const first = site?.arguments[0]?.node
    if (callee === `${name}.append` && first !== undefined) held.push(first)
    else if (callee === `${name}.pop` && first === undefined) held.pop()
    else if (callee === `${name}.pop` && symbols.constantOf(first ?? -1) === 0) held.shift()
    else return undefined
  }
  return held
}

/** The statement that the expression stands in. */
function statementOf(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  let at = node
  while (tree.parent[at] > 0 && kindOf(low, tree.parent[at]) !== kinds.id.block && kindOf(low, tree.parent[at]) !== kinds.id.module)
    at = tree.parent[at]
  return at
}
