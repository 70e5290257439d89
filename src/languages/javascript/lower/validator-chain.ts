import { BOUNDS } from '../../../model/bounds.ts'
import type { Argument } from '../../../model/language.ts'
import { namedChildren, nodeText } from '../../../model/tree-access.ts'
import { isRestrictiveRegex } from './regex-proof.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import type { SchemaShape } from './schema-shape.ts'

const MAX_NODES = BOUNDS.validatorChainNodes.value

/** The shape of a part of the request, or of `matchedData`, by the chains of checks next to the handler: `query('sort').isIn(LIST)`. */
export function validatorChainShape(low: JavaScriptLowering, beside: readonly Argument[], part: string | undefined): SchemaShape | undefined {
  if (!isValidationRead(low, beside)) return undefined
  const fields = new Map<string, SchemaShape>()
  for (const list of beside.flatMap(({ node }) => chainRoots(low, node))) {
    const end = Math.min(low.tree.next[list], list + MAX_NODES)
    for (let at = list; at < end; at++) for (const name of constrainedFields(low, at, part)) fields.set(name, 'harmless')
  }
  return fields.size === 0 ? undefined : { fields }
}

/** Whether the result of the chains is read. The chains reject nothing themselves. */
function isValidationRead(low: JavaScriptLowering, beside: readonly Argument[]): boolean {
  return low.text.includes('validationResult') || beside.some(({ node }) => isValidator(nodeText(low.tree, low.text, node)))
}

/**
 * An argument, and the arguments of the call in it: `checked(rules)`. Functions are skipped, because chains in them do not run before the handler.
 */
function chainRoots(low: JavaScriptLowering, node: number): readonly number[] {
  const { tree, text, kinds, syntax, symbols } = low
  const list = syntax.unwrap(tree, symbols.valueOf(syntax.unwrap(tree, node)))
  const kind = kindOf(low, list)
  if (kind === kinds.id.arrow_function || kind === kinds.id.function_expression) return []
  const passed = syntax.callAt(tree, text, list)?.arguments ?? []
  return [list, ...passed.map((each) => symbols.valueOf(each.node)).filter((held) => kindOf(low, held) === kinds.id.array)]
}

/** Names of fields that the chain at the node constrains. */
function constrainedFields(low: JavaScriptLowering, start: number, part: string | undefined): readonly string[] {
  const { tree, text, kinds, syntax, symbols } = low
  if (kindOf(low, start) !== kinds.id.call_expression) return []
  const site = syntax.callAt(tree, text, start)
  const about = site === undefined ? undefined : low.models.checkedPartOf(symbols.nameOf(site.callee) ?? '')
  const first = site?.arguments[0]?.node ?? -1
  if (about === undefined || first < 0 || (part !== undefined && about !== 'request' && about !== part) || !isConstrained(low, start)) return []
  const named = kindOf(low, first) === kinds.id.array ? namedChildren(tree, first) : [first]
  return named.map((each) => symbols.constantOf(each)).filter((name) => typeof name === 'string')
}

/** Whether a call of the chain constrains the field. */
function isConstrained(low: JavaScriptLowering, start: number): boolean {
  const { tree, text, kinds, syntax, symbols, models } = low
  const { id } = kinds
  let at = start
  for (let steps = 0; steps < 20; steps++) {
    const member = tree.parent[at]
    const call = member > 0 ? tree.parent[member] : -1
    const site = call > 0 && kindOf(low, member) === id.member_expression ? syntax.callAt(tree, text, call) : undefined
    if (site === undefined) return false
    const word = models.schemaWordOf(symbols.nameOf(site.callee) ?? '', '')
    if (word?.accepts === 'anything') return false
    if (word?.accepts === 'scalars') return true
    const pattern = word?.accepts === 'matching' ? (site.arguments[word.at]?.node ?? -1) : -1
    if (pattern >= 0 && isRestrictiveRegex(low, pattern)) return true
    at = call
  }
  return false
}

/** Whether the name is that of a validator. */
function isValidator(name: string): boolean {
  return /^\w+$/.test(name) && /valid/i.test(name)
}
