import type { GrammarNames } from '../../model/tree.ts'
import { nearestWord } from '../../text/nearest-word.ts'
import type { PredicateElement } from './query-ast.ts'
import type { QueryCursor } from './query-cursor.ts'
import type { QueryFault } from './query-fault.ts'

/** The state of a query parser. */
export interface Parser {
  readonly cursor: QueryCursor
  readonly names: GrammarNames
  readonly faults: QueryFault[]
  predicates: PredicateElement[]
  captured: string[]
  nesting: number
}

/** Reading cannot go on; the fault is noted. */
export const BROKEN = undefined

/** The id of the field. Reports a fault and returns 0 if the grammar has no such field. */
export function fieldNamed(parser: Parser, name: string, offset: number): number {
  const { names, faults } = parser
  const field = names.fieldId(name)
  if (field === 0) {
    const nearest = nearestWord(name, names.fieldNames.slice(1))
    faults.push({ code: 'query/unknown-field', message: `\`${name}\` is not a field of the ${names.id} grammar.`, ...didYouMean(nearest), offset })
  }
  return field
}

/** Reports that the grammar has no node or token of this name. */
export function unknownNode(parser: Parser, name: string, named: boolean, offset: number): void {
  const { names, faults } = parser
  const what = named ? 'node' : 'token'
  faults.push({
    code: 'query/unknown-node',
    message: `\`${name}\` is not a ${what} of the ${names.id} grammar.`,
    ...nodeHint(names, name, named),
    offset,
  })
}

function nodeHint(names: GrammarNames, name: string, named: boolean): { readonly hint?: string } {
  if (names.typeIds(name, !named).length > 0) return { hint: named ? `It is a token: write \`"${name}"\`.` : `It is a node: write \`(${name})\`.` }
  const own = names.allTypes.filter((type) => type.named === named).map((type) => type.name)
  return didYouMean(nearestWord(name, named ? [...own, ...names.supertypeNames] : own))
}

function didYouMean(name: string | undefined): { readonly hint?: string } {
  return name === undefined ? {} : { hint: `did you mean \`${name}\`?` }
}

/** Notes a mistake after which reading cannot go on. */
export function syntaxFault(parser: Parser, offset: number, message: string, hint?: string): typeof BROKEN {
  parser.faults.push({ code: 'query/syntax', message: `${message}.`, ...(hint === undefined ? {} : { hint }), offset })
  return BROKEN
}
