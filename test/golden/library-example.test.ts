import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../../tools/root.mjs'

interface Example {
  readonly name: string
  readonly code: string
}

/** The examples in docstrings of the doors, and in the README. */
const EXAMPLES: readonly Example[] = [...sourcesOf('src'), ...sourcesOf('adapters'), 'README.md'].flatMap((file) => examplesIn(file))

it('finds the example of `createScanner`', () => {
  expect(EXAMPLES.map(({ name }) => name)).toContain('src/node/create-scanner.ts, example 1')
})

it.each(EXAMPLES)('runs as written: $name', { timeout: 60_000 }, ({ code }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules'))
  // The package as whoever installs it sees it: through its doors.
  symlinkSync(root, join(folder, 'node_modules/assay'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'example.js'), withoutTypes(code))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['example.js'], { cwd: folder, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const line of expectedOf(code)) expect(stdout).toContain(line)
})

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.generated.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** Blocks of TypeScript that import the package. In sources, those after `@example`. */
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

/** What a comment `// → text` behind a line says that it prints. */
function expectedOf(code: string): readonly string[] {
  return [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text = '']) => text)
}
