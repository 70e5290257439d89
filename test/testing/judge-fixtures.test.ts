import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createScannerFromData, formatDiagnostic, type Scanner } from '../../src/node/index.ts'
import { judgeFixtures } from '../../src/testing/index.ts'

const HEAD = 'severity: low\nconfidence: low\ncategory: data\ncwe: [CWE-1]\ndescription: A.\n'

const RULES = {
  'bad-word': `id: bad-word\ntitle: A bad word\nlanguages: [text]\n${HEAD}match: { regex: badword }\n`,
  'other-word': `id: other-word\ntitle: Another word\nlanguages: [text]\n${HEAD}match: { regex: otherword }\n`,
  'only-toml': `id: only-toml\ntitle: A TOML word\nlanguages: [toml, yaml]\n${HEAD}match: { regex: snake }\n`,
  'toml-value': `id: toml-value\ntitle: A TOML value\nlanguages: [toml]\n${HEAD}match: { document: { path: badger, equals: true } }\n`,
  'in-project': `id: in-project\ntitle: A word in a project\nlanguages: [text]\n${HEAD}requires: [{ scope: project, match: { regex: wanted } }]\nmatch: { regex: badword }\n`,
}

let scanner: Scanner

beforeAll(async () => {
  const rules = Object.entries(RULES).map(([id, text]) => ({ path: `${id}.yaml`, text }))
  const refuse = (): never => {
    throw new Error('no grammar is needed')
  }
  scanner = await createScannerFromData({
    check: false,
    folders: [{ name: 'mine', rules, shared: [], packs: [], whole: true }],
    packs: [],
    runtime: refuse,
    grammar: refuse,
  })
})

/** Enough cases, so that diagnostics are only about the tested text. */
const PROOF = ['ruleid: bad-word\nbadword', 'ok: bad-word\ngood'].map((pair) => Array.from({ length: 3 }, () => `# ${pair}\n`).join('')).join('')

async function judge(files: Record<string, string>, rules: readonly string[] = ['bad-word']): Promise<readonly string[]> {
  const given = Object.entries({ 'proof.txt': PROOF, ...files }).map(([path, content]) => ({ path, content }))
  return (await judgeFixtures({ rules, files: given, scanner })).diagnostics.map(formatDiagnostic)
}

