import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../../tools/root.mjs'

interface Example {
  readonly name: string
  readonly code: string
}

/** The examples in docstrings of the entry points, in the README and in the pages. */
const EXAMPLES: readonly Example[] = [...sourcesOf('src'), ...sourcesOf('adapters'), 'README.md', ...pages()].flatMap((file) => examplesIn(file))

/** The rule `my-rules/dynamic-code.yaml` of the pages, with sample code for both of its languages. */
const OWN_RULE = /```yaml\n(id: dynamic-code\n[\s\S]*?)```/.exec(readFileSync(join(root, 'docs/tutorials/first-rule.md'), 'utf8'))?.[1] ?? ''
const OWN_PROOF = ['code', 'request.body', 'read()']
  .map((code, index) => `// ruleid: dynamic-code\neval(${code})\n// ok: dynamic-code\neval('${index} + 1')\n`)
  .join('')

it.each([['src/node/create-scanner.ts'], ['README.md'], ['docs/library.md'], ['docs/service.md']])('finds the example of %s', (file) =>
  expect(EXAMPLES.map(({ name }) => name)).toContain(`${file}, example 1`),
)

it.each(EXAMPLES)('runs as written: $name', { timeout: 60_000 }, ({ code }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  makeProject(folder)
  writeFileSync(join(folder, 'example.js'), withoutTypes(code))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['example.js'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PORT: '0' },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const line of expectedOf(code)) expect(stdout).toContain(line)
})

/** A project of a reader: with the package, code, and a rule with its proof. */
function makeProject(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  // The package as an application sees it: through its exports.
  symlinkSync(root, join(folder, 'node_modules/assay'))
  symlinkSync(join(root, 'node_modules/@hono'), join(folder, 'node_modules/@hono'))
  const files = {
    'package.json': '{ "type": "module" }',
    'src/app.js': 'export const one = 1\n',
    'my-rules/dynamic-code.yaml': OWN_RULE,
    'my-fixtures/dynamic-code/sample.js': OWN_PROOF,
    'my-fixtures/dynamic-code/sample.ts': OWN_PROOF,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

function pages(): readonly string[] {
  return ['docs', 'docs/tutorials', 'docs/how-to', 'docs/reference', 'docs/explanation'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`),
  )
}

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.generated.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** TypeScript blocks that import the package. In sources, those after `@example`. */
function examplesIn(file: string): readonly Example[] {
  const text = readFileSync(join(root, file), 'utf8')
  const blocks = file.endsWith('.ts')
    ? [...text.matchAll(/@example\r?\n((?:[ \t]*\*.*\n)+)/g)].map(([, lines = '']) => lines.replace(/^[ \t]*\* ?/gm, ''))
    : [text]
  const codes = blocks.flatMap((block) => [...block.matchAll(/```(?:ts|js)\n([\s\S]*?)```/g)].map(([, code = '']) => code))
  return codes.filter((code) => /from 'assay/.test(code)).map((code, index) => ({ name: `${file}, example ${index + 1}`, code }))
}

/** Examples are JavaScript but for type imports. */
function withoutTypes(code: string): string {
  return code.replace(/^import type .*\n/gm, '')
}

/** The output that a comment `// → text` after a line states. */
function expectedOf(code: string): readonly string[] {
  return [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text = '']) => text)
}
