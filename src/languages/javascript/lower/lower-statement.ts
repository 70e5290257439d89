import { OP } from '../../../model/program.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerJump } from '../../lowering/control-flow.ts'
import { lowerSwitch } from '../../lowering/lower-statement.ts'
import { addValue } from '../../lowering/values.ts'
import { refine } from '../../lowering/refine.ts'
import { assignTo, kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { lowerNamedFunction } from './lower-functions.ts'
import { recordDestructuredProperties, unmodifiedParameter } from './constant-properties.ts'
import { parameterTermAt } from './read-branch-condition.ts'
import { caseFacts } from './case-facts.ts'
import { hostLookupFacts } from './rejection-facts.ts'
import { typeOf } from './read-type.ts'

/** Lowers the statements of a block in order. Function declarations come first, because they are hoisted. */
export function lowerStatements(low: JavaScriptLowering, node: number): void {
  const { id } = low.kinds
  const children = namedChildren(low.tree, node)
  for (const child of children) {
    const inner = kindOf(low, child) === id.export_statement ? childByField(low.tree, child, low.kinds.field.declaration) : child
    const kind = kindOf(low, inner)
    if (kind === id.function_declaration || kind === id.generator_function_declaration) lowerNamedFunction(low, inner)
  }
  for (const child of children) lowerStatement(low, child)
}

/** `const a = 1, b = 2` */
export function lowerDeclaration(low: JavaScriptLowering, node: number): void {
  for (const child of namedChildren(low.tree, node)) if (kindOf(low, child) === low.kinds.id.variable_declarator) lowerDeclarator(low, child)
}

function lowerDeclarator(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const made = childByField(tree, node, kinds.field.value)
  const name = childByField(tree, node, kinds.field.name)
  if (name < 0 || (made < 0 && tree.parent[node] >= 0 && kindOf(low, tree.parent[node]) === kinds.id.variable_declaration)) return
  const given = made < 0 ? addValue(low, OP.unknown, node) : lowerExpression(low, made)
  const type = typeOf(low, childByField(tree, node, kinds.field.type))
  assignTo(low, name, type < 0 ? given : addValue(low, OP.phi, node, given, type))
  recordDestructuredProperties(low, name, unmodifiedParameter(low, given))
  if (made >= 0) refine(low, hostLookupFacts(low, made))
}

/** `break` and `continue` */
export function lowerJumpStatement(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const label = childByField(tree, node, kinds.field.label)
  const kind = kindOf(low, node) === kinds.id.break_statement ? 'break' : 'continue'
  lowerJump(low, kind, label < 0 ? undefined : nodeText(tree, low.text, label))
}

export function lowerSwitchStatement(low: JavaScriptLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const subject = childByField(tree, node, field.value)
  lowerExpression(low, subject)
  const body = childByField(tree, node, field.body)
  if (body < 0) return
  const parts = namedChildren(tree, body).filter((part) => kindOf(low, part) === id.switch_case || kindOf(low, part) === id.switch_default)
  const cases = parts.map((part) => {
    const matched = childByField(tree, part, field.value)
    const constant = matched < 0 ? undefined : low.symbols.constantOf(matched)
    return {
      node: part,
      constants: constant === undefined ? undefined : [constant],
      isDefault: kindOf(low, part) === id.switch_default,
      fallsThrough: fallsThrough(low, part),
      entry: () => {
        if (matched < 0) return
        lowerExpression(low, matched)
        refine(low, caseFacts(low, subject, matched))
      },
      body: () => {
        for (const statement of namedChildren(tree, part))
          if (tree.field[statement] === field.body || tree.field[statement] === 0) lowerStatement(low, statement)
      },
    }
  })
  lowerSwitch(low, node, parameterTermAt(low, subject), cases)
}

/** A case falls through unless its last statement leaves it. */
function fallsThrough(low: JavaScriptLowering, part: number): boolean {
  const { id } = low.kinds
  const last = namedChildren(low.tree, part).at(-1) ?? -1
  const end = kindOf(low, last) === id.statement_block ? (namedChildren(low.tree, last).at(-1) ?? -1) : last
  const kind = kindOf(low, end)
  return kind !== id.break_statement && kind !== id.return_statement && kind !== id.throw_statement && kind !== id.continue_statement
}

/** `catch (error) { … }` */
export function lowerCatch(low: JavaScriptLowering, handler: number, thrown: number): void {
  const { field } = low.kinds
  assignTo(low, childByField(low.tree, handler, field.parameter), thrown)
  lowerStatement(low, childByField(low.tree, handler, field.body))
}
