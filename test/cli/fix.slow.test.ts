import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

function rule(id: string, match: string, autofix: string): string {
  return `id: ${id}\ntitle: T of ${id}\nseverity: high\nconfidence: high\ncategory: injection\ncwe: [CWE-95]\nlanguages: [javascript]\ndescription: D.\nmatch: ${match}\nautofix: ${autofix}\n`
}

const RULES = {
  'rules/old-call.yaml': rule('old-call', '{ pattern: oldCall($X) }', '{ replace: newCall($X) }'),
  'rules/weak.yaml': rule(
    'weak',
    '{ pattern: "hash($NAME, $DATA)", where: { $NAME: { regex: md5 } } }',
    '{ edits: [{ at: $NAME, text: "\'sha256\'" }] }',
  ),
  'rules/stubborn.yaml': rule('stubborn', '{ pattern: stubborn($...ALL) }', '{ replace: "stubborn(1, $ALL)" }'),
  'rules/broken.yaml': rule('broken', '{ pattern: broken($X) }', '{ replace: "broken2(($X" }'),
  'rules/other.yaml': rule('other', '{ pattern: other($X) }', '{ replace: oldCall($X) }'),
  'rules/block.yaml': rule('block', '{ pattern: openIt($X) }', '{ replace: "withFile($X, (file) => {\\n  read(file)\\n})" }'),
}

async function fix(files: Readonly<Record<string, string | Uint8Array>>, words: readonly string[], input?: string) {
  const cwd = writeFolder({ ...files, ...RULES })
  const outcome = await runAssay(['fix', '.', '--no-pack', '--rules', 'rules', ...words], { cwd, ...(input !== undefined && { input }) })
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  return { ...outcome, cwd, read }
}

test('a dry run shows a diff that git applies, and writes nothing', async () => {
  const before = 'let a = 1\noldCall(a)\nlet b = 2\n'
  const { code, stdout, stderr, read, cwd } = await fix({ 'src/a.js': before }, [])
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'assay: found 1 fix in 1 file. No file was changed. Use --apply to write the changes.\n' })
  expect(stdout).toBe('--- a/src/a.js\n+++ b/src/a.js\n@@ -1,3 +1,3 @@\n let a = 1\n-oldCall(a)\n+newCall(a)\n let b = 2\n')
  expect(read('src/a.js')).toBe(before)
  execFileSync('git', ['apply', '-'], { cwd, input: stdout })
  expect(read('src/a.js')).toBe(before.replace('oldCall', 'newCall'))
})

test.each([
  { name: 'one call', before: 'oldCall(a)\n', after: 'newCall(a)\n' },
  { name: 'one argument', before: "hash('md5', x)\n", after: "hash('sha256', x)\n" },
  { name: 'nested findings, in rounds', before: 'oldCall(oldCall(oldCall(1)))\n', after: 'newCall(newCall(newCall(1)))\n' },
  { name: 'many in a line', before: 'oldCall(1); oldCall(2); oldCall(1)\n', after: 'newCall(1); newCall(2); newCall(1)\n' },
  { name: 'lines that end in CRLF', before: 'let a\r\noldCall(a)\r\n', after: 'let a\r\nnewCall(a)\r\n' },
  { name: 'a file with a byte order mark', before: '\ufeffoldCall(a)\n', after: '\ufeffnewCall(a)\n' },
  {
    name: 'several lines, indented and ended as the file is',
    before: 'if (a) {\r\n\topenIt(a)\r\n}\r\n',
    after: 'if (a) {\r\n\twithFile(a, (file) => {\r\n\t  read(file)\r\n\t})\r\n}\r\n',
  },
  { name: 'code that spans lines and keeps its content', before: '  oldCall({\n    a: 1,\n  })\n', after: '  newCall({\n    a: 1,\n  })\n' },
])('--apply fixes $name', async ({ before, after }) => {
  const { code, stdout, stderr, read } = await fix({ 'a.js': before }, ['--apply'])
  expect({ code, stdout, text: read('a.js') }, stderr).toEqual({ code: 0, stdout: '', text: after })
  expect(stderr).toMatch(/^assay: applied \d fix(es)? in 1 file\.\n$/)
})

