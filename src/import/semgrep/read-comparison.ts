import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'
import { fromPcre } from '../regex-groups.ts'

/** A comparison as a matcher of constraints, or the reason why it has no equivalent. */
export type ReadComparison = { readonly spec: MatcherSpec } | { readonly reason: string }

/**
 * Reads a condition in the subset of Python that Semgrep defines: comparisons, `in`, `and`, `or`, `not`, `int()`, `str()`, `len()` and `re.match()`.
 */
export function readComparison(text: string): ReadComparison {
  const tokens = tokenize(text)
  if (tokens === undefined) return { reason: `The comparison \`${text}\` cannot be read.` }
  const reader: Reader = { tokens, at: 0 }
  try {
    const spec = readOr(reader)
    if (reader.at < tokens.length) throw new Refusal()
    return { spec }
  } catch (error) {
    if (error instanceof Refusal) return { reason: `The comparison \`${text}\` has no equivalent.` }
    throw error
  }
}

class Refusal extends Error {}

interface Reader {
  readonly tokens: readonly string[]
  at: number
}

const TOKEN = new RegExp(
  [
    String.raw`\s*(?:(\$[A-Za-z0-9_]+`,
    String.raw`r?"(?:\\.|[^"\\])*"|r?'(?:\\.|[^'\\])*'`,
    String.raw`0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+(?:\.\d+)?`,
    String.raw`[A-Za-z_][\w.]*`,
    String.raw`==|!=|<=|>=|\*\*|\/\/|[<>()[\],+\-*/%]))`,
  ].join('|'),
  'y',
)

function tokenize(text: string): readonly string[] | undefined {
  const tokens: string[] = []
  const trimmed = text.trim()
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < trimmed.length; ) {
    const found = TOKEN.exec(trimmed)
    if (found?.[1] === undefined) return undefined
    tokens.push(found[1])
  }
  return tokens.length === 0 ? undefined : tokens
}

function take(reader: Reader, ...wanted: string[]): string | undefined {
  const token = reader.tokens[reader.at]
  if (token === undefined || !wanted.includes(token)) return undefined
  reader.at++
  return token
}

function need(reader: Reader, wanted: string): void {
  if (take(reader, wanted) === undefined) throw new Refusal()
}

function readOr(reader: Reader): MatcherSpec {
  const parts = [readAnd(reader)]
  while (take(reader, 'or') !== undefined) parts.push(readAnd(reader))
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { any: parts }
}

function readAnd(reader: Reader): MatcherSpec {
  const parts = [readNot(reader)]
  while (take(reader, 'and') !== undefined) parts.push(readNot(reader))
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { all: parts }
}

function readNot(reader: Reader): MatcherSpec {
  if (take(reader, 'not') !== undefined) return { not: readNot(reader) }
  const start = reader.at
  if (take(reader, '(') !== undefined) {
    try {
      const inner = readOr(reader)
      need(reader, ')')
      if (!COMPARES.has(reader.tokens[reader.at] ?? '')) return inner
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    reader.at = start
  }
  return readRelation(reader)
}

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', 'not', '+', '-', '*', '/', '%'])

/** A side of a comparison. */
type Side =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: 'variable'; readonly name: string; readonly as: 'value' | 'length' }
  | { readonly kind: 'test'; readonly spec: MatcherSpec }

function readRelation(reader: Reader): MatcherSpec {
  const left = readSide(reader)
  if (left.kind === 'test') return left.spec
  const negated = take(reader, 'not') !== undefined
  const operator = take(reader, '==', '!=', '<', '<=', '>', '>=', 'in')
  if (operator === undefined || (negated && operator !== 'in')) throw new Refusal()
  const spec = relate(left, operator, readSide(reader))
  return negated ? { not: spec } : spec
}

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

function relate(left: Side, operator: string, right: Side): MatcherSpec {
  if (left.kind === 'constant' && right.kind === 'variable' && operator === 'in') return onVariable(right, { regex: containing(left.value) })
  if (left.kind === 'constant' && right.kind === 'variable') return relate(right, FLIPPED[operator] ?? operator, left)
  if (left.kind !== 'variable') throw new Refusal()
  if (operator === 'in') {
    if (right.kind !== 'list') throw new Refusal()
    return onVariable(left, { in: [...right.values] })
  }
  if (right.kind !== 'constant') throw new Refusal()
  if (left.as === 'length') return onVariable(left, ofLength(operator, right.value))
  if (operator === '==') return onVariable(left, equal(right.value))
  if (operator === '!=') return onVariable(left, { not: equal(right.value) })
  if (typeof right.value !== 'number') throw new Refusal()
  return onVariable(left, { comparison: `${operator} ${right.value}` })
}

