import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../tools/root.mjs'
import { FORMATS_AND_WORDS } from './files-with-package-names.ts'
import { WELL_KNOWN_PACKAGES } from './well-known-packages.ts'

/** Libraries whose names are also ordinary words, formats or built-in modules: a string with such a word proves nothing. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `ai arrow ast astro async builtins camelcase chalk cookie dedent email entities flat furl http idna immutable ini markdown marked md5 merging micro ms next pluralize
  punycode raw-body six slash toml untildify validator yaml`.split(/\s+/),
)

const models = readdirSync(join(root, 'rules/models'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
const packages = [
  ...new Set([
    ...WELL_KNOWN_PACKAGES,
    ...models
      .map((name): unknown => parse(readFileSync(join(root, 'rules/models', name), 'utf8')).library)
      .filter((name) => typeof name === 'string')
      .filter((name) => !name.includes(' ') && !ORDINARY_WORDS.has(name)),
  ]),
]
const NAMES = new RegExp(`(?<![\\w@-])(?:${packages.map((name) => name.replace(/[.@/-]/g, '\\$&')).join('|')})(?![\\w-])`, 'g')
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'))

/** The names of packages in the strings, templates and regexes of a file, except its imports. */
function packagesIn(code: string): readonly string[] {
  const source = ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true)
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      for (const [name] of plainText(node).matchAll(NAMES)) found.add(name)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found].toSorted()
}

/** In a regex, `\b` before a name is no letter of it, and `\.` and `\/` are dots and slashes. */
function plainText(node: ts.LiteralLikeNode): string {
  return ts.isRegularExpressionLiteral(node) ? node.text.replace(/\\([./-])/g, '$1').replace(/\\\w/g, ' ') : node.text
}

const found = new Map(
  files.flatMap((file) => {
    const names = packagesIn(readFileSync(join(root, 'src', file), 'utf8')).filter((name) => FORMATS_AND_WORDS[file]?.includes(name) !== true)
    return names.length === 0 ? [] : [[file, names] as const]
  }),
)

describe('library knowledge is data', () => {
  it(`knows ${packages.length} packages`, () => expect(packages.length).toBeGreaterThan(250))

  it.each([
    { name: 'a string', code: "const a = 'express.Router'", expected: ['express'] },
    { name: 'a regex', code: String.raw`const a = /^(?:fastify\.)?\bflask\b/`, expected: ['fastify', 'flask'] },
    { name: 'a template', code: 'const a = `${b} of zod`', expected: ['zod'] },
    { name: 'a scoped package', code: "const a = new Set(['@hapi/joi'])", expected: ['@hapi/joi'] },
    { name: 'an import', code: "import { parse } from 'yaml'\nexport { a } from 'express'", expected: [] },
    { name: 'a comment', code: '/** As express has it. */\nconst a = 1', expected: [] },
    { name: 'longer words', code: "const a = 'expression express-session2 lodashed'", expected: [] },
  ])('a test of this test: $name', ({ code, expected }) => expect(packagesIn(code)).toEqual(expected))

  it('no file of src/ names a package', () => {
    expect(Object.fromEntries(found)).toEqual({})
  })

  it.each(Object.entries(FORMATS_AND_WORDS))('every other meaning of a name is still used: %s', (file, names) => {
    expect(packagesIn(readFileSync(join(root, 'src', file), 'utf8'))).toEqual(expect.arrayContaining([...names]))
  })
})
