import { BOUNDS } from '../../../model/bounds.ts'
import type { Argument } from '../../../model/language.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { isRestrictiveRegex } from './regex-proof.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import type { SchemaShape } from './schema-shape.ts'

/** Parts of a request by the express-validator function that starts a chain. `check` covers all parts. */
const CHAIN_STARTS: ReadonlyMap<string, string> = new Map([
  ['express-validator.body', 'body'],
  ['express-validator.query', 'query'],
  ['express-validator.param', 'params'],
  ['express-validator.check', ''],
])
const SANITIZING_VALIDATORS: ReadonlySet<string> = new Set(
  'isIn isInt isNumeric isFloat isDecimal isBoolean isUUID isMongoId isAlpha isAlphanumeric isHexadecimal isIP isPort isDate isISO8601 isSlug isFQDN toInt toFloat toBoolean toDate'.split(
    ' ',
  ),
)
/** Methods after which a validator is negated or conditional. */
const NEGATING_METHODS: ReadonlySet<string> = new Set(['not', 'if'])
const MAX_NODES = BOUNDS.validatorChainNodes.value

/** The shape of a part of the request, or of `matchedData`, by the express-validator chains next to the handler: `query('sort').isIn(LIST)`. */
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
  const about = site === undefined ? undefined : CHAIN_STARTS.get(symbols.nameOf(site.callee) ?? '')
  const first = site?.arguments[0]?.node ?? -1
  if (about === undefined || first < 0 || (part !== undefined && about !== '' && about !== part) || !isConstrained(low, start)) return []
  const named = kindOf(low, first) === kinds.id.array ? namedChildren(tree, first) : [first]
  return named.map((each) => symbols.constantOf(each)).filter((name) => typeof name === 'string')
}

/** Whether a call of the chain constrains the field. */
function isConstrained(low: JavaScriptLowering, start: number): boolean {
  const { tree, text, kinds, syntax } = low
  const { id, field } = kinds
  let at = start
  for (let steps = 0; steps < 20; steps++) {
    const member = tree.parent[at]
    const call = member > 0 ? tree.parent[member] : -1
    if (call <= 0 || kindOf(low, member) !== id.member_expression || kindOf(low, call) !== id.call_expression) return false
    const method = nodeText(tree, text, childByField(tree, member, field.property))
    if (NEGATING_METHODS.has(method)) return false
    if (SANITIZING_VALIDATORS.has(method)) return true
    const pattern = method === 'matches' ? (syntax.callAt(tree, text, call)?.arguments[0]?.node ?? -1) : -1
    if (pattern >= 0 && isRestrictiveRegex(low, pattern)) return true
    at = call
  }
  return false
}

/** Whether the name is that of a validator. */
function isValidator(name: string): boolean {
  return /^\w+$/.test(name) && /valid/i.test(name)
}
