import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { compileIgnoreGlob } from '../../src/node/compile-ignore-glob.ts'
import { parseIgnorePattern } from '../../src/node/ignore-pattern.ts'
import { listFiles } from '../../src/node/list-files.ts'
import { needs } from './needs.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-ignore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Git without the settings of the current user. */
const GIT_ENVIRONMENT = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' }

function git(cwd: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd, env: GIT_ENVIRONMENT, encoding: 'utf8', maxBuffer: 1 << 26 })
}

const hasGit = needs(spawnSync('git', ['--version']).status === 0, 'there is no git to hold ignore files against')

/** Few names, so that patterns often match. */
const name = fc.constantFrom('a', 'b', 'ab', 'abc', 'a.js', 'b.js', '[a]', 'a b', '#a', '!b', '-')
const tree = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 14 })
const piece = fc.constantFrom(
  'a',
  'b',
  'c',
  '*',
  '**',
  '***',
  '?',
  '/',
  '/',
  '.js',
  '[ab]',
  '[!a]',
  '[^b-c]',
  '[[:alpha:]]',
  '[]-a]',
  '[a',
  '\\',
  '\\*',
  ' ',
)
const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constantFrom('', '', '!', '/', '!/'),
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('', '', '/', ' ', '\r'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('', '!'),
      fc.constantFrom(['a/**'], ['**/b'], ['a/**/b'], ['*'], ['*.js'], ['#a'], ['\\#a'], ['\\!b'], ['a**/b'], ['']),
      fc.constant(''),
    ),
  },
)
const ignoreFile = fc
  .array(
    line.map(([start, middle, end]) => start + middle.join('') + end),
    { maxLength: 4 },
  )
  .map((lines) => lines.join('\n'))
const project = fc.record({
  files: tree,
  ignoreFiles: fc.array(fc.tuple(fc.array(name, { maxLength: 2 }), ignoreFile), { minLength: 1, maxLength: 3 }),
  exclude: ignoreFile,
})

let count = 0

function writeProject({ files, ignoreFiles, exclude }: { files: string[][]; ignoreFiles: [string[], string][]; exclude: string }): string {
  const root = join(folder, `project-${count++}`)
  mkdirSync(root)
  git(root, 'init', '-q', '--template=')
  mkdirSync(join(root, '.git/info'))
  writeFileSync(join(root, '.git/info/exclude'), exclude)
  for (const [path, text] of [
    ...ignoreFiles.map(([at, text]) => [[...at, '.gitignore'], text] as const),
    ...files.map((path) => [path, ''] as const),
  ]) {
    try {
      mkdirSync(dirname(join(root, ...path)), { recursive: true })
      writeFileSync(join(root, ...path), text)
    } catch {
      // A file has the name of a folder, so this file is left out of the tree.
    }
  }
  return root
}

async function listScanned(cwd: string, path: string): Promise<string[]> {
  const paths: string[] = []
  for await (const file of await listFiles([path], { cwd })) paths.push(file.path)
  return paths
}

test.runIf(hasGit)(
  'a scan of a repository sees exactly the files that git would add, from its root and from a folder inside',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(project, async (given) => {
        const root = writeProject(given)
        try {
          await compareWithGit(root)
        } finally {
          rmSync(root, { recursive: true })
        }
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 120) },
    )
  },
)

async function compareWithGit(root: string): Promise<void> {
  const expected = git(root, 'ls-files', '-z', '--others', '--exclude-standard').split('\0').filter(Boolean).sort()
  expect((await listScanned(root, '.')).sort()).toEqual(expected)
  // Git does not answer for names inside of an ignored folder.
  for (const inside of new Set(expected.filter((path) => path.includes('/')).map((path) => path.slice(0, path.indexOf('/'))))) {
    expect((await listScanned(root, inside)).sort()).toEqual(expected.filter((path) => path.startsWith(`${inside}/`)))
  }
}

test.runIf(hasGit)('one pattern decides about a path as git check-ignore does', { timeout: 120_000 }, () => {
  const root = join(folder, 'patterns')
  mkdirSync(root)
  git(root, 'init', '-q', '--template=')
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
  fc.assert(
    fc.property(ignoreFile, fc.uniqueArray(path, { minLength: 20, maxLength: 40 }), (text, paths) => {
      writeFileSync(join(root, '.gitignore'), text)
      const patterns = text.split('\n').map((each) => parseIgnorePattern(each.replace(/\r$/, '')))
      const isIgnored = (given: string, isFolder: boolean): boolean => {
        const found = patterns.findLast((each) => each?.matches(given, isFolder))
        return found !== undefined && !found.negated
      }
      const parents = (given: string): string[] =>
        given
          .split('/')
          .map((_, index, all) => all.slice(0, index).join('/'))
          .slice(1)
      const expected = new Set(checkIgnore(root, paths))
      for (const each of paths) {
        const actual = parents(each).some((parent) => isIgnored(parent, true)) || isIgnored(each, false)
        expect({ text, path: each, ignored: actual }).toEqual({ text, path: each, ignored: expected.has(each) })
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
  )
})

function checkIgnore(root: string, paths: string[]): string[] {
  try {
    return execFileSync('git', ['check-ignore', '-z', '--stdin', '--no-index'], {
      cwd: root,
      env: GIT_ENVIRONMENT,
      input: paths.join('\0'),
      encoding: 'utf8',
    }).split('\0')
  } catch {
    // Exit code 1 means that no file is ignored.
    return []
  }
}

// A quadratic algorithm would run into the timeout.
test.each([
  { name: 'stars', glob: '*a*a*a*a*a*a*a*a*a*a*b', text: 'a'.repeat(40_000) },
  { name: 'double stars', glob: `${'**/a/'.repeat(12)}b`, text: 'a/'.repeat(20_000) },
  { name: 'mixed', glob: `${'**/*a*/'.repeat(8)}b`, text: 'aa/'.repeat(10_000) },
  { name: 'classes that never end', glob: `[${'[:'.repeat(300_000)}`, text: 'a' },
  { name: 'classes that end once', glob: `[${'[:'.repeat(300_000)}]`, text: 'a' },
])('matches a hostile glob of $name in linear time', ({ glob, text }) => {
  const matches = compileIgnoreGlob(glob, { slashes: true })
  expect(matches(text)).toBe(false)
})
