import type { Span } from '../../../model/position.ts'
import { findDecorated } from './find-decorated.ts'

/** `(0, common_1.Get)` and `common_1.Get`, also without arguments. */
const CALLEE = /^(\(0, )?([\w$]+)\.([\w$]+)(\)?)(?=\(|$)/
/** Types with the same number of letters as what the compiler records for them. */
const TYPES: Readonly<Record<string, string>> = { String: 'string', Number: 'number', Boolean: 'boolean' }

/**
 * Writes decorators in calls of a compiler's helper as in the source, in the same number of characters: `(0, common_1.Get)('x')` becomes a comment with the module and
 * `@Get('x')`. Undefined if there are none.
 */
export function spellDecorators(text: string): string | undefined {
  const edits: { readonly start: number; readonly said: string }[] = []
  for (const { call } of findDecorated(text)) {
    const { decorators, parameters, parameterTypes, type } = call
    for (const decorator of [...decorators, ...[...parameters.values()].flat()]) edits.push(spell(text, decorator))
    for (const { start, end } of [...parameterTypes, ...(type === undefined ? [] : [type])])
      edits.push({ start, said: TYPES[text.slice(start, end)] ?? text.slice(start, end) })
  }
  if (edits.length === 0) return undefined
  let spelled = ''
  for (const { start, said } of edits.toSorted((left, right) => left.start - right.start)) spelled += text.slice(spelled.length, start) + said
  return spelled + text.slice(spelled.length)
}

/** Takes white space before the decorator, if it needs it. */
function spell(text: string, { start, end }: Span): { readonly start: number; readonly said: string } {
  const [whole = '', opened, module = '', name = '', closed] = CALLEE.exec(text.slice(start, end)) ?? []
  const blank = blanksBefore(text, start)
  if (opened !== undefined && closed === ')') return { start, said: `/*${module}*/ @${name}` }
  if (whole !== '' && opened === undefined && closed === '' && blank >= '/**/'.length) return { start: start - 4, said: `/*${module}*/@${name}` }
  return blank > 0 ? { start: start - 1, said: '@' } : { start, said: '' }
}

/** The number of blanks before an offset, up to 8. */
function blanksBefore(text: string, end: number): number {
  let count = 0
  while (count < 8 && BLANKS.has(text[end - count - 1])) count++
  return count
}

const BLANKS: ReadonlySet<string | undefined> = new Set([' ', '\t'])
