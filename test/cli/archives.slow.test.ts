import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { makeZip } from '../http/zip-archive.ts'
import { PROBES, runAssay, writeFolder } from './run-assay.ts'

async function scan(cwd: string, ...words: readonly string[]) {
  const outcome = await runAssay(['scan', '--format', 'json', ...PROBES, ...words], { cwd })
  const result: { readonly findings: readonly { readonly file: string }[] } | undefined =
    outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)
  return { ...outcome, result, files: result?.findings.map(({ file }) => file) }
}

const TREE = {
  'src/a.js': 'probe_high\n',
  'src/deep/b.js': 'probe_high\n',
  'skip/c.js': 'probe_high\n',
  '.gitignore': 'skip/\n',
  'node_modules/x/d.js': 'probe_high\n',
}

function packWith(...words: readonly string[]): string {
  const cwd = writeFolder(Object.fromEntries(Object.entries(TREE).map(([name, content]) => [`tree/${name}`, content])))
  execFileSync('tar', [...words, '-C', 'tree', '.'], { cwd })
  return cwd
}

test.each([
  { name: 'a tar archive', file: 'it.tar', words: ['-cf', 'it.tar'] },
  { name: 'a tar archive of pax', file: 'it.tar', words: ['--format=pax', '-cf', 'it.tar'] },
  { name: 'a compressed tar archive', file: 'it.tar.gz', words: ['-czf', 'it.tar.gz'] },
  { name: 'one by its short name', file: 'it.tgz', words: ['-czf', 'it.tgz'] },
])('$name is scanned as the folder that was packed', async ({ file, words }) => {
  const outcome = await scan(packWith(...words), file)
  expect(outcome.files, outcome.stderr).toEqual([`${file}/src/a.js`, `${file}/src/deep/b.js`])
})

test('a ZIP archive is scanned, beside folders, and its code is shown', async () => {
  const cwd = writeFolder({ 'own.js': 'probe_low\n' })
  writeFileSync(join(cwd, 'it.zip'), makeZip(Object.entries(TREE).map(([name, content]) => ({ name, content }))))
  expect((await scan(cwd, 'it.zip', 'own.js')).files).toEqual(['it.zip/src/a.js', 'it.zip/src/deep/b.js', 'own.js'])
  const { stdout } = await runAssay(['scan', 'it.zip', ...PROBES], { cwd })
  expect(stdout).toContain('1 │ probe_high')
})

test.each([
  { name: 'is not an archive', content: Buffer.from('no archive at all, but some text'), stderr: 'not a complete tar archive' },
  { name: 'is empty', content: Buffer.alloc(1024), stderr: 'contains no file to scan' },
])('an archive that $name is reported, and never looks clean', async ({ content, stderr }) => {
  const cwd = writeFolder({ 'it.tar': content })
  expect(await scan(cwd, 'it.tar')).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(stderr) })
})

async function tarOf(entries: readonly { readonly name: string; readonly content?: string | Buffer; readonly type?: 'symlink' }[]): Promise<Buffer> {
  const packing = pack()
  for (const { name, content = '', type } of entries) {
    if (type === undefined) packing.entry({ name }, content)
    else packing.entry({ name, type, linkname: '/etc/passwd' })
  }
  packing.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of packing) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('names that lead out are refused, links are not followed, and large files are skipped', async () => {
  const cwd = writeFolder({})
  writeFileSync(join(cwd, 'out.tar'), await tarOf([{ name: '../../evil.js', content: 'probe_high' }]))
  expect(await scan(cwd, 'out.tar')).toMatchObject({ code: 3, stderr: expect.stringContaining('must not contain `..`') })
  const large = Buffer.alloc(2_000_000, 'x ')
  writeFileSync(
    join(cwd, 'odd.tar'),
    await tarOf([
      { name: 'a.js', content: 'probe_high' },
      { name: 'link.js', type: 'symlink' },
      { name: 'big.js', content: large },
    ]),
  )
  const { files, result } = await scan(cwd, 'odd.tar')
  expect(files).toEqual(['odd.tar/a.js'])
  expect(result).toMatchObject({
    skipped: [
      { file: 'odd.tar/big.js', reason: 'too-large' },
      { file: 'odd.tar/link.js', reason: 'link' },
    ],
  })
})

test('a bomb is not inflated', async () => {
  const cwd = writeFolder({})
  mkdirSync(join(cwd, 'z'))
  writeFileSync(join(cwd, 'z/zeros.js'), Buffer.alloc(60_000_000, ' '))
  execFileSync('tar', ['-czf', 'bomb.tgz', 'z'], { cwd })
  expect(await scan(cwd, 'bomb.tgz')).toMatchObject({ code: 3, stderr: expect.stringContaining('inflates to more than') })
})

test.each([
  { name: 'stars', glob: 'src/*.js', files: ['src/a.js'] },
  { name: 'any folder', glob: '**/*.js', files: ['src/a.js', 'src/deep/b.js'] },
  { name: 'a choice', glob: 'src/**/{a,b}.js', files: ['src/a.js', 'src/deep/b.js'] },
])('globs: $name', async ({ glob, files }) => {
  expect((await scan(writeFolder(TREE), glob)).files).toEqual(files)
})

test.each([
  { name: 'from the root', folder: 'deep', globOf: (root: string) => join(root, 'src/deep/*.js'), files: ['b.js'] },
  { name: 'through the folder above, and back', folder: 'deep', globOf: () => '../deep/*.js', files: ['b.js'] },
  { name: 'in the folder above', folder: 'deep', globOf: () => '../*.js', files: ['../a.js'] },
])('globs lead $name', async ({ folder, globOf, files }) => {
  const root = realpathSync(writeFolder(TREE))
  expect((await scan(join(root, 'src', folder), globOf(root))).files).toEqual(files)
})

test('a glob that names nothing is wrong usage, and a file is one whatever its name', async () => {
  const cwd = writeFolder({ ...TREE, '[id].js': 'probe_low\n' })
  expect(await scan(cwd, 'src/*.py')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no file matches `src/*.py`') })
  expect((await scan(cwd, '[id].js', 'src/*.js')).files).toEqual(['src/a.js', '[id].js'])
})
