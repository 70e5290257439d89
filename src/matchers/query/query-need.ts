import type { LiteralNeed } from '../../model/literal-need.ts'
import type { Element, NodeElement } from './query-ast.ts'

const ANYTHING: LiteralNeed = { kind: 'anything' }
/** Tokens that are rare enough to search for. */
const KEYWORD = /^(?:[A-Za-z]{3,}|[!-/:-@[-`{-~]{2,})$/

/** The keywords that every match of the element contains. */
export function needOfElement(element: Element): LiteralNeed {
  if (element.kind === 'field') return needOfElement(element.of)
  if (element.quantifier === '?' || element.quantifier === '*') return ANYTHING
  if (element.kind === 'choice') return someOf(element.branches.map(needOfElement))
  if (element.kind === 'group') return allOf(element.items.map((item) => needOfElement(item.element)))
  const { type, missing, children } = element
  const own: LiteralNeed =
    !missing && type.kind === 'type' && !type.named && KEYWORD.test(type.name) ? { kind: 'literal', text: type.name } : ANYTHING
  return allOf([own, ...(opensParameter(element) ? [OPENED] : []), ...children.map((item) => needOfElement(item.element))])
}

const OPENED: LiteralNeed = { kind: 'opened-parameter' }

/** Whether the first parameter of an arrow function is a pattern, in TypeScript with its type behind. */
function opensParameter(element: NodeElement): boolean {
  if (!isOf(element, 'arrow_function')) return false
  const lists = element.children.flatMap((item) => (item.element.kind === 'field' ? [item.element.of] : []))
  const [first] = lists.flatMap((list) => (list.kind === 'node' && isOf(list, 'formal_parameters') ? list.children.slice(0, 1) : []))
  if (first === undefined || !first.anchored || first.element.kind !== 'node') return false
  const parameter = first.element
  const patterns = [parameter, ...parameter.children.flatMap(({ element }) => (element.kind === 'field' ? [element.of] : []))]
  return parameter.quantifier === 'one' && patterns.some((each) => each.kind === 'node' && each.quantifier === 'one' && isOf(each, 'object_pattern'))
}

function isOf({ type }: NodeElement, name: string): boolean {
  return type.kind === 'type' && type.name === name
}

/** A conjunction. `anything` is dropped. */
export function allOf(needs: readonly LiteralNeed[]): LiteralNeed {
  const [first, ...rest] = needs.filter((need) => need.kind !== 'anything')
  if (first === undefined) return ANYTHING
  return rest.length === 0 ? first : { kind: 'all', of: [first, ...rest] }
}

/** A disjunction. It is `anything` if one of its parts is. */
export function someOf(needs: readonly LiteralNeed[]): LiteralNeed {
  const [first] = needs
  if (needs.length === 1 && first !== undefined) return first
  return needs.some((need) => need.kind === 'anything') ? ANYTHING : { kind: 'some', of: needs }
}

/** True if the lower-case text meets the need. */
export function holdsNeed(need: LiteralNeed, text: string): boolean {
  if (need.kind === 'anything') return true
  if (need.kind === 'nothing') return false
  if (need.kind === 'all') return need.of.every((one) => holdsNeed(one, text))
  if (need.kind === 'some') return need.of.some((one) => holdsNeed(one, text))
  return !('text' in need) || text.includes(need.text.toLowerCase())
}
