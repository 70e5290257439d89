import { BOUNDS } from '../../../model/bounds.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { type BranchFacts, NO_FACTS, disjunction } from '../../lowering/guard-facts.ts'
import { returnedTruth } from './known-truth.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Maximum number of statements before the condition. */
const MAX_STATEMENTS = BOUNDS.errorFlagStatements.value
/** Longer statements are not analysed. */
const MAX_TEXT = BOUNDS.errorFlagText.value
/** Maximum number of ancestors of an expression up to its statement. */
const MAX_ANCESTORS = BOUNDS.errorFlagAncestors.value

/** Methods that always add an element to a list, set or dictionary. */
const INSERTING_METHODS: ReadonlySet<string> = new Set(['append', 'add', 'insert', 'setdefault'])

/**
 * Facts of an error variable that is not set: `error = None`, `if '..' in name: error = 'no such name'`, `if error is None: …`; `errors.append(…)`,
 * `if not errors: …`. They hold where the variable is falsy. `read` returns the facts of an earlier condition.
 */
export function errorFlagFacts(low: PythonLowering, node: number, read: (condition: number) => BranchFacts): BranchFacts {
  const { tree, text, kinds } = low
  const name = nodeText(tree, text, node)
  const resets = resetPattern(name)
  let known = NO_FACTS
  const statement = statementOf(low, node)
  if (statement < 0) return known
  for (const each of statementsBefore(low, statement)) {
    if (tree.end[each] - tree.start[each] > MAX_TEXT) break
    // The regex takes many times as long.
    if (!nodeText(tree, text, each).includes(name)) continue
    if (kindOf(low, each) === kinds.id.if_statement) {
      const { found, isReset } = branchFlagFacts(low, each, name, resets, read)
      known = disjunction(found, known)
      if (isReset) break
    } else if (resets.test(nodeText(tree, text, each))) break
  }
  return { whenTrue: [], whenFalse: known.whenFalse }
}

/** Facts of an if chain none of whose branches has set the variable. */
function branchFlagFacts(
  low: PythonLowering,
  node: number,
  name: string,
  resets: RegExp,
  read: (condition: number) => BranchFacts,
): { readonly found: BranchFacts; readonly isReset: boolean } {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const clauses = [node, ...namedChildren(tree, node).filter((each) => kindOf(low, each) === id.elif_clause || kindOf(low, each) === id.else_clause)]
  const known: BranchFacts['whenFalse'][number][] = []
  let isReset = false
  let isOpen = true
  for (const clause of clauses) {
    const block = childByField(tree, clause, kindOf(low, clause) === id.else_clause ? field.body : field.consequence)
    const statements = block < 0 ? [] : namedChildren(tree, block)
    const notes = statements.some((each) => setsFlag(low, each, name))
    const condition = kindOf(low, clause) === id.else_clause ? -1 : childByField(tree, clause, field.condition)
    if (notes) {
      if (isOpen && condition >= 0) known.push(...read(condition).whenFalse)
    } else {
      const answer = isOpen && condition < 0 ? assignedCall(low, statements, name) : -1
      if (answer >= 0) known.push(...read(answer).whenFalse)
      else if (block >= 0 && resets.test(nodeText(tree, text, block))) isReset = true
      // It is unknown whether this branch ran, and so whether the following conditions were tested.
      isOpen = false
    }
  }
  return { found: { whenTrue: [], whenFalse: isReset ? [] : known }, isReset }
}

/** Whether the statement sets the variable: `error = 'no'`, `errors.append('no')`, `errors['name'] = 'no'`. */
function setsFlag(low: PythonLowering, statement: number, name: string): boolean {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  if (kindOf(low, statement) !== id.expression_statement) return false
  const inner = firstNamedChild(tree, statement)
  if (inner >= 0 && kindOf(low, inner) === id.assignment) {
    const left = childByField(tree, inner, field.left)
    if (left < 0) return false
    if (kindOf(low, left) === id.identifier)
      return nodeText(tree, text, left) === name && returnedTruth(low, childByField(tree, inner, field.right)) === true
    return kindOf(low, left) === id.subscript && nodeText(tree, text, childByField(tree, left, field.value)) === name
  }
  if (inner < 0 || kindOf(low, inner) !== id.call) return false
  const callee = childByField(tree, inner, field.function)
  return (
    callee >= 0 &&
    kindOf(low, callee) === id.attribute &&
    nodeText(tree, text, childByField(tree, callee, field.object)) === name &&
    INSERTING_METHODS.has(nodeText(tree, text, childByField(tree, callee, field.attribute)))
  )
}

/** The call in `else: error = name_error(name)`; -1 for none. */
function assignedCall(low: PythonLowering, statements: readonly number[], name: string): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const last = statements.at(-1) ?? -1
  const inner = last >= 0 && kindOf(low, last) === id.expression_statement ? firstNamedChild(tree, last) : -1
  if (inner < 0 || kindOf(low, inner) !== id.assignment || nodeText(tree, text, childByField(tree, inner, field.left)) !== name) return -1
  const right = low.syntax.unwrap(tree, childByField(tree, inner, field.right))
  return right >= 0 && kindOf(low, right) === id.call ? right : -1
}

/** Matches code that reassigns the variable or removes an element. */
function resetPattern(name: string): RegExp {
  return new RegExp(
    String.raw`(?:^|[^\w.])${name}\s*(?::[^=\n]{1,60})?=(?!=)|(?:^|[^\w.])${name}\.(?:clear|pop|remove|discard)\b|\b(?:del|global|nonlocal|as|for)\s+${name}\b`,
  )
}

const statementsOf = new WeakMap<PythonLowering, Map<number, readonly number[]>>()

/** The preceding statements of the block, last first. */
function statementsBefore(low: PythonLowering, statement: number): readonly number[] {
  const { tree } = low
  const parent = tree.parent[statement]
  const known = statementsOf.get(low) ?? new Map<number, readonly number[]>()
  statementsOf.set(low, known)
  const all = known.get(parent) ?? namedChildren(tree, parent)
  known.set(parent, all)
  let [from, to] = [0, all.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (tree.start[all[middle]] < tree.start[statement]) from = middle + 1
    else to = middle
  }
  return all.slice(Math.max(0, from - MAX_STATEMENTS), from).toReversed()
}

/** The statement of a block that contains the expression. */
function statementOf(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  let at = node
  for (let steps = 0; steps < MAX_ANCESTORS && at >= 0; steps++) {
    const around = tree.parent[at]
    if (around < 0) return -1
    if (kindOf(low, around) === kinds.id.block || kindOf(low, around) === kinds.id.module) return at
    at = around
  }
  return -1
}