describe('a marker', () => {
  it.each([
    { name: 'of a line comment', text: '// ruleid: bad-word\nbadword' },
    { name: 'of a hash', text: '# ruleid: bad-word\nbadword' },
    { name: 'of SQL', text: '-- ruleid: bad-word\nbadword' },
    { name: 'of an ini file', text: '; ruleid: bad-word\nbadword' },
    { name: 'of a block', text: '/* ruleid: bad-word */\nbadword' },
    { name: 'of JSX', text: '  {/* ruleid: bad-word */}\n  badword' },
    { name: 'of HTML', text: '<!-- ruleid: bad-word -->\nbadword' },
    { name: 'within a block of several lines', text: '/*\n * ruleid: bad-word\n */\nbadword' },
    { name: 'of several rules', text: '# ruleid: bad-word, other-word\nbadword otherword' },
    { name: 'under another', text: '# ruleid: bad-word\n# ruleid: other-word\nbadword otherword' },
    { name: 'with a blank line below', text: '# ruleid: bad-word\n\nbadword' },
    { name: 'with a reason', text: '# ruleid: bad-word -- because it stands there\nbadword' },
    { name: 'in a file with line ends of Windows', text: 'good\r\n# ruleid: bad-word\r\nbadword\r\n' },
    { name: 'of a known gap', text: '# todoruleid: bad-word\nbad-word' },
    { name: 'of a known false alarm', text: '# todook: bad-word\nbadword' },
    { name: 'of a look-alike', text: '# ok: bad-word\nbad word' },
    { name: 'of a rule that is not under proof, whose other lines are free', text: '# ruleid: other-word\notherword\notherword' },
  ])('$name applies to the line below', async ({ text }) => {
    expect(await judge({ 'a.txt': text })).toEqual([])
  })

  it.each([
    { name: 'that is missed', text: '# ruleid: bad-word\ngood', said: 'a.txt:2:1  fixture/missed  `bad-word` does not report this line.' },
    {
      name: 'that is too high',
      text: '# ruleid: bad-word\ngood\nbadword',
      said: 'a.txt:2:1  fixture/missed  `bad-word` does not report this line.',
      hint: 'it reports line 3: should the marker stand above that?',
      also: 'a.txt:3:1  fixture/unexpected  `bad-word` reports this line, which has no marker.',
    },
    { name: 'that is not there', text: 'a badword', said: 'a.txt:1:3  fixture/unexpected  `bad-word` reports this line, which has no marker.' },
    {
      name: 'of a look-alike',
      text: '# ok: bad-word\nbadword',
      said: 'a.txt:2:1  fixture/unexpected  `bad-word` reports this line, which is marked `ok`.',
    },
    {
      name: 'of a rule not under proof',
      text: '# ok: other-word\notherword',
      said: 'a.txt:2:1  fixture/unexpected  `other-word` reports this line, which is marked `ok`.',
    },
    {
      name: 'of a closed gap',
      text: '# todoruleid: bad-word\nbadword',
      said: 'a.txt:2:1  fixture/todo-done  `bad-word` reports this line now.',
      hint: 'make `todoruleid` in line 1 a `ruleid`',
    },
    {
      name: 'of a fixed false positive',
      text: '# todook: bad-word\ngood',
      said: 'a.txt:1:1  fixture/todo-done  `bad-word` does not report line 2 any more.',
      hint: 'make `todook` an `ok`',
    },
    {
      name: 'of an unknown rule',
      text: '# ruleid: bad-wird\nbadword # otherwise',
      said: 'a.txt:1:1  fixture/unknown-rule  There is no rule `bad-wird` in the scanner.',
      hint: 'did you mean `bad-word`?',
    },
    {
      name: 'at the end',
      text: 'good\n# ruleid: bad-word\n\n',
      said: 'a.txt:2:1  fixture/marker  No line follows this marker.',
      hint: 'put it above the line it speaks of',
    },
    {
      name: 'that is a sentence',
      text: '# ok: this is fine\ngood',
      said: 'a.txt:1:1  fixture/marker  `this is fine` is no rule id.',
      hint: 'write `ruleid: rule-a, rule-b`, and a reason, if any, after ` -- `',
    },
    { name: 'without an id', text: '# ruleid:\ngood', said: 'a.txt:1:1  fixture/marker  Here a rule id is missing.' },
    { name: 'after code', text: 'good() # ruleid: bad-word', said: 'a.txt:1:1  fixture/marker  A marker after code has no effect.' },
    {
      name: 'that is duplicated',
      text: '# ok: bad-word\n# ruleid: bad-word\ngood',
      said: 'a.txt:2:1  fixture/marker  Line 3 has a marker for `bad-word` in line 1 already.',
    },
  ])('$name is reported at its position', async ({ text, said, also, hint }) => {
    const [first = '', second] = await judge({ 'a.txt': text })
    expect(first.startsWith(said)).toBe(true)
    if (hint !== undefined) expect(first).toContain(`hint: ${hint}`)
    if (also !== undefined) expect(second).toBe(also)
  })
})

describe('a file that can hold no comments', () => {
  it('has its markers in the file beside it', async () => {
    expect(await judge({ 'a.json': '{\n"a": "badword",\n"b": "good"\n}', 'a.json.expect': '# why\n2 ruleid: bad-word\n3 ok: bad-word\n' })).toEqual(
      [],
    )
  })

  it.each([
    { name: 'without a number', expect: 'ruleid: bad-word', said: 'Expected the number of a line that has a marker.' },
    { name: 'of a line that is not there', expect: '9 ok: bad-word', said: 'The file has no line 9.' },
    { name: 'of a bad id', expect: '1 ok: Bad', said: '`Bad` is no rule id.' },
  ])('reports a marker $name', async ({ expect: text, said }) => {
    const [first = ''] = await judge({ 'a.json': '{}', 'a.json.expect': text })
    expect(first.startsWith(`a.json.expect:1:1  fixture/marker  ${said}`)).toBe(true)
  })

  it('must be there', async () => {
    expect(await judge({ 'a.json.expect': '' })).toEqual(['a.json.expect:1:1  fixture/marker  The file `a.json` does not exist in this folder.'])
  })
})

