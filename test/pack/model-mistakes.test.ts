import { describe, expect, test } from 'vitest'
import { readModels } from '../../src/pack/read-models.ts'

const jump = (write: string, read: string): string => `jumps:
  - write: { call: acme.put, ${write} }
    read: { call: acme.take, ${read} }`

const cases = [
  {
    name: 'an unknown verb',
    rows: 'flows: [{ call: acme.hash }]\njump: []',
    expected: ['4:1 schema/unknown-key: did you mean `jumps`?'],
  },
  {
    name: 'an unknown key of a read',
    rows: jump('value: "Argument[1]", key: "Argument[0]"', 'value: ReturnValue, keys: "Argument[0]"'),
    expected: ['5:11 schema/missing-key: add `key: …`', '5:50 schema/unknown-key: did you mean `key`?'],
  },
  {
    name: 'a place that no value arrives at',
    rows: jump('value: "Argument[1]", key: "Argument[0]"', 'value: Receiver, key: "Argument[0]"'),
    expected: ['5:37 schema/wrong-form: undefined'],
  },
  {
    name: 'a key that is none',
    rows: jump('value: "Argument[1]", key: "Arguments[0]"', 'value: ReturnValue, key: "Argument[0]"'),
    expected: ['4:57 schema/wrong-form: undefined'],
  },
  {
    name: 'different numbers of keys',
    rows: jump('value: "Argument[1]", key: [Receiver, "Argument[0]"]', 'value: ReturnValue, key: "Argument[0]"'),
    expected: ['5:55 model/different-keys: give both sides the same keys'],
  },
  {
    name: 'an entry point with a call and a decorator',
    rows: 'entry-points: [{ call: acme.on, decorator: acme.on, parameters: { "Parameter[0]": http-request } }]',
    expected: ['3:16 schema/one-of: give exactly one of `call`, `decorator`, `exports`, `properties`, `methods` and `directive`'],
  },
  {
    name: 'a parameter that is none, and a kind that is no name',
    rows: 'entry-points: [{ call: acme.on, parameters: { "Argument[0]": http-request, "Parameter[0]": HTTP } }]',
    expected: ['3:47 schema/wrong-form: undefined', '3:92 schema/wrong-form: did you mean `http`?'],
  },
  {
    name: 'a source without a kind',
    rows: 'sources: [{ value: acme.read(), kinds: http-request }]',
    expected: ['3:11 schema/missing-key: add `kind: …`', '3:33 schema/unknown-key: did you mean `kind`?'],
  },
  {
    name: 'a source with a value and a decorator',
    rows: 'sources: [{ value: acme.read(), decorator: acme.Read, kind: http-request }]',
    expected: ['3:11 schema/one-of: give exactly one of `value` and `decorator`'],
  },
  {
    name: 'keys of the same number',
    rows: jump('value: "Argument[1]", key: [Receiver, "Argument[0]"]', 'value: ReturnValue, key: [Receiver, "Argument[0]"]'),
    expected: [],
  },
]

describe('a mistake in a model is reported at its position', () => {
  test.each(cases)('$name', ({ rows, expected }) => {
    const { diagnostics } = readModels([{ path: 'models/acme.yaml', text: `library: acme\nlanguages: [javascript]\n${rows}\n` }])
    expect(diagnostics.map(({ line, column, code, hint }) => `${line}:${column} ${code}: ${hint}`)).toEqual(expected)
  })
})
