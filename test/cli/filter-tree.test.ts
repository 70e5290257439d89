import fc from 'fast-check'
import { expect, it } from 'vitest'
import { filterTree } from '../../src/node/filter-tree.ts'
import { enterFolderOfTexts, isIgnored, NO_IGNORE_RULES } from '../../src/node/ignore-rules.ts'

const CASES = [
  { name: 'all of a tree without ignore files passes', paths: ['b', 'a/b', 'a'], texts: {}, passed: ['b', 'a/b', 'a'] },
  { name: 'drops installed packages at any depth', paths: ['node_modules/a', 'b/node_modules/a', 'b/c'], texts: {}, passed: ['b/c'] },
  {
    name: 'does not enter an ignored folder, whatever its own ignore file re-includes',
    paths: ['a/.gitignore', 'a/b', 'b'],
    texts: { '.gitignore': 'a/\n', 'a/.gitignore': '!b\n' },
    passed: ['b', '.gitignore'],
  },
  {
    name: 'an ignore file is about its own folder, not about one whose name begins alike',
    paths: ['a/b', 'a-b/b', 'a.b/b', 'a/c/b', 'b'],
    texts: { 'a/.gitignore': 'b\n' },
    passed: ['a-b/b', 'a.b/b', 'b', 'a/.gitignore'],
  },
  {
    name: 'passes files that a nested ignore file re-includes',
    paths: ['a/x.log', 'b/x.log'],
    texts: { '.gitignore': '*.log\n', 'a/.assayignore': '!x.log\n' },
    passed: ['a/x.log', '.gitignore', 'a/.assayignore'],
  },
]

it.each(CASES)('$name', ({ paths, texts, passed }) => {
  const all = [...new Set([...paths, ...Object.keys(texts)])]
  expect(filterTree(all, (path) => Reflect.get(texts, path))).toEqual(passed)
})

const name = fc.constantFrom('a', 'b', 'a.b', 'a-b', 'node_modules')
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const line = fc.constantFrom('a', 'b/', '!a', '*.b', '/a/b', 'a/**', '!b')
const ignoreFile = fc.tuple(fc.array(name, { maxLength: 3 }), fc.constantFrom('.gitignore', '.assayignore'), fc.array(line, { maxLength: 3 }))

it('passes the same paths as a separate walk to each path', () => {
  const trees = fc.tuple(fc.uniqueArray(path, { maxLength: 20 }), fc.array(ignoreFile, { maxLength: 4 }))
  fc.assert(
    fc.property(trees, ([paths, files]) => {
      const texts = new Map(files.map(([folder, file, lines]) => [[...folder, file].join('/'), lines.join('\n')]))
      const all = [...new Set([...paths, ...texts.keys()])]
      expect(filterTree(all, (each) => texts.get(each))).toEqual(all.filter((each) => isReached(each, texts)))
    }),
    { numRuns: 2_000 },
  )
})

function isReached(path: string, texts: ReadonlyMap<string, string>): boolean {
  const names = path.split('/')
  let rules = NO_IGNORE_RULES
  for (let depth = 0; depth < names.length; depth += 1) {
    const folder = names.slice(0, depth).join('/')
    const read = (file: string) => texts.get(folder === '' ? file : `${folder}/${file}`)
    const absolute = folder === '' ? '' : `/${folder}`
    rules = enterFolderOfTexts(rules, absolute, { own: read('.assayignore'), git: read('.gitignore') })
    const isFolder = depth < names.length - 1
    if (isFolder && names[depth] === 'node_modules') return false
    if (isIgnored(rules, `${absolute}/${names[depth]}`, isFolder)) return false
  }
  return true
}
