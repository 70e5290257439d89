import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { guardBases, findBaseFacts, type DerivationReader } from '../../lowering/derived-values.ts'
import type { GuardFact, BranchFacts } from '../../lowering/refine.ts'
import { factsOn } from './guarded-expressions.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

/** Parts of addresses that tell something of the whole. */
const DERIVED_PROPERTIES = /^(?:host(?:name)?|origin|protocol|pathname|href|length)$/

/** Functions that make another form of the address or path they are given; those of the program by their name. */
const CONVERSIONS =
  /(?:^|\.)(?:normali[sz]e|canonicali[sz]e|toPosix|toAbsolute)\w*$|^(?:(?:url\.)?URL(?:\.parse)?|url\.(?:parse|fileURLToPath)|path\.(?:posix\.|win32\.)?(?:resolve|join|normalize|relative|dirname|basename)|Buffer\.from|(?:util\.)?TextEncoder\(\)\.encode|fs\.(?:promises\.)?realpath(?:Sync)?|fs\/promises\.realpath|decodeURI(?:Component)?|String)$/

/** What is signed: `createHmac('sha256', key).update(text).digest()`. */
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

/** What a look at a part, such as the host of an address, may tell of the whole. */
export function guardBasesOf(low: JavaScriptLowering, looked: number, check: number): BranchFacts {
  return guardBases(low, looked, check, READER)
}

/** Places that what is looked at is a part or another form of. */
export function baseFactsOf(low: JavaScriptLowering, node: number): GuardFact[] {
  return findBaseFacts(low, node, READER)
}

const READER: DerivationReader<JavaScriptLowering> = { derivedFrom, isName, factsOn }

/** What a name holds was made further up. */
function isName(low: JavaScriptLowering, node: number): boolean {
  return kindOf(low, low.syntax.unwrap(low.tree, node)) === low.kinds.id.identifier
}

/** Expressions that the node is made of, one step back. */
function derivedFrom(low: JavaScriptLowering, node: number): readonly number[] {
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
  const callee = low.syntax.unwrap(tree, site.callee)
  if (SIGNATURE_CALL.test(name))
    return [...site.arguments.flatMap((argument) => templateParts(low, argument.node)), childByField(tree, callee, field.object)]
  if (kindOf(low, callee) !== id.member_expression) return []
  return CONVERSION_METHODS.has(nodeText(tree, text, childByField(tree, callee, field.property))) ? [childByField(tree, callee, field.object)] : []
}

/** What a template puts together; of anything else the node itself. */
function templateParts(low: JavaScriptLowering, node: number): readonly number[] {
  const { tree, kinds } = low
  if (kindOf(low, node) !== kinds.id.template_string) return [node]
  return namedChildren(tree, node)
    .filter((part) => kindOf(low, part) === kinds.id.template_substitution)
    .map((part) => firstNamedChild(tree, part))
}

/** What `const { host } = url` takes `host` from; -1 for any other name. */
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
