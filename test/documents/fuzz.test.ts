import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dockerfile } from '../../src/languages/dockerfile/dialect.ts'
import { env } from '../../src/languages/env/dialect.ts'
import { hcl } from '../../src/languages/hcl/dialect.ts'
import { json } from '../../src/languages/json/dialect.ts'
import { toml } from '../../src/languages/toml/dialect.ts'
import { yaml } from '../../src/languages/yaml/dialect.ts'
import type { DocumentNode, DocumentRead } from '../../src/model/document.ts'
import type { Dialect } from '../../src/model/language.ts'
import { listNodes, toPlain } from './read-text.ts'

/** One file of each format with most of its syntax. */
const SAMPLES: readonly { readonly dialect: Dialect; readonly sample: string }[] = [
  {
    dialect: yaml,
    sample: `%YAML 1.2\n---\n# c\non: {push: [a, "b\\n", 'c''d'], x: }\nj: &j\n  - !Ref r\n  - ? k\n    : v\n  - |2-\n    text\n\n  - >\n    folded\nm:\n  <<: *j\n  n: *j\n  {{- if .V }}\n  t: {{ .x }}\n...\n---\n- 1.5\n- ~\n`,
  },
  { dialect: json, sample: `{"a": [1, -2.5e3, true, null, "x\\u0041\\n"], /* c */ 'b': {c: .5, // d\n "e": {}, },}\n[{"f": []}]\n` },
  {
    dialect: toml,
    sample: `a = "x\\n" # c\nb.c = 'd'\n[e."f.g"]\nh = [1, [2.5, true],\n { i = 1979-05-27 07:32:00 } ]\n[[j]]\nk = """\nl \\\n m"""\n[j.n]\no = '''p'''\n`,
  },
  {
    dialect: hcl,
    sample: `# c\nresource "a" "b" {\n  c = "d-\${e["f"]}" // g\n  h = [1, { i = true, "j" : null }]\n  k = jsonencode({ l = (m) })\n  n = x ? 1 : [for y in z : y]\n  dynamic "o" {\n    content { p = <<-EOF\n      q \${r}\n    EOF\n    }\n  }\n}\nlocals { s = merge(t, { u = 1 }) }\n`,
  },
  {
    dialect: dockerfile,
    sample: `# escape=\\\nARG A=1 B\nFROM --platform=x r.io/i:\${A}@sha256:0 AS s\nENV C="d e" F=$G \\\n  # c\n  H=1\nRUN --mount=type=ssh a && \\\n\n  b\nRUN ["c", "d\\t"]\nCOPY --from=s <<EOF /x\ntext\nEOF\nONBUILD USER root\nEXPOSE 22 80/tcp\n`,
  },
  { dialect: env, sample: `# c\nA=b # c\nexport D="e\\nf\ng"\nH='i'\nJ: k\nL=\${M}\nN\n` },
]

const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  "'",
  '`',
  '\\',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\t',
  ':',
  ',',
  '=',
  '#',
  '//',
  '/*',
  '*/',
  '-',
  '- ',
  '? ',
  '&a ',
  '*a',
  '!',
  '|',
  '>',
  '%',
  '@',
  '$',
  '${',
  '{{',
  '}}',
  '{%',
  '<<',
  '<<EOF',
  'EOF',
  '"""',
  "'''",
  '\u0000',
  '\ufeff',
  '\ud800',
  '😀',
  'é',
  '__proto__',
  'a',
  '1',
  '.',
  '+',
  'RUN ',
  'FROM ',
  'export ',
  'resource "a" "b" {\n',
]

function read(dialect: Dialect, text: string): DocumentRead {
  if (dialect.readDocument === undefined) throw new Error('no reader')
  return dialect.readDocument(text)
}

/** The invariants of reading any text. */
function checkPlaces(dialect: Dialect, text: string): void {
  const { documents, faults } = read(dialect, text)
  for (const { offset } of faults)
    if (!(offset >= 0 && offset <= text.length)) throw new Error(`fault at ${offset} of ${text.length}: ${JSON.stringify(text)}`)
  for (const node of documents.flatMap((root) => [...listNodes(root)])) {
    if (!(node.start >= 0 && node.start <= node.end && node.end <= text.length))
      throw new Error(`${node.start}-${node.end} of ${text.length}: ${JSON.stringify(text)}`)
    checkKeys(node, text)
  }
}

function checkKeys(node: DocumentNode, text: string): void {
  if (node.kind !== 'map') return
  for (const { keyStart, keyEnd } of node.entries) {
    if (!(keyStart >= 0 && keyStart <= keyEnd && keyEnd <= text.length))
      throw new Error(`key ${keyStart}-${keyEnd} of ${text.length}: ${JSON.stringify(text)}`)
  }
}

