import { describe, expect, it } from 'vitest'
import type { ScanFile } from '../../src/model/source.ts'
import { findOriginals } from '../../src/scan/triage/find-originals.ts'

const files = (paths: readonly string[]): readonly ScanFile[] => paths.map((path) => ({ path, content: '' }))

async function* stream(given: readonly ScanFile[]): AsyncGenerator<ScanFile> {
  yield* given
}

async function find(given: readonly ScanFile[], known?: readonly ScanFile[]): Promise<readonly ScanFile[]> {
  const found: ScanFile[] = []
  for await (const file of findOriginals(stream(given), known)) found.push(file)
  return found
}

/** The original of the first file. */
async function originalOf(paths: readonly string[]): Promise<string | undefined> {
  const [file] = await find(files(paths), files(paths))
  return 'compiledFrom' in file ? `${file.compiledFrom?.kind} ${file.compiledFrom?.path}` : undefined
}

describe('findOriginals', () => {
  it.each([
    { name: 'a source in `src`', paths: ['dist/a/b.js', 'src/a/b.ts'], original: 'source src/a/b.ts' },
    { name: 'a source in a package', paths: ['packages/x/lib/b.js', 'packages/x/src/b.tsx'], original: 'source packages/x/src/b.tsx' },
    { name: 'a source beside the output', paths: ['build/a/b.mjs', 'a/b.mts'], original: 'source a/b.mts' },
    { name: 'a source whose folder is kept', paths: ['dist/src/b.js', 'src/b.ts'], original: 'source src/b.ts' },
    { name: 'a source of a format', paths: ['dist/cjs/b.js', 'src/b.ts'], original: 'source src/b.ts' },
    { name: 'a source in JavaScript', paths: ['dist/b.js', 'src/b.js'], original: 'source src/b.js' },
    { name: 'an output as a module', paths: ['dist/cjs/b.js', 'dist/esm/b.js'], original: 'twin dist/esm/b.js' },
    { name: 'an output with another ending', paths: ['dist/b.js', 'dist/b.mjs'], original: 'twin dist/b.mjs' },
    {
      name: 'an output with another format and hash',
      paths: ['dist/b-0a1b2c3d.cjs.prod.js', 'dist/b-1234abcd.esm.js'],
      original: 'twin dist/b-1234abcd.esm.js',
    },
  ])('finds $name', async ({ paths, original }) => expect(await originalOf(paths)).toBe(original))

  it.each([
    { name: 'the better of two outputs', paths: ['dist/esm/b.js', 'dist/cjs/b.js'] },
    { name: 'a file beside its declarations', paths: ['dist/b.js', 'src/b.d.ts', 'dist/b.d.ts'] },
    { name: 'a file that a script loads', paths: ['dist/index.js', 'index.js'] },
    { name: 'a source of another folder', paths: ['dist/a/b.js', 'src/b.ts'] },
    { name: 'texts of a language', paths: ['locales/b.js', 'locales/es/b.js'] },
    { name: 'written code', paths: ['server/b.js', 'server/b.ts'] },
  ])('leaves $name alone', async ({ paths }) => expect(await originalOf(paths)).toBeUndefined())

  it('does not count a source that cannot be read', async () => {
    const unread: ScanFile = { path: 'src/a.ts', skip: { reason: 'unreadable', detail: 'It cannot be read.' } }
    const given = [...files(['dist/a.js']), unread]
    expect(await find(given, given)).toEqual(given)
  })

  it('passes on outputs last if the files are not known ahead', async () => {
    const found = await find(files(['dist/a.js', 'src/a.ts']))
    expect(found.map((file) => [file.path, 'compiledFrom' in file])).toEqual([
      ['src/a.ts', false],
      ['dist/a.js', true],
    ])
  })
})
