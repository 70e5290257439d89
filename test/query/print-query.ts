import type { GrammarNames } from '../../src/model/tree.ts'
import type { Element, Item, QueryPattern } from '../../src/matchers/query/query-ast.ts'

/** Prints a pattern without its predicates: unchanged, with a capture `@__n` on every uncaptured node, or so and without fields. */
export function printPattern(pattern: QueryPattern, names: GrammarNames, how: 'plain' | 'captured' | 'fieldless'): string {
  let count = 0
  const item = ({ anchored, element }: Item): string => `${anchored ? '. ' : ''}${print(element)}`
  const print = (element: Element): string => {
    if (element.kind === 'field') return how === 'fieldless' ? print(element.of) : `${names.fieldNames[element.field]}: ${print(element.of)}`
    const captures = how !== 'plain' && element.kind === 'node' && element.captures.length === 0 ? [`__${count++}`] : element.captures
    const suffix = (element.quantifier === 'one' ? '' : element.quantifier) + captures.map((name) => ` @${name}`).join('')
    if (element.kind === 'choice') return `[${element.branches.map(print).join(' ')}]${suffix}`
    if (element.kind === 'group') return `(${element.items.map(item).join(' ')})${suffix}`
    const { type, supertype, missing, absentFields, children, endAnchored } = element
    const plain = type.kind === 'any' ? '_' : type.named ? type.name : quote(type.name)
    if (supertype === 0 && !missing && children.length === 0 && absentFields.length === 0 && (type.kind === 'any' ? !type.named : !type.named))
      return plain + suffix
    const above = names.supertypeNames.find((name) => names.supertypeBit(name) === supertype)
    const any = type.kind === 'any'
    const head = missing ? `MISSING${any ? '' : ` ${plain}`}` : above === undefined ? plain : any ? above : `${above}/${plain}`
    const parts = [head, ...absentFields.map((field) => `!${names.fieldNames[field]}`), ...children.map(item), ...(endAnchored ? ['.'] : [])]
    return `(${parts.join(' ')})${suffix}`
  }
  return print(pattern.root)
}

export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t').replace(/\0/g, '\\0')}"`
}