/** Cuts, repeats and inserts text at random positions. */
function mutations(sample: string): fc.Arbitrary<string> {
  const edit = fc.record({ at: fc.nat(sample.length), remove: fc.nat(8), insert: fc.constantFrom('', ...TOKENS) })
  return fc.array(edit, { minLength: 1, maxLength: 6 }).map((edits) => {
    let text = sample
    for (const { at, remove, insert } of edits) text = text.slice(0, at) + insert + text.slice(at + remove)
    return text
  })
}

describe.each(SAMPLES.map(({ dialect, sample }) => ({ name: dialect.id, dialect, sample })))('any text read as $name', ({ dialect, sample }) => {
  it('gives places within the text, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => checkPlaces(dialect, text)),
      { numRuns: 300 },
    )
  })

  it('gives places within the text, whatever the order of its tokens', () => {
    const texts = fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((tokens) => tokens.join(''))
    fc.assert(
      fc.property(texts, (text) => checkPlaces(dialect, text)),
      { numRuns: 1500 },
    )
  })

  it('gives places within the text of a broken file', () => {
    fc.assert(
      fc.property(mutations(sample), (text) => checkPlaces(dialect, text)),
      { numRuns: 1000 },
    )
  })

  it('gives the same for the same text, and for every prefix of it without an exception', () => {
    for (let end = 0; end <= sample.length; end += 1) checkPlaces(dialect, sample.slice(0, end))
    expect(read(dialect, sample)).toEqual(read(dialect, sample))
  })

  it('never puts the source into a fault', () => {
    const marked = mutations(sample).map((text) =>
      text.replace(/[a-z]{2,}/gi, (word) => (/^(?:EOF|RUN|FROM|ENV|resource|locals)$/.test(word) ? word : `${word}Zq9`)),
    )
    fc.assert(
      fc.property(marked, (text) => {
        expect(JSON.stringify(read(dialect, text).faults)).not.toContain('Zq9')
      }),
      { numRuns: 300 },
    )
  })
})

/** Values whose source text is known. */
const plainJson = fc.jsonValue({ maxDepth: 4, noUnicodeString: false })

describe('reads back the written values', () => {
  it('in JSON, indented or not', () => {
    const written = fc.tuple(plainJson, fc.constantFrom(undefined, 1, '\t'))
    fc.assert(
      fc.property(written, ([value, indent]) => {
        const { documents, faults } = json.readDocument?.(JSON.stringify(value, null, indent)) ?? { documents: [], faults: [] }
        expect(faults).toEqual([])
        expect(JSON.stringify(documents.map(toPlain))).toBe(JSON.stringify([JSON.parse(JSON.stringify(value))]))
      }),
      { numRuns: 500 },
    )
  })

  it('in JSON: each scalar is at its position in the source', () => {
    fc.assert(
      fc.property(plainJson, (value) => {
        const text = JSON.stringify(value, null, 2)
        for (const node of read(json, text).documents.flatMap((root) => [...listNodes(root)])) {
          if (node.kind === 'scalar') expect(JSON.parse(text.slice(node.start, node.end))).toBe(node.value)
          else expect(JSON.parse(text.slice(node.start, node.end))).toEqual(JSON.parse(JSON.stringify(toPlain(node))))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('in YAML, which has JSON in it', () => {
    fc.assert(
      fc.property(plainJson, (value) => {
        const text = JSON.stringify(value, null, 2)
        const [fromYaml, fromJson] = [read(yaml, text), read(json, text)]
        expect(fromYaml.faults).toEqual([])
        expect(fromYaml.documents).toEqual(fromJson.documents)
      }),
      { numRuns: 200 },
    )
  })

  const strings = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !/[\r\n\u0000-\u001f\u007f-\u009f\u2028\u2029$%]/.test(text))

  it.each([
    { name: 'TOML', dialect: toml, write: (value: string) => `[a]\nb = ${JSON.stringify(value)} # c\n` },
    { name: 'HCL', dialect: hcl, write: (value: string) => `a {\n  b = ${JSON.stringify(value)} # c\n}\n` },
    { name: 'YAML', dialect: yaml, write: (value: string) => `a:\n  b: ${JSON.stringify(value)} # c\n` },
    { name: 'environment files', dialect: env, write: (value: string) => `# a\nb=${JSON.stringify(value)} # c\n` },
  ])('in quotes in $name', ({ dialect, write }) => {
    fc.assert(
      fc.property(strings, (value) => {
        const text = write(value)
        const { documents, faults } = read(dialect, text)
        expect(faults).toEqual([])
        const scalars = documents.flatMap((root) => [...listNodes(root)]).filter((node) => node.kind === 'scalar')
        expect(scalars.map((node) => [text.slice(node.start, node.end), node.value])).toEqual([[JSON.stringify(value), value]])
      }),
      { numRuns: 300 },
    )
  })
})
