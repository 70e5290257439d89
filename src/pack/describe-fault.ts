import type { SpecPath } from '../model/rule-pack.ts'
import { listWords, suggestWord } from '../text/nearest-word.ts'
import { hintForMisplaced } from './hint-for-misplaced.ts'
import { meant, PATTERN_FORMS } from './pattern-forms.ts'
import { shortenQuote } from './shorten-quote.ts'
import type { SpecFault } from './spec-check.ts'
import type { Mistake } from './spec-file.ts'

interface Where {
  readonly path: SpecPath
  /** The content of the file, such as "a rule". */
  readonly what: string
}

/** Describes a schema fault for the author of the file. */
export function describeFault(fault: SpecFault, where: Where): Mistake {
  const describe = DESCRIPTIONS[fault.keyword]
  if (describe === undefined) throw new Error(`the schema's keyword ${fault.keyword} is not put in words`)
  return describe(fault, where)
}

/** By keyword of the schema. `choice` is an `anyOf` with no alternative of the value's type. A test verifies that no keyword is missing. */
export const DESCRIPTIONS: Readonly<Record<string, (fault: SpecFault, where: Where) => Mistake>> = {
  additionalProperties: describeUnknownKey,
  required: describeMissingKey,
  dependentRequired: describeLonelyKey,
  oneOf: describeKeyChoice,
  anyOf: describeKeyChoice,
  not: describeConflict,
  type: describeType,
  choice: describeType,
  enum: describeWord,
  pattern: describeForm,
  minItems: describeEmpty,
  minProperties: describeEmpty,
  minimum: describeRange,
  maximum: describeRange,
}

function describeUnknownKey({ params, parentSchema }: SpecFault, where: Where): Mistake {
  const key = String(params.additionalProperty)
  const known = Object.keys(parentSchema.properties ?? {}).filter((name) => name !== '$schema')
  const shown = PLAUSIBLE_KEY.test(key) || isCode(key)
  return {
    code: 'schema/unknown-key',
    message: `${shown ? inBackticks(key) : 'This'} is not a key of ${object(where)}.`,
    hint: hintForMisplaced(key, where.what === 'a rule' && where.path.length === 0) ?? hintForKey(key, known),
  }
}

/** Other strings are not misspelt keys, and may be content of an unrelated file. */
const PLAUSIBLE_KEY = /^(?:<<|[$A-Za-z_][\w-]{0,39})$/

/** Code in a flow map is split at its commas. */
function isCode(key: string): boolean {
  return /[()\s"',]|\.\.\./.test(key)
}

function hintForKey(key: string, known: readonly string[]): string | undefined {
  return isCode(key) ? 'quote a string that contains a comma, a bracket or a colon' : suggestWord(key, known)
}

function describeMissingKey({ params }: SpecFault, where: Where): Mistake {
  const keys = [params.missing].flat().map(String)
  const message = `${subject(where)} lacks the ${keys.length === 1 ? 'key' : 'keys'} ${listWords(keys, 'and')}.`
  return { code: 'schema/missing-key', message, hint: `add ${keys.map((key) => `\`${key}: …\``).join(', ')}` }
}

function describeLonelyKey({ params }: SpecFault, where: Where): Mistake {
  const needed = String(params.missingProperty)
  return {
    code: 'schema/needs-key',
    message: `\`${String(params.property)}\` has no effect without \`${needed}\`.`,
    hint: `add \`${needed}: …\` to ${object(where)}`,
  }
}

function describeKeyChoice({ params, parentSchema, keyword }: SpecFault, where: Where): Mistake {
  const keys = (parentSchema.oneOf ?? parentSchema.anyOf ?? []).flatMap(({ required }) => required ?? [])
  if (keyword === 'anyOf') {
    const wanted = listWords([...new Set(keys)])
    if (where.what !== 'a pack') return { code: 'schema/missing-key', message: `${subject(where)} says nothing.`, hint: `add ${wanted}` }
    return { code: 'pack/empty', message: `${subject(where)} has no rules.`, hint: `add ${wanted}` }
  }
  const both = Array.isArray(params.passingSchemas)
  const message = `${subject(where)} has ${both ? listWords(keys, 'and') : `neither ${listWords(keys, 'nor')}`}.`
  return { code: 'schema/one-of', message, hint: `give exactly one of ${listWords(keys, 'and')}` }
}

function describeConflict({ parentSchema }: SpecFault, where: Where): Mistake {
  const keys = parentSchema.not?.required ?? []
  return { code: 'schema/one-of', message: `${subject(where)} has ${listWords(keys, 'and')}.`, hint: `give one of ${listWords(keys, 'and')}` }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'a map of keys',
}

function describeType({ params, data }: SpecFault, where: Where): Mistake {
  const types = [...new Set([params.type ?? params.types ?? []].flat().map(String))]
  const wanted = types.map((type) => TYPE_WORDS[type] ?? type)
  const words = wanted.length < 2 ? wanted.join('') : `${wanted.slice(0, -1).join(', ')} or ${wanted[wanted.length - 1]}`
  return {
    code: 'schema/wrong-type',
    message: `${subject(where)} is ${describeValue(data)}, and must be ${words}.`,
    hint: hintForType(types, data, where),
  }
}