describe('proof', () => {
  it('requires three reported lines and three similar ones in each language of the rule', async () => {
    const pairs = '# ruleid: only-toml\nsnake\n# ok: only-toml\ngood\n'
    const said = await judge({ 'a.toml': pairs.repeat(3), 'b.yaml': pairs }, ['only-toml'])
    expect(said.map((line) => line.split('\n')[0])).toEqual([
      'a.toml:1:1  fixture/too-few  `only-toml` has 1 line marked `ruleid` and 1 marked `ok` in yaml.',
    ])
  })

  it('reports files that were not scanned', async () => {
    const said = await judge({ 'node_modules/a.txt': '# ok: bad-word\ngood' })
    expect(said).toEqual([
      'node_modules/a.txt:1:1  fixture/not-scanned  The file is skipped as `vendored`: `node_modules/` holds installed packages.',
    ])
  })

  it('reports files that were only partly scanned', async () => {
    const said = await judge({ 'a.toml': 'fox = false\nbadger = [1, 2' })
    expect(said).toEqual(['a.toml:2:10  fixture/partly-scanned  The file is scanned only in part (`syntax-error`): This `[` is not closed.'])
  })

  it('tests every rule that a marker names by default', async () => {
    const files = [{ path: 'a.txt', content: '# ruleid: other-word\notherword' }]
    const { cases } = await judgeFixtures({ files, scanner })
    expect(cases).toEqual([{ rule: 'other-word', language: 'text', reported: 1, lookAlikes: 0 }])
  })

  it('needs rules that exist', async () => {
    const { diagnostics } = await judgeFixtures({ rules: ['bad-wird'], files: [], scanner })
    expect(diagnostics).toEqual([
      {
        code: 'fixture/unknown-rule',
        message: 'There is no rule `bad-wird` in the scanner.',
        hint: 'did you mean `bad-word`?',
        file: 'bad-wird',
        line: 1,
        column: 1,
      },
    ])
  })

  it('scans folders `project-*` separately, under the paths of a project', async () => {
    const pair = '# ruleid: in-project\nbadword\n'.repeat(3) + '# ok: in-project\ngood\n'.repeat(3)
    const files = { 'project-a/x.txt': pair, 'project-a/y.txt': 'wanted', 'project-b/x.txt': 'badword', 'proof.txt': '' }
    expect(await judge(files, ['in-project'])).toEqual([])
  })

  it('does not depend on the order of files', async () => {
    const files = [
      { path: 'a.txt', content: 'badword\n# ruleid: bad-word\nno' },
      { path: 'b.toml', content: '# ruleid: unknown-rule\nx' },
      { path: 'c.json', content: '{}' },
      { path: 'c.json.expect', content: '1 ruleid: bad-word' },
    ]
    const usual = await judgeFixtures({ files, scanner })
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(files, { minLength: files.length }), async (shuffled) => {
        expect(await judgeFixtures({ files: shuffled, scanner })).toEqual(usual)
      }),
      { numRuns: 20 },
    )
  })
})

describe('templates', () => {
  it('are expanded before the scan', async () => {
    expect(await judge({ 'a.txt': '# ruleid: bad-word\nbad{{text:word}}\n# ok: bad-word\nbad{{alnum:4}}' })).toEqual([])
  })

  it('that cannot be expanded are reported', async () => {
    expect(await judge({ 'a.txt': 'x\n  {{alnun:36}} style={{margin:0}} {{ name }}' })).toEqual([
      'a.txt:2:3  fixture/template  `alnun` is no kind of template.\n           hint: did you mean `alnum`?',
    ])
  })
})
