import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { startSyntaxRuntime, type SyntaxRuntime } from '../../src/engines/syntax/syntax-runtime.ts'
import { javascript } from '../../src/languages/javascript/dialect.ts'
import { python } from '../../src/languages/python/dialect.ts'
import type { Dialect } from '../../src/model/language.ts'
import type { Span } from '../../src/model/position.ts'
import { buildLineIndex } from '../../src/text/build-line-index.ts'
import { codeLinesOf } from '../../src/text/code-lines.ts'
import { readSuppressions, type SuppressionInput } from '../../src/text/read-suppressions.ts'

const modules = new URL('../../node_modules/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, modules))
let runtime: SyntaxRuntime
beforeAll(async () => {
  runtime = await startSyntaxRuntime(read('web-tree-sitter/web-tree-sitter.wasm'))
})

/** The input that the scanner provides for a parsed file. */
async function inputOf({ code }: Dialect, text: string): Promise<SuppressionInput> {
  if (code === undefined) throw new Error('no code')
  const grammar = await runtime.loadGrammar(code.grammar, read(`${code.grammar}/${code.grammar}.wasm`))
  const syntax = code.bind(grammar.names)
  const tree = grammar.parse(text)
  if (typeof tree === 'string') throw new Error('not parsed')
  const lines = buildLineIndex(text)
  const comments: Span[] = []
  for (let node = 0; node < tree.count; node++) {
    if (syntax.commentTypes.has(tree.type[node])) comments.push({ start: tree.start[node], end: tree.end[node] })
  }
  return { text, lines, comments: () => comments, code: () => codeLinesOf(tree, syntax, text, lines) }
}

const IGNORE = 'assay-ignore'

describe('suppressions in parsed code', () => {
  it.each([
    { name: 'a statement of several lines below', dialect: javascript, text: `// ${IGNORE}\ndb.query(\n  'x' +\n  y,\n)\nz()`, lines: [1, 5] },
    { name: 'a statement of several lines, from its last line', dialect: javascript, text: `a()\ndb.query(\n  y,\n) // ${IGNORE}`, lines: [2, 4] },
    { name: 'a statement of several lines, from its first', dialect: javascript, text: `db.query( // ${IGNORE}\n  y,\n)\nz()`, lines: [1, 3] },
    { name: 'a declaration with an object', dialect: javascript, text: `// ${IGNORE}\nconst o = {\n  a: 1,\n  b: f(),\n}\nz()`, lines: [1, 5] },
    { name: 'one entry of an object', dialect: javascript, text: `const o = {\n  // ${IGNORE}\n  a: f(\n    1),\n  b: 2,\n}`, lines: [2, 4] },
    { name: 'one line of a call', dialect: javascript, text: `call(\n  a, // ${IGNORE}\n  b,\n)`, lines: [2, 2] },
    { name: 'the next line of a chain', dialect: javascript, text: `x\n  // ${IGNORE}\n  .query(\n  a)\nz()`, lines: [2, 3] },
    { name: 'no more than the head of a function', dialect: javascript, text: `// ${IGNORE}\nfunction f(\n  a,\n) {\n  eval(a)\n}`, lines: [1, 4] },
    {
      name: 'no more than the head of a nested function',
      dialect: javascript,
      text: `if (a) {\n  // ${IGNORE}\n  function f() {\n    eval(a)\n  }\n}`,
      lines: [2, 3],
    },
    {
      name: 'no more than the call around a callback',
      dialect: javascript,
      text: `// ${IGNORE}\napp.get('/', (a) => {\n  eval(a)\n})`,
      lines: [1, 2],
    },
    { name: 'no more than the end of a callback', dialect: javascript, text: `app.get('/', (a) => {\n  eval(a)\n}) // ${IGNORE}`, lines: [3, 3] },
    {
      name: 'one statement in a callback',
      dialect: javascript,
      text: `app.get('/', (a) => {\n  // ${IGNORE}\n  eval(\n    a)\n  f()\n})`,
      lines: [2, 4],
    },
    { name: 'no more than the head of an if', dialect: javascript, text: `// ${IGNORE}\nif (\n  a\n)\n{\n  eval(a)\n}`, lines: [1, 4] },
    { name: 'code after the comment', dialect: javascript, text: `/* ${IGNORE} */ eval(\n  a)\nf()`, lines: [1, 2] },
    {
      name: 'an element of several lines in JSX',
      dialect: javascript,
      text: `const a = (\n <p>\n  {/* ${IGNORE} */}\n  <b\n   x={y}\n  />\n  <i/>\n </p>)`,
      lines: [3, 6],
    },
    { name: 'a statement of several lines in Python', dialect: python, text: `# ${IGNORE}\nos.system(\n  a\n)\nb()`, lines: [1, 4] },
    { name: 'no more than the head of a function in Python', dialect: python, text: `# ${IGNORE}\ndef f(a):\n  eval(a)\n`, lines: [1, 2] },
    { name: 'no more than the head of a with', dialect: python, text: `with open(a) as f: # ${IGNORE}\n  eval(f)\n`, lines: [1, 1] },
    { name: 'a keyword argument', dialect: python, text: `run(\n  a,\n  # ${IGNORE}\n  shell=f(\n    1),\n  b=2)`, lines: [3, 5] },
  ])('cover $name', async ({ dialect, text, lines }) => {
    const suppressions = readSuppressions(await inputOf(dialect, text))
    expect(suppressions.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([lines])
  })

  // A quadratic algorithm would run into the timeout.
  it('stay linear in the number of comments within one statement', async () => {
    const input = await inputOf(javascript, `const o = [\n${`  // ${IGNORE}\n  f(1),\n`.repeat(50_000)}]\n`)
    expect(readSuppressions(input)).toHaveLength(50_000)
  })
})