test.each([
  {
    name: 'leaves its finding',
    before: 'stubborn(2)\noldCall(1)\n',
    after: 'stubborn(2)\nnewCall(1)\n',
    why: 'a.js:1: the fix of stubborn was not applied: the finding would remain.',
  },
  {
    name: 'breaks the file',
    before: 'broken(2)\noldCall(1)\n',
    after: 'broken(2)\nnewCall(1)\n',
    why: 'a.js:1: the fix of broken was not applied: the file would no longer parse.',
  },
  {
    name: 'brings another finding',
    before: 'other(2)\n',
    after: 'other(2)\n',
    why: 'a.js:1: the fix of other was not applied: it would add findings of old-call.',
  },
])('a fix that $name is withdrawn, and the others stay', async ({ before, after, why }) => {
  const { code, stderr, read } = await fix({ 'a.js': before }, ['--apply'])
  expect({ code, text: read('a.js') }).toEqual({ code: 0, text: after })
  expect(stderr).toContain(why)
})

test('filters and settings select the fixes', async () => {
  const files = { 'a.js': "oldCall(1)\nhash('md5', 1)\n", 'assay.config.yaml': 'overrides: [{ rules: [old-call], off: true }]\n' }
  const { read } = await fix(files, ['--apply'])
  expect(read('a.js')).toBe("oldCall(1)\nhash('sha256', 1)\n")
  const other = await fix({ 'a.js': files['a.js'] }, ['--apply', '--rule', 'old-call'])
  expect(other.read('a.js')).toBe("newCall(1)\nhash('md5', 1)\n")
})

test('says that there is nothing to fix', async () => {
  expect(await fix({ 'a.js': 'let a\n' }, [])).toMatchObject({ code: 0, stdout: '', stderr: 'assay: nothing to fix.\n' })
})

test('a file that is not UTF-8 stays unchanged', async () => {
  const bytes = Buffer.from('\ufeffoldCall(1)\n', 'utf16le')
  const { stderr, cwd } = await fix({ 'a.js': bytes }, ['--apply'])
  expect(stderr).toContain('the fix of old-call was not applied: the file is not encoded as UTF-8.')
  expect(readFileSync(join(cwd, 'a.js'))).toEqual(bytes)
})

test('a file keeps its mode', async () => {
  const cwd = writeFolder({ 'a.js': 'oldCall(1)\n', ...RULES })
  chmodSync(join(cwd, 'a.js'), 0o750)
  await runAssay(['fix', '--no-pack', '--rules', 'rules', '--apply'], { cwd })
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe('newCall(1)\n')
  expect(statSync(join(cwd, 'a.js')).mode & 0o777).toBe(0o750)
})

test.each([
  { name: 'yes and no', input: 'y\nn\n', after: 'newCall(1)\noldCall(2)\noldCall(3)\n' },
  { name: 'all', input: 'n\na\n', after: 'oldCall(1)\nnewCall(2)\nnewCall(3)\n' },
  { name: 'quit', input: 'y\nq\n', after: 'newCall(1)\noldCall(2)\noldCall(3)\n' },
  { name: 'the end of answers', input: '', after: 'oldCall(1)\noldCall(2)\noldCall(3)\n' },
])('--interactive asks about each fix: $name', async ({ input, after }) => {
  const { code, stderr, read } = await fix({ 'a.js': 'oldCall(1)\noldCall(2)\noldCall(3)\n' }, ['--interactive'], input)
  expect({ code, text: read('a.js') }, stderr).toEqual({ code: 0, text: after })
  expect(stderr).toContain('Apply this change (1 of 3)? [y]es, [n]o, [a]ll, [q]uit: ')
})

test('standard input cannot be fixed', async () => {
  expect(await runAssay(['fix', '-'], { cwd: writeFolder({}) })).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be fixed') })
})
