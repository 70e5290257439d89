import { describe, expect, test } from 'vitest'
import { createTypeExpander } from '../../src/pack/expand-types.ts'
import { readModels } from '../../src/pack/read-models.ts'

const rows = 'types: [{ call: "acme.{open,connect}", returns: acme.Client }, { call: acme.fail, returns: never }]'
const models = readModels([{ path: 'models/acme.yaml', text: `library: acme\nlanguages: [python]\n${rows}\n` }])

const cases = [
  { name: 'a method', spec: { call: 'acme.Client().run' }, expected: { call: ['acme.Client().run', 'acme.open().run', 'acme.connect().run'] } },
  {
    name: 'methods in braces, in a nested matcher',
    spec: { any: [{ symbol: ['acme.{Client,Server}().run'] }] },
    expected: { any: [{ symbol: ['acme.{Client,Server}().run', 'acme.open().run', 'acme.connect().run'] }] },
  },
  { name: 'the class itself', spec: { call: 'acme.Client' }, expected: { call: 'acme.Client' } },
  { name: 'a class of another name', spec: { call: ['acme.ClientPool().run'] }, expected: { call: ['acme.ClientPool().run'] } },
  { name: 'a text that is no name', spec: { regex: 'acme.Client().run' }, expected: { regex: 'acme.Client().run' } },
]

describe('names that begin with an instance get the calls that return one', () => {
  test.each(cases)('$name', ({ spec, expected }) => {
    const before = structuredClone(spec)
    expect(createTypeExpander(models.files)(spec)).toEqual(expected)
    expect(spec).toEqual(before)
  })

  test('a row with a class without a dot is a mistake', () => {
    const text = 'library: acme\nlanguages: [python]\ntypes: [{ call: acme.open, returns: Client }]\n'
    const { diagnostics } = readModels([{ path: 'models/acme.yaml', text }])
    expect(diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(['3:37 schema/wrong-form'])
  })
})
