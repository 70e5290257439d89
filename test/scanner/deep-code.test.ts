import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scanner } from '../../src/model/scanner.ts'
import { createTestScanner } from './scan-rules.ts'

let scanner: Scanner
beforeAll(async () => {
  scanner = await createTestScanner()
})
afterAll(() => scanner.close())

const GOOD = [
  { path: 'good.js', content: 'eval(a)\nconst b = (c) => eval(c)\n' },
  { path: 'good.ts', content: 'eval(a as string)\n' },
  { path: 'good.tsx', content: 'const a = <p>{eval(b)}</p>\n' },
  { path: 'good.py', content: 'def f(a):\n    eval(a)\n' },
]
const FOUND = ['good.js:1', 'good.js:2', 'good.py:2', 'good.ts:1', 'good.tsx:1']

async function scan(...files: { path: string; content: string }[]): Promise<{ found: string[]; gaps: string[] }> {
  const { findings, partial } = await scanner.scan(files)
  return { found: findings.map(({ file, line }) => `${file}:${line}`), gaps: partial.map(({ file, reason }) => `${file} ${reason}`) }
}

describe('a hostile file is a gap, and every other file is scanned, in its scan and in later ones', () => {
  test.each([
    { name: 'labels that are objects or blocks', path: 'a.js', content: '{a:'.repeat(2_040) },
    { name: 'two of them at once', path: 'a.js', content: '{a:{a:'.repeat(4_200) },
    { name: 'those that are closed', path: 'a.ts', content: `x = ${'{a:'.repeat(2_040)}1${'}'.repeat(2_040)}` },
    { name: 'brackets of Python', path: 'a.py', content: '('.repeat(5_000) },
    { name: 'labels within a text of an element, where they are no text', path: 'a.tsx', content: `x = <p>'{${'{a:'.repeat(100_000)}` },
    { name: 'brackets in expressions of templates', path: 'a.js', content: '`${'.repeat(2_000) },
    { name: 'arrows', path: 'a.js', content: `${'a => '.repeat(20_000)}1` },
    { name: 'members', path: 'a.js', content: `a${'.b'.repeat(20_000)}` },
    { name: 'lines of Python that go on', path: 'a.py', content: `x = 1 ${'\\\n'.repeat(30_000)}` },
  ])('$name in $path', async ({ path, content }) => {
    // A rule must need the tree.
    const { found, gaps } = await scan({ path: `hostile-${path}`, content: `eval(x)\n${content}` }, ...GOOD)
    expect(found.filter((place) => place.startsWith('good'))).toEqual(FOUND)
    expect(gaps).toEqual([expect.stringMatching(/^hostile-\S+ (too-deep|parse-budget|syntax-error)$/)])
    expect(await scan(...GOOD)).toEqual({ found: FOUND, gaps: [] })
  })
})

test.each([2_037, 2_038, 2_039, 2_041, 2_044, 2_100])('%d open labels end as too deep', async (count) => {
  expect(await scan({ path: 'a.js', content: `eval(x)\n${'{a:'.repeat(count)}` })).toEqual({ found: [], gaps: ['a.js too-deep'] })
})

describe('brackets that are no code are not counted', () => {
  const many = '([{'.repeat(2_000)
  test.each([
    { name: 'a string', path: 'a.js', content: `x = '${many}'\n` },
    { name: 'a string with an escaped quote', path: 'a.js', content: `x = "\\"${many}"\n` },
    { name: 'a template', path: 'a.js', content: `x = \`${many} \${y} ${many}\`\n` },
    { name: 'a comment', path: 'a.ts', content: `// ${many}\n/* ${many} */\n` },
    { name: 'a class of a regular expression', path: 'a.js', content: `x = /[${'('.repeat(2_000)}]/\n` },
    { name: 'a long string of Python', path: 'a.py', content: `x = """\n${many}\n"""\n` },
    { name: 'a comment of Python', path: 'a.py', content: `# it's ${many}\n` },
    { name: 'code after code', path: 'a.js', content: 'f({ a: [(b)] })\n'.repeat(3_000) },
  ])('$name', async ({ path, content }) => {
    expect(await scan({ path, content: `${content}eval(x)` })).toEqual({ found: [`${path}:${content.split('\n').length}`], gaps: [] })
  })
})