function containing(value: Extract<Side, { kind: 'constant' }>['value']): string {
  return String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A number also equals the text of it, because `int()` and `str()` convert between them. */
function equal(value: Extract<Side, { kind: 'constant' }>['value']): ConstraintSpec {
  return typeof value === 'number' ? { comparison: `== ${value}` } : { equals: value }
}

function onVariable(side: Extract<Side, { kind: 'variable' }>, constraint: ConstraintSpec): MatcherSpec {
  return { where: { [side.name]: constraint } }
}

function ofLength(operator: string, value: unknown): ConstraintSpec {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 900) throw new Refusal()
  const least = (count: number): ConstraintSpec => ({ regex: `(?s)\\A.{${count},}\\z` })
  const most = (count: number): ConstraintSpec => ({ regex: count < 0 ? '[^\\x{0}-\\x{10FFFF}]' : `(?s)\\A.{0,${count}}\\z` })
  switch (operator) {
    case '>':
      return least(value + 1)
    case '>=':
      return least(value)
    case '<':
      return most(value - 1)
    case '<=':
      return most(value)
    case '==':
      return { regex: `(?s)\\A.{${value}}\\z` }
    default:
      return { not: { regex: `(?s)\\A.{${value}}\\z` } }
  }
}

function readSide(reader: Reader): Side {
  let left = readTerm(reader)
  for (let sign = take(reader, '+', '-'); sign !== undefined; sign = take(reader, '+', '-')) left = compute(left, sign, readTerm(reader))
  return left
}

function readTerm(reader: Reader): Side {
  let left = readAtom(reader)
  for (let sign = take(reader, '*', '/', '%', '**', '//'); sign !== undefined; sign = take(reader, '*', '/', '%', '**', '//'))
    left = compute(left, sign, readAtom(reader))
  return left
}

const COMPUTE: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '//': (left, right) => Math.floor(left / right),
}

function compute(left: Side, sign: string, right: Side): Side {
  if (left.kind !== 'constant' || right.kind !== 'constant' || typeof left.value !== 'number' || typeof right.value !== 'number') throw new Refusal()
  return { kind: 'constant', value: COMPUTE[sign]?.(left.value, right.value) ?? 0 }
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['False', false],
  ['true', true],
  ['false', false],
  ['None', null],
])

function readAtom(reader: Reader): Side {
  const token = reader.tokens[reader.at++] ?? ''
  if (token === '(') {
    const inner = readSide(reader)
    need(reader, ')')
    return inner
  }
  if (token === '[') return readList(reader)
  if (token === '-') return compute({ kind: 'constant', value: 0 }, '-', readAtom(reader))
  if (token.startsWith('$')) return { kind: 'variable', name: token, as: 'value' }
  if (/^\d/.test(token)) return { kind: 'constant', value: Number(token) }
  if (/^r?["']/.test(token)) return { kind: 'constant', value: unquote(token) }
  const word = WORDS.get(token)
  if (word !== undefined) return { kind: 'constant', value: word }
  return readCall(token, reader)
}

function readList(reader: Reader): Side {
  const values: (string | number | boolean | null)[] = []
  while (take(reader, ']') === undefined) {
    const side = readSide(reader)
    if (side.kind !== 'constant') throw new Refusal()
    values.push(side.value)
    take(reader, ',')
  }
  return { kind: 'list', values }
}

function readCall(name: string, reader: Reader): Side {
  need(reader, '(')
  const first = readSide(reader)
  if (name === 're.match' || name === 're.search') {
    need(reader, ',')
    const second = readSide(reader)
    need(reader, ')')
    if (first.kind !== 'constant' || second.kind !== 'variable') throw new Refusal()
    const regex = fromPcre(String(first.value))
    if ('reason' in regex) throw new Refusal()
    return { kind: 'test', spec: onVariable(second, { regex: name === 're.match' ? `\\A(?:${regex.source})` : regex.source }) }
  }
  need(reader, ')')
  if (first.kind !== 'variable') throw new Refusal()
  if (name === 'len') return { ...first, as: 'length' }
  if (name === 'int' || name === 'str' || name === 'float') return first
  throw new Refusal()
}

function unquote(token: string): string {
  if (token.startsWith('r')) return token.slice(2, -1)
  return token
    .slice(1, -1)
    .replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : /["'\\]/.test(char) ? char : `\\${char}`))
}
