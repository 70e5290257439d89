import { childByField, nodeText } from '../../../model/tree-access.ts'
import { asked, type Checked, type Condition, isHeldStill, NOTHING_CHECKED } from '../../lowering/refine.ts'
import { places } from './checked-places.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

/** A host behind a name, within an address, of a text: no more steps than these are told apart. */
const MOST_STEPS = 8

/** Expressions looked at behind one part: `path.join` of what `path.join` gave may be made of any number. */
const MOST_WHOLES = 60

/** Parts of addresses that tell something of the whole. */
const TELLING = /^(?:host(?:name)?|origin|protocol|pathname|href|length)$/

/** Functions that make another form of the address or path they are given. */
const FORMS =
  /^(?:(?:url\.)?URL(?:\.parse)?|url\.(?:parse|fileURLToPath)|path\.(?:posix\.|win32\.)?(?:resolve|join|normalize|relative|dirname|basename)|fs\.(?:promises\.)?realpath(?:Sync)?|fs\/promises\.realpath|decodeURI(?:Component)?|String)$/

const OTHER_FORMS: ReadonlySet<string> = new Set([
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
])

/** What a look at a part, such as the host of an address, may tell of the whole. */
export function askedBehind(low: JavaScriptLowering, looked: number, check: number): Condition {
  if (looked < 0) return NOTHING_CHECKED
  const behind = placesBehind(low, looked)
  return behind.length === 0 ? NOTHING_CHECKED : asked(behind, check, -1, nodeText(low.tree, low.text, looked))
}

/**
 * Places that what is looked at is a part or another form of: `url` and `text` for `host`, after `const url = new URL(text)` and `const { host } = url`. A rule
 * knows what a look at the part tells of them.
 */
export function placesBehind(low: JavaScriptLowering, node: number): Checked[] {
  const here: Checked[] = []
  const above: Checked[] = []
  const seen = new Set<number>()
  const add = (whole: number, isAbove: boolean, steps: number): void => {
    if (whole < 0 || steps > MOST_STEPS || seen.has(whole) || seen.size >= MOST_WHOLES) return
    seen.add(whole)
    ;(isAbove ? above : here).push(...places(low, whole))
    for (const each of wholesOf(low, whole)) add(each, isAbove || isName(low, whole), steps + 1)
  }
  for (const whole of wholesOf(low, node)) add(whole, isName(low, node), 1)
  return [...here, ...above.filter((each) => isHeldStill(low, each, true))]
}

/** What a name holds was made further up. */
function isName(low: JavaScriptLowering, node: number): boolean {
  return kindOf(low, low.syntax.unwrap(low.tree, node)) === low.kinds.id.identifier
}

/** Expressions that the node is made of, one step back. */
function wholesOf(low: JavaScriptLowering, node: number): readonly number[] {
  if (node < 0) return []
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  if (kind === id.identifier) {
    const held = symbols.valueOf(inner)
    if (held !== inner) return [held]
    const taken = takenFrom(low, inner)
    return taken < 0 ? [] : [taken]
  }
  if (kind === id.member_expression)
    return TELLING.test(nodeText(tree, text, childByField(tree, inner, field.property))) ? [childByField(tree, inner, field.object)] : []
  const site = low.syntax.callAt(tree, text, inner)
  if (site === undefined) return []
  if (FORMS.test(symbols.nameOf(site.callee) ?? '')) return site.arguments.map((argument) => argument.node)
  const callee = low.syntax.unwrap(tree, site.callee)
  if (kindOf(low, callee) !== id.member_expression) return []
  return OTHER_FORMS.has(nodeText(tree, text, childByField(tree, callee, field.property))) ? [childByField(tree, callee, field.object)] : []
}

/** What `const { host } = url` takes `host` from; -1 for any other name. */
function takenFrom(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const declaration = low.names.declarationOf[node]
  let pattern = declaration < 0 ? -1 : tree.parent[declaration]
  let key = declaration
  if (pattern >= 0 && kindOf(low, pattern) === id.pair_pattern) {
    key = childByField(tree, pattern, field.key)
    pattern = tree.parent[pattern]
  }
  if (pattern < 0 || kindOf(low, pattern) !== id.object_pattern || !TELLING.test(nodeText(tree, text, key))) return -1
  const declarator = tree.parent[pattern]
  return declarator >= 0 && kindOf(low, declarator) === id.variable_declarator ? childByField(tree, declarator, field.value) : -1
}
