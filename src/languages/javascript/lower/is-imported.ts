import { BOUNDS } from '../../../model/bounds.ts'
import { childByField } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Whether the expression is a value of another file or a property of one. */
export function isImported(low: JavaScriptLowering, node: number): boolean {
  const { tree, kinds, names, syntax } = low
  let at = syntax.unwrap(tree, node)
  if (kindOf(low, at) === kinds.id.member_expression) at = syntax.unwrap(tree, childByField(tree, at, kinds.field.object))
  const isName = kindOf(low, at) === kinds.id.identifier || kindOf(low, at) === kinds.id.shorthand_property_identifier
  if (!isName || low.valueAt[node] < 0) return false
  for (let above = names.declarationOf[at], steps = 0; above > 0 && steps < MAX_STEPS; above = tree.parent[above], steps++) {
    const kind = kindOf(low, above)
    if (kind === kinds.id.import_statement) return true
    if (kind === kinds.id.variable_declarator) return isRequired(low, childByField(tree, above, kinds.field.value))
  }
  return false
}

/** Whether the expression is `require('./schemas')` or a property of it. */
function isRequired(low: JavaScriptLowering, made: number): boolean {
  const { tree, text, kinds, syntax, symbols } = low
  const held = made >= 0 && kindOf(low, made) === kinds.id.member_expression ? childByField(tree, made, kinds.field.object) : made
  const site = held < 0 ? undefined : syntax.callAt(tree, text, held)
  return site !== undefined && symbols.nameOf(site.callee) === 'require'
}

const MAX_STEPS = BOUNDS.importedObjectSteps.value
