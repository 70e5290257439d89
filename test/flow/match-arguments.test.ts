import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  argumentFor,
  createArgumentBinder,
  type DeclaredParameter,
  isArgument,
  isInRange,
  isSelected,
  parameterFor,
  type ParameterBinding,
  type PassedArgument,
  selectArguments,
} from '../../src/model/match-arguments.ts'

/** `a`, `*rest`, `**keywords`. */
function parameter(text: string): DeclaredParameter {
  if (text.startsWith('**')) return { kind: 'keywords', name: text.slice(2) }
  return text.startsWith('*') ? { kind: 'rest', name: text.slice(1) } : { kind: 'positional', name: text }
}

/** `x`, `name=`, `*list`, `**dictionary`. */
function argument(text: string): PassedArgument {
  if (text.startsWith('**')) return { kind: 'keyword-spread' }
  if (text.startsWith('*')) return { kind: 'spread' }
  return text.endsWith('=') ? { kind: 'keyword', name: text.slice(0, -1) } : { kind: 'positional' }
}

function parse<T>(text: string, read: (word: string) => T): readonly T[] {
  return text === '' ? [] : text.split(' ').map(read)
}

describe('argument matcher', () => {
  const cases: readonly { readonly name: string; parameters: string; passed: string; at: number; bound?: number; to: readonly ParameterBinding[] }[] =
    [
      { name: 'positional', parameters: 'a b', passed: 'x y', at: 1, to: [{ parameter: 1, kind: 'value' }] },
      { name: 'too many arguments', parameters: 'a', passed: 'x y', at: 1, to: [] },
      { name: 'no such argument', parameters: 'a', passed: 'x', at: 4, to: [] },
      { name: 'keyword', parameters: 'a b', passed: 'b= a=', at: 0, to: [{ parameter: 1, kind: 'value' }] },
      { name: 'keyword after the rest', parameters: 'a *rest b', passed: 'x y b=', at: 2, to: [{ parameter: 2, kind: 'value' }] },
      { name: 'keyword that has the name of the rest', parameters: '*rest', passed: 'rest=', at: 0, to: [] },
      { name: 'other keyword', parameters: 'a **more', passed: 'x c=', at: 1, to: [{ parameter: 1, kind: 'keyword-entry', name: 'c' }] },
      { name: 'element of the rest', parameters: 'a *rest', passed: 'x y z', at: 2, to: [{ parameter: 1, kind: 'rest-element', index: 1 }] },
      {
        name: 'positional after a spread',
        parameters: 'a b *rest',
        passed: '*list y',
        at: 1,
        to: [{ parameter: 2, kind: 'rest-element', index: undefined }],
      },
      { name: 'positional after a spread, without a rest', parameters: 'a b', passed: '*list y', at: 1, to: [] },
      {
        name: 'spread',
        parameters: 'a b c *rest d',
        passed: 'x *list',
        at: 1,
        to: [
          { parameter: 1, kind: 'spread-element', index: 0 },
          { parameter: 2, kind: 'spread-element', index: 1 },
          { parameter: 3, kind: 'rest-elements' },
        ],
      },
      {
        name: 'spread dictionary',
        parameters: 'a *rest b **more',
        passed: '**dictionary',
        at: 0,
        to: [
          { parameter: 0, kind: 'spread-entry', name: 'a' },
          { parameter: 2, kind: 'spread-entry', name: 'b' },
          { parameter: 3, kind: 'keyword-entries' },
        ],
      },
      { name: 'after a partial application', parameters: 'a b c', passed: 'x', at: 0, bound: 2, to: [{ parameter: 2, kind: 'value' }] },
    ]
  it.each(cases)('binds: $name', ({ parameters, passed, at, bound, to }) => {
    expect(createArgumentBinder(parse(parameters, parameter), parse(passed, argument), bound)(at)).toEqual(to)
  })

  const NAMES = ['a', 'b', 'c', 'd']
  const signature = fc
    .record({ names: fc.subarray(NAMES), rest: fc.boolean(), keywords: fc.boolean() })
    .map(({ names, rest, keywords }): readonly DeclaredParameter[] => [
      ...names.map((name) => ({ kind: 'positional' as const, name })),
      ...(rest ? [{ kind: 'rest' as const, name: 'rest' }] : []),
      ...(keywords ? [{ kind: 'keywords' as const, name: 'keywords' }] : []),
    ])
  const call = fc.array(fc.constantFrom('x', '*list', '**dictionary', ...NAMES.map((name) => `${name}=`)).map(argument), { maxLength: 6 })

  it('finds for the value of a parameter the argument that is bound to it', () => {
    fc.assert(
      fc.property(signature, call, (parameters, passed) => {
        const bind = createArgumentBinder(parameters, passed)
        for (const index of parameters.keys()) {
          const found = argumentFor(parameters, passed, index)
          const bound = passed.filter((_, at) => bind(at).some((each) => each.kind === 'value' && each.parameter === index))
          // A call that passes a parameter by position and by name has two.
          expect(bound.length === 0 ? [undefined] : bound).toContain(found)
        }
      }),
    )
  })

  it('binds each argument as a whole to at most one parameter', () => {
    fc.assert(
      fc.property(signature, call, (parameters, passed) => {
        for (const at of passed.keys()) {
          const bindings = createArgumentBinder(parameters, passed)(at)
          const whole = bindings.filter(({ kind }) => kind === 'value' || kind === 'rest-element')
          expect(whole.length).toBeLessThanOrEqual(1)
          const found = parameterFor(parameters, passed, at)
          if (found >= 0) expect(bindings[0].parameter).toBe(found)
          expect(new Set(bindings.map((each) => each.parameter)).size).toBe(bindings.length)
        }
      }),
    )
  })

  const selections: readonly { selector: number | string; passed: string; spread: readonly number[]; positional: readonly number[] }[] = [
    { selector: 0, passed: 'x y', spread: [0], positional: [0] },
    { selector: -1, passed: 'x y k=', spread: [1], positional: [1] },
    { selector: '1', passed: 'x y', spread: [1], positional: [1] },
    { selector: 2, passed: 'x y', spread: [], positional: [] },
    { selector: 2, passed: 'x *list y', spread: [1], positional: [] },
    { selector: 0, passed: 'k= x', spread: [1], positional: [1] },
    { selector: 'k', passed: 'x k= k=', spread: [1, 2], positional: [1, 2] },
    { selector: '*', passed: 'x *list k=', spread: [0, 1, 2], positional: [0, 1, 2] },
  ]
  it.each(selections)('selects $selector of ($passed)', ({ selector, passed, spread, positional }) => {
    const all = parse(passed, argument)
    expect(selectArguments(all, selector, 'spread').map((each) => all.indexOf(each))).toEqual(spread)
    expect(selectArguments(all, selector, 'positional').map((each) => all.indexOf(each))).toEqual(positional)
    for (const at of all.keys()) expect(isSelected([selector], all, at)).toBe(spread.includes(at))
    expect(isSelected([selector], all, -1)).toBe(selector === '*')
    expect(isSelected(undefined, all, -1)).toBe(true)
  })

  it('knows a range of arguments from either end', () => {
    const all = parse('x y z k=', argument)
    const inRange = (first: number, last: number): readonly boolean[] => all.map((_, at) => isInRange(all, at, first, last))
    expect(inRange(1, 2)).toEqual([false, true, true, false])
    expect(inRange(-2, -1)).toEqual([false, false, true, false])
    expect(inRange(0, Number.POSITIVE_INFINITY)).toEqual([true, true, true, true])
    expect(isInRange(parse('*list', argument), 0, 3, 4)).toBe(true)
    expect(isInRange(parse('x *list', argument), 1, 0, 0)).toBe(false)
  })

  it('means an argument by its position or its keyword', () => {
    const meant = { position: 1, name: 'args' }
    expect(parse('x y args= kwargs=', argument).map((each, at) => isArgument(each, at, meant))).toEqual([false, true, true, false])
  })
})
