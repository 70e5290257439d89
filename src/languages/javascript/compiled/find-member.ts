import type { Span } from '../../../model/position.ts'
import { matchBracket, splitList } from './match-bracket.ts'

/** A class, as compilers write it: `let A = A_1 = class A { … }`. */
export interface FoundClass {
  /** What stands before `class` and belongs to the declaration of the variable. Empty for a class declaration. */
  readonly declared: Span
  /** `A_1 = ` */
  readonly alias?: Span
  readonly name: Span
  /** Between its braces. */
  readonly body: Span
}

/** A method of a class, and its parameters. */
export interface FoundMember {
  readonly start: number
  readonly parameters: readonly { readonly start: number; readonly name: Span }[]
  /** Between its braces. */
  readonly body: Span
}

/** The class of that name. Undefined if there is none with its methods in a body. */
export function findClass(text: string, name: string): FoundClass | undefined {
  const escaped = name.replaceAll('$', '\\$')
  const found = new RegExp(`^(export (?:default )?)?((?:let|var|const) ${escaped} = )?(${escaped}_\\d+ = )?class ${escaped}\\b[^{\\n]*\\{`, 'm').exec(
    text,
  )
  if (found === null) return undefined
  const [whole, exported = '', declared = '', alias = ''] = found
  const start = found.index + exported.length
  const open = found.index + whole.length - 1
  const close = matchBracket(text, open)
  const at = found.index + whole.lastIndexOf(`class ${name}`) + 'class '.length
  if (close < 0) return undefined
  return {
    declared: { start, end: start + declared.length + alias.length },
    ...(alias !== '' && { alias: { start: start + declared.length, end: start + declared.length + alias.length } }),
    name: { start: at, end: at + name.length },
    body: { start: open + 1, end: close },
  }
}

/** The method of that name. */
export function findMember(text: string, { body }: FoundClass, name: string): FoundMember | undefined {
  const inside = text.slice(body.start, body.end)
  const indent = /^[ \t]+(?=\S)/m.exec(inside)?.[0]
  if (indent === undefined) return undefined
  const written = name.replace(/[^\w]/g, '\\$&')
  const found = new RegExp(`^${indent}((?:static |async |get |set |\\*)*)${written}\\(`, 'm').exec(inside)
  if (found === null) return undefined
  const open = body.start + found.index + found[0].length - 1
  const close = matchBracket(text, open)
  const bodyStart = close < 0 ? -1 : text.indexOf('{', close)
  const bodyEnd = bodyStart < 0 ? -1 : matchBracket(text, bodyStart)
  if (bodyEnd < 0) return undefined
  return {
    body: { start: bodyStart + 1, end: bodyEnd },
    start: body.start + found.index + indent.length,
    parameters: splitList(text, open + 1, close).map(({ start, end }) => ({ start, name: { start, end: nameEnd(text, start, end) } })),
  }
}

/** The end of the name or pattern of a parameter, before its default value. */
function nameEnd(text: string, start: number, end: number): number {
  if ('{['.includes(text[start])) return matchBracket(text, start) + 1
  return start + (/^[\w$]+/.exec(text.slice(start, end))?.[0].length ?? end - start)
}