function hintForType(types: readonly string[], data: unknown, { path, what }: Where): string | undefined {
  if (types.includes('array') && typeof data === 'string') return `write \`[${data.length > 40 ? '…' : data}]\``
  if (types.includes('string') && (typeof data === 'number' || typeof data === 'boolean')) return `quote it: \`"${String(data)}"\``
  if (types.includes('boolean') && (data === 'true' || data === 'false')) return `write it without quotes: \`${data}\``
  if (data === null) return 'write a value, or remove the key'
  if (types.includes('array') && isMap(data)) return 'write a list: `[{ … }]`, or `- ` before its first key'
  if (!types.includes('object')) return undefined
  if (path.length === 0) return what === 'a rule' ? 'a file holds one rule, and begins with its keys, such as `id: …`' : undefined
  if (!TAKES_MATCHER.has(lastKey(path) ?? '')) return undefined
  if (typeof data === 'string') return 'write a matcher below it: `pattern: …` for code, `regex: …` for text, `call: …` for a function'
  return Array.isArray(data) ? 'put the list below `all` (each must hold) or `any` (one must hold)' : undefined
}

const TAKES_MATCHER: ReadonlySet<string> = new Set(['match', 'not', 'inside', 'has', 'follows', 'precedes', 'all', 'any', 'absent'])

function isMap(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

function describeValue(data: unknown): string {
  if (data === null) return 'empty'
  if (Array.isArray(data)) return 'a list'
  if (typeof data === 'object') return 'a map of keys'
  return typeof data === 'string' ? 'a string' : `\`${String(data)}\``
}

function describeWord({ params, data }: SpecFault, where: Where): Mistake {
  const words = Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : []
  const isLanguage = where.path.includes('languages')
  const message = isLanguage
    ? `${inBackticks(String(data))} is not a language that Assay supports in rules.`
    : `${inBackticks(String(data))} is not ${named(where)}.`
  return {
    code: isLanguage ? 'schema/unknown-language' : 'schema/unknown-word',
    message,
    hint: meant(isLanguage ? OTHER_NAMES.get(String(data).toLowerCase()) : undefined) ?? suggestWord(String(data), words),
  }
}

/** Names that other tools and file extensions use for the languages. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['node', 'javascript'],
  ['ts', 'typescript'],
  ['tsx', 'typescript'],
  ['py', 'python'],
  ['python3', 'python'],
  ['yml', 'yaml'],
  ['jsonc', 'json'],
  ['tf', 'hcl'],
  ['terraform', 'hcl'],
  ['docker', 'dockerfile'],
  ['dotenv', 'env'],
  ['generic', 'text'],
  ['regex', 'text'],
])

function describeForm({ data, parentSchema, propertyName }: SpecFault, where: Where): Mistake {
  const form = PATTERN_FORMS[parentSchema.pattern ?? '']
  const written = String(data)
  if (form !== undefined) return { code: 'schema/wrong-form', message: `${inBackticks(written)} is not ${form.is}.`, hint: form.hint?.(written) }
  if (propertyName !== undefined) return { code: 'schema/empty', message: `A key of ${object(where)} is empty.` }
  return { code: 'schema/empty', message: `${subject(where)} is empty.`, hint: 'write a string, or remove the key' }
}

function describeEmpty({ keyword }: SpecFault, where: Where): Mistake {
  const code = where.what === 'a pack' && (where.path[0] === 'rules' || where.path[0] === 'packs') ? 'pack/empty' : 'schema/empty'
  return { code, message: `${subject(where)} is empty.`, hint: keyword === 'minItems' ? 'add an item, or remove the key' : 'add a key' }
}

function describeRange({ keyword, params, data }: SpecFault, where: Where): Mistake {
  const bound = `at ${keyword === 'minimum' ? 'least' : 'most'} ${String(params.limit)}`
  return { code: 'schema/out-of-range', message: `${subject(where)} is \`${String(data)}\`, and must be ${bound}.` }
}

/** The value at the path, as the subject of a sentence. */
function subject({ path, what }: Where): string {
  const name = lastKey(path)
  if (name === undefined) return `${what[0].toUpperCase()}${what.slice(1)}`
  return typeof path[path.length - 1] === 'number' ? `Item ${Number(path[path.length - 1]) + 1} of ${inBackticks(name)}` : inBackticks(name)
}

function object({ path, what }: Where): string {
  const name = lastKey(path)
  if (name === undefined) return what
  return typeof path[path.length - 1] === 'number' ? `an item of ${inBackticks(name)}` : inBackticks(name)
}

/** The expected kind of word at the path: the name of its key. */
function named({ path }: Where): string {
  const name = lastKey(path) ?? 'word'
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}

function lastKey(path: SpecPath): string | undefined {
  return path.filter((part) => typeof part === 'string').at(-1)
}

/** Shortened, because the text may be anything. */
function inBackticks(text: string): string {
  return `\`${shortenQuote(text)}\``
}
