import type { Span } from '../../../model/position.ts'
import { matchBracket, splitList } from './match-bracket.ts'

/** A call of the helper that applies decorators: `__decorate([Get('x'), __param(0, Body()), __metadata('design:paramtypes', [Dto])], A.prototype, 'm', null)`. */
export interface DecorateCall {
  /** The statement, with the variables that get the result and the semicolon. */
  readonly statement: Span
  /** The first character of the call. */
  readonly start: number
  readonly className: string
  readonly target: Span
  /** The name of the method or field. Undefined for the class itself. */
  readonly member?: Span
  readonly isStatic: boolean
  readonly isField: boolean
  readonly decorators: readonly Span[]
  /** The decorators of parameters, by position. */
  readonly parameters: ReadonlyMap<number, readonly Span[]>
  /** The types of the parameters, as `emitDecoratorMetadata` writes them. */
  readonly parameterTypes: readonly Span[]
  /** The type of a field. */
  readonly type?: Span
}

/** The names of the helpers: TypeScript's, and those of swc. */
export const DECORATED = /^[ \t]*(?:[\w$.]+ = )*(?:__|_ts_)decorate\(\[/m

const STATEMENT = new RegExp(DECORATED.source, 'gm')
const TARGET = /^([\w$]+)(\.prototype)?$/
const METADATA = /^(?:__|_ts_)metadata\(["'](design:\w+)["'],\s*/
const PARAMETER = /^(?:__|_ts_)param\((\d+),\s*/

/** All calls of the helper that stand as statements. */
export function findDecorateCalls(text: string): readonly DecorateCall[] {
  return [...text.matchAll(STATEMENT)].flatMap((found) => {
    const open = found.index + found[0].length - '(['.length
    const callAt = found.index + found[0].search(/(?:__|_ts_)decorate\(\[$/)
    const close = matchBracket(text, open)
    return close < 0 ? [] : (readCall(text, { start: found.index + found[0].search(/\S/), callAt, list: { start: open + 1, end: close } }) ?? [])
  })
}

interface CallParts {
  /** The first character of the statement. */
  readonly start: number
  readonly callAt: number
  /** Between the parentheses. */
  readonly list: Span
}

function readCall(text: string, { start, callAt, list }: CallParts): DecorateCall | undefined {
  const [elements, target, member, descriptor] = splitList(text, list.start, list.end)
  const named = target === undefined ? null : TARGET.exec(text.slice(target.start, target.end))
  if (named === null) return undefined
  const decorators: Span[] = []
  const parameters = new Map<number, Span[]>()
  const metadata = new Map<string, Span>()
  for (const element of splitList(text, elements.start + 1, elements.end - 1)) {
    const said = text.slice(element.start, element.end)
    const about = METADATA.exec(said)
    const parameter = PARAMETER.exec(said)
    if (about !== null) metadata.set(about[1], { start: element.start + about[0].length, end: element.end - 1 })
    else if (parameter === null) decorators.push(element)
    else {
      const place = Number(parameter[1])
      parameters.set(place, [...(parameters.get(place) ?? []), { start: element.start + parameter[0].length, end: element.end - 1 }])
    }
  }
  const types = metadata.get('design:paramtypes')
  const type = metadata.get('design:type')
  const semicolon = text[list.end + 1] === ';' ? 1 : 0
  return {
    statement: { start, end: list.end + 1 + semicolon },
    start: callAt,
    className: named[1],
    target,
    ...(member !== undefined && { member: { start: member.start + 1, end: member.end - 1 } }),
    isStatic: named[2] === undefined,
    isField: descriptor !== undefined && text.slice(descriptor.start, descriptor.end) === 'void 0',
    decorators,
    parameters,
    parameterTypes: types === undefined ? [] : splitList(text, types.start + 1, types.end - 1),
    ...(type !== undefined && { type }),
  }
}
