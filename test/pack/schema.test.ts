import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../src/model/language.ts'
import { CONFIDENCES, SEVERITIES } from '../../src/model/severity.ts'
import { DESCRIPTIONS } from '../../src/pack/describe-fault.ts'
import { PATTERN_FORMS } from '../../src/pack/pattern-forms.ts'

interface Schema {
  readonly [key: string]: unknown
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const schema: Schema = JSON.parse(readFileSync(`${root}rules.schema.json`, 'utf8'))

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function at(...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isSchema(value) ? value[key] : undefined), schema)
}

/** Every object of the schema that is not an example, with its pointer. */
function walk(value: unknown, pointer = '#'): { readonly pointer: string; readonly node: Schema }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => walk(item, `${pointer}/${index}`))
  if (!isSchema(value)) return []
  const inner = Object.entries(value).flatMap(([key, item]) => (key === 'examples' ? [] : walk(item, `${pointer}/${key}`)))
  return [{ pointer, node: value }, ...inner]
}

const nodes = walk(schema)
const isShape = ({ pointer }: { pointer: string }): boolean => !pointer.endsWith('/properties') && !pointer.endsWith('/$defs')

/** Keywords that refuse no value: they structure and describe. Faults of `const` and `propertyNames` come with others that are more specific. */
const SAYING_NOTHING = new Set('$schema $defs $ref title description examples if then else items properties const propertyNames'.split(' '))
const patterns = [...new Set(nodes.filter(isShape).flatMap(({ node }) => (typeof node.pattern === 'string' ? [node.pattern] : [])))]

describe('rules.schema.json', () => {
  test('the types and the validator are up to date', () => {
    expect(() => execFileSync(process.execPath, [`${root}tools/build-schema.mjs`, '--check'], { stdio: 'pipe' })).not.toThrow()
  })

  test.each([
    { name: 'severities', words: at('$defs', 'Severity', 'enum'), model: SEVERITIES },
    { name: 'confidences', words: at('$defs', 'Confidence', 'enum'), model: CONFIDENCES },
    { name: 'languages', words: at('$defs', 'Language', 'enum'), model: LANGUAGES },
  ])('$name are those of the model', ({ words, model }) => {
    expect(words).toEqual([...model])
  })

  test('every key of every object has a description', () => {
    const keys = nodes
      // A key of the format has this name too.
      .filter(({ pointer }) => pointer.endsWith('/properties') && !/(?:\/properties|\$defs)\/properties$/.test(pointer))
      .flatMap(({ pointer, node }) => Object.entries(node).map(([key, value]) => ({ pointer: `${pointer}/${key}`, value })))
    const described = (value: unknown): boolean => {
      if (!isSchema(value)) return false
      const reference = typeof value.$ref === 'string' ? value.$ref.slice('#/$defs/'.length) : undefined
      return typeof value.description === 'string' || (reference !== undefined && described(at('$defs', reference)))
    }
    expect(keys.length).toBeGreaterThan(100)
    expect(keys.filter(({ value }) => !described(value)).map(({ pointer }) => pointer)).toEqual([])
  })

  test('no object accepts unknown keys', () => {
    const open = nodes.filter(
      ({ node, pointer }) => isShape({ pointer }) && node.type === 'object' && pointer !== '#' && !('additionalProperties' in node),
    )
    expect(open.map(({ pointer }) => pointer)).toEqual([])
  })

  test('every reference leads to a definition', () => {
    const references = nodes.flatMap(({ node }) => (typeof node.$ref === 'string' ? [node.$ref] : []))
    expect(references.filter((reference) => at('$defs', reference.slice('#/$defs/'.length)) === undefined)).toEqual([])
  })

  test('each pattern is put in words when a text is not of its form', () => {
    expect(patterns.filter((pattern) => pattern !== '\\S').sort()).toEqual(Object.keys(PATTERN_FORMS).sort())
  })

  test('each keyword is put in words when a value does not hold to it', () => {
    const keywords = new Set(nodes.filter(isShape).flatMap(({ node, pointer }) => (pointer.endsWith('/dependentRequired') ? [] : Object.keys(node))))
    const silent = [...keywords].filter((keyword) => !SAYING_NOTHING.has(keyword) && DESCRIPTIONS[keyword] === undefined)
    expect(silent).toEqual([])
  })

  // A quadratic algorithm would run into the timeout.
  test.each(patterns)('%s matches in linear time', (pattern) => {
    for (const part of ['a', 'a-', '$A', '1', '1.', 'A1', 'http://a', ' ', 'CWE-1']) {
      const text = `${part.repeat(200_000)}\n!`
      expect(typeof new RegExp(pattern).test(text)).toBe('boolean')
    }
  })
})
