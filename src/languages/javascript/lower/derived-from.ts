import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Properties that are derived from a whole URL or string. */
const DERIVED_PROPERTIES = /^(?:host(?:name)?|origin|protocol|pathname|href|length)$/

/** Functions that convert a URL, path or string. Functions of the program are recognised by name. */
const CONVERSIONS =
  /(?:^|\.)(?:normali[sz]e|canonicali[sz]e|toPosix|toAbsolute)\w*$|^(?:(?:url\.)?URL(?:\.parse)?|url\.(?:parse|fileURLToPath)|path\.(?:posix\.|win32\.)?(?:resolve|join|normalize|relative|dirname|basename)|Buffer\.from|(?:util\.)?TextEncoder\(\)\.encode|fs\.(?:promises\.)?realpath(?:Sync)?|fs\/promises\.realpath|decodeURI(?:Component)?|String)$/

/** A signature: `createHmac('sha256', key).update(text).digest()`. */
const SIGNATURE_CALL = /^crypto\.createHmac\(\)(?:\.update\(\))*\.update$/

const CONVERSION_METHODS: ReadonlySet<string> = new Set([
  'toLowerCase',
  'toUpperCase',
  'trim',
  'toString',
  'normalize',
  'replace',
  'replaceAll',
  'split',
  'slice',
  'join',
  'at',
  'pop',
  'digest',
])

/** The base expressions of the node, one step back. */
export function derivedFrom(low: JavaScriptLowering, node: number): readonly number[] {
  if (node < 0) return []
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  if (kind === id.identifier) {
    const held = symbols.valueOf(inner)
    if (held !== inner) return [held]
    const taken = destructuredFrom(low, inner)
    return taken < 0 ? [] : [taken]
  }
  if (kind === id.member_expression)
    return DERIVED_PROPERTIES.test(nodeText(tree, text, childByField(tree, inner, field.property))) ? [childByField(tree, inner, field.object)] : []
  const site = low.syntax.callAt(tree, text, inner)
  if (site === undefined) return []
  const name = symbols.nameOf(site.callee) ?? ''
  if (CONVERSIONS.test(name)) return site.arguments.map((argument) => argument.node)
  const { object, method } = calledMethod(low, site)
  if (SIGNATURE_CALL.test(name)) return [...site.arguments.flatMap((argument) => templateParts(low, argument.node)), object]
  return CONVERSION_METHODS.has(method) ? [object] : []
}

/** The substitutions of a template; of other expressions the node itself. */
function templateParts(low: JavaScriptLowering, node: number): readonly number[] {
  const { tree, kinds } = low
  if (kindOf(low, node) !== kinds.id.template_string) return [node]
  return namedChildren(tree, node)
    .filter((part) => kindOf(low, part) === kinds.id.template_substitution)
    .map((part) => firstNamedChild(tree, part))
}

/** The expression that `const { host } = url` destructures; -1 for other names. */
function destructuredFrom(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const declaration = low.names.declarationOf[node]
  let pattern = declaration < 0 ? -1 : tree.parent[declaration]
  let key = declaration
  if (pattern >= 0 && kindOf(low, pattern) === id.pair_pattern) {
    key = childByField(tree, pattern, field.key)
    pattern = tree.parent[pattern]
  }
  if (pattern < 0 || kindOf(low, pattern) !== id.object_pattern || !DERIVED_PROPERTIES.test(nodeText(tree, text, key))) return -1
  const declarator = tree.parent[pattern]
  return declarator >= 0 && kindOf(low, declarator) === id.variable_declarator ? childByField(tree, declarator, field.value) : -1
}
