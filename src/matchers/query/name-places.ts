import type { NamePlace } from '../../model/literal-need.ts'
import type { GrammarNames } from '../../model/tree.ts'
import type { Element, NodeElement } from './query-ast.ts'

/** By node type, and by type, field and parent type. */
const PLACES: Readonly<Record<string, NamePlace>> = {
  shorthand_property_identifier_pattern: 'shorthand',
  'property_identifier property member_expression': 'member',
  'property_identifier property assigned': 'assigned',
  'property_identifier key pair': 'key',
  'property_identifier key pair_pattern': 'key',
  'property_identifier key table': 'outer-key',
  'identifier function call_expression': 'callee',
  'identifier name function_declaration': 'function',
  'identifier name function_expression': 'function',
  'identifier name variable_declarator': 'variable',
  'identifier name given': 'given-variable',
  'identifier name typed': 'typed-variable',
  'identifier attribute attribute': 'member',
  'identifier function call': 'callee',
}

/** The kind of position of captured names. Undefined for captures at several or other kinds of position. */
export function placesOfNames(root: Element, names: GrammarNames): ReadonlyMap<string, NamePlace | undefined> {
  const places = new Map<string, NamePlace | undefined>()
  const note = (captures: readonly string[], place: NamePlace | undefined): void => {
    for (const capture of captures) places.set(capture, places.has(capture) && places.get(capture) !== place ? undefined : place)
  }
  const visit = (element: Element, outer: string, field: string): void => {
    switch (element.kind) {
      case 'field':
        visit(element.of, outer, names.fieldNames[element.field] ?? '')
        break
      case 'choice':
        note(element.captures, undefined)
        for (const branch of element.branches) visit(branch, outer, field)
        break
      case 'group':
        note(element.captures, undefined)
        for (const item of element.items) visit(item.element, outer, field)
        break
      case 'node': {
        const type = typeOf(element)
        note(element.captures, PLACES[type] ?? PLACES[`${type} ${field} ${outer}`])
        for (const item of element.children) visit(item.element, aroundChildren(element, `${type} ${field} ${outer}`, names), '')
      }
    }
  }
  visit(root, '', '')
  return places
}

function typeOf({ type }: NodeElement): string {
  return type.kind === 'type' ? type.name : ''
}

/** The context of the children: the node's type, or a more specific description. */
function aroundChildren(element: NodeElement, node: string, names: GrammarNames): string {
  const type = typeOf(element)
  if (type === 'variable_declarator' && element.children.some((item) => isField(item.element, names.fieldId('value'))))
    return names.typeIds('type_annotation', true).length > 0 ? 'typed' : 'given'
  if (node === 'member_expression left assignment_expression') return 'assigned'
  return type === 'pair_pattern' && element.children.some((item) => isTable(item.element)) ? 'table' : type
}

function isField(element: Element, field: number): boolean {
  return element.kind === 'field' && element.field === field && element.of.kind !== 'field' && element.of.quantifier === 'one'
}

/** `{ … }` as the value of a pair. */
function isTable(element: Element): boolean {
  return element.kind === 'field' && element.of.kind === 'node' && element.of.quantifier === 'one' && typeOf(element.of) === 'object_pattern'
}
