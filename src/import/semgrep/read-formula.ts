import type { NoteKeeper } from '../note-keeper.ts'
import { isPlain, listOf, type Plain, plainOf, textOf, textsOf } from '../plain-value.ts'
import type { Condition, Formula } from './formula.ts'

/** Reads a formula in old or new syntax. Undefined, with a note, if something in it has no meaning. */
export function readFormula(value: unknown, key: string, notes: NoteKeeper): Formula | undefined {
  if (typeof value === 'string') return { kind: 'pattern', key, text: value }
  if (!isPlain(value)) return refuse(notes, key, 'A pattern is expected here.')
  const [operator, second] = Object.keys(value).filter((each) => each in OPERATORS)
  if (operator === undefined) return refuse(notes, key, `No pattern operator is here: ${Object.keys(value).join(', ')}.`)
  const focus = [...textsOf(value['focus-metavariable']), ...textsOf(value['focus'])]
  const where = listOf(value['where'])
  const read = OPERATORS[operator]
  if (second !== undefined && OPERATORS[second] !== undefined) return refuse(notes, key, `Both \`${operator}\` and \`${second}\` are here.`)
  const formula = read?.(value[operator], join(key, operator), notes)
  if (formula === undefined || (where.length === 0 && focus.length === 0)) return formula
  return addWhere(formula, where, { key, focus, notes })
}

type Reader = (value: unknown, key: string, notes: NoteKeeper) => Formula | undefined

const OPERATORS: Readonly<Record<string, Reader | undefined>> = {
  pattern: readFormula,
  patterns: readAll,
  all: readAll,
  'pattern-either': readAny,
  any: readAny,
  'pattern-regex': readRegex,
  regex: readRegex,
  'pattern-not': wrap('not'),
  not: wrap('not'),
  'pattern-inside': wrap('inside'),
  inside: wrap('inside'),
  anywhere: wrap('anywhere'),
  'pattern-not-inside': (value, key, notes) => negate(wrap('inside')(value, key, notes)),
  'pattern-not-regex': (value, key, notes) => negate(readRegex(value, key, notes)),
}

function readRegex(value: unknown, key: string, notes: NoteKeeper): Formula | undefined {
  const text = textOf(value)
  return text === undefined ? refuse(notes, key, 'A regex is expected here.') : { kind: 'regex', key, text }
}

function wrap(kind: 'not' | 'inside' | 'anywhere'): Reader {
  return (value, key, notes) => {
    const of = readFormula(value, key, notes)
    return of === undefined ? undefined : { kind, key, of }
  }
}

function negate(of: Formula | undefined): Formula | undefined {
  return of === undefined ? undefined : { kind: 'not', key: of.key, of }
}

function readAny(value: unknown, key: string, notes: NoteKeeper): Formula | undefined {
  const parts = listOf(value).flatMap((each, index) => readFormula(each, join(key, index), notes) ?? [])
  return parts.length === 0 ? refuse(notes, key, 'The list has no pattern that can be read.') : { kind: 'any', key, parts }
}

/** Every part must be readable, because each restricts the others. */
function readAll(value: unknown, key: string, notes: NoteKeeper): Formula | undefined {
  const parts: Formula[] = []
  const conditions: Condition[] = []
  const focus: string[] = []
  for (const [index, each] of listOf(value).entries()) {
    const at = join(key, index)
    const item = plainOf(each)
    const names = textsOf(item['focus-metavariable'])
    focus.push(...names)
    const condition = readCondition(item, at, notes)
    if (condition !== undefined) conditions.push(condition)
    else if (names.length === 0) {
      const part = readFormula(each, at, notes)
      if (part === undefined) return undefined
      parts.push(part)
    }
  }
  return { kind: 'all', key, parts, conditions, focus }
}

const CONDITIONS: readonly Condition['kind'][] = ['regex', 'pattern', 'comparison', 'analysis', 'type', 'name']

/** A condition in old syntax: `metavariable-regex: { metavariable: $X, regex: … }`. */
function readCondition(item: Plain, key: string, notes: NoteKeeper): Condition | undefined {
  for (const kind of CONDITIONS) {
    const value = item[`metavariable-${kind}`]
    if (isPlain(value)) return toCondition(kind, value, join(key, `metavariable-${kind}`), notes)
  }
  return undefined
}

function toCondition(kind: Condition['kind'], value: Plain, key: string, notes: NoteKeeper): Condition {
  const metavariable = textOf(value['metavariable']) ?? ''
  const { metavariable: _name, language: _language, ...inner } = value
  const formula = kind === 'pattern' ? readFormula(inner, key, notes) : undefined
  return { kind, key, metavariable, value, ...(formula === undefined ? {} : { formula }) }
}

interface Where {
  readonly key: string
  readonly focus: readonly string[]
  readonly notes: NoteKeeper
}

/** Conditions in new syntax: `where: [{ metavariable: $X, regex: … }, { focus: $X }, { comparison: … }]`. */
function addWhere(formula: Formula, where: readonly unknown[], { key, focus, notes }: Where): Formula {
  const found = [...focus]
  const conditions: Condition[] = []
  for (const [index, each] of where.entries()) {
    const item = plainOf(each)
    const at = join(join(key, 'where'), index)
    found.push(...textsOf(item['focus']))
    if (item['comparison'] !== undefined) conditions.push(toCondition('comparison', item, at, notes))
    else if (item['metavariable'] !== undefined) conditions.push(toCondition(kindOfWhere(item), item, at, notes))
  }
  if (formula.kind === 'all') return { ...formula, conditions: [...formula.conditions, ...conditions], focus: [...formula.focus, ...found] }
  return { kind: 'all', key, parts: [formula], conditions, focus: found }
}

function kindOfWhere(item: Plain): Condition['kind'] {
  if (item['regex'] !== undefined) return 'regex'
  if (item['analyzer'] !== undefined) return 'analysis'
  if (item['type'] !== undefined || item['types'] !== undefined) return 'type'
  return 'pattern'
}

function join(key: string, part: string | number): string {
  return key === '' ? String(part) : `${key}.${part}`
}

function refuse(notes: NoteKeeper, key: string, reason: string): undefined {
  notes.add(key, 'rule', reason)
  return undefined
}
