import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

const REFUSED = [
  { name: '`any`', text: 'export const a: any = 1', rule: 'no-explicit-any' },
  { name: '`as` with a type', text: "export const a = JSON.parse('1') as number", rule: 'consistent-type-assertions' },
  { name: 'a cast in angle brackets', text: "export const a = <number>JSON.parse('1')", rule: 'consistent-type-assertions' },
  { name: '`!`', text: 'export const a = new Map([[1, 2]]).get(1)!', rule: 'no-non-null-assertion' },
  { name: 'a default export', text: 'export default 1', rule: 'no-default-export' },
  { name: 'a mutable export', text: 'export let a = 1', rule: 'no-mutable-exports' },
  { name: 'console', text: "console.log('a')", rule: 'no-console' },
  { name: 'an import of types that is not marked', text: "import { T } from './t.ts'\nexport const a: T = 1", rule: 'consistent-type-imports' },
  { name: 'a suppressed type error', text: '// @ts-ignore\nexport const a = 1', rule: 'ban-ts-comment' },
  { name: 'code generation', text: "export const a = new Function('return 1')", rule: 'no-new-func' },
  { name: 'a global that is there by accident', text: 'export const a = name', rule: 'no-restricted-globals' },
] as const

const ALLOWED = [
  { name: 'as const anywhere', file: 'src/grade/allowed.ts', text: "export const a = ['b'] as const" },
  { name: 'casts in src/engines', file: 'src/engines/allowed.ts', text: "export const a = JSON.parse('1') as number" },
  { name: 'console in adapters', file: 'adapters/cli/allowed.ts', text: "console.log('a')" },
] as const

describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lint-'))
  const found = new Map<string, string[]>()

  beforeAll(() => {
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    REFUSED.forEach(({ text }, index) => write(fileOf(index), text))
    for (const { file, text } of ALLOWED) write(file, text)
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'], { cwd: folder, encoding: 'utf8' })
    const { diagnostics }: { diagnostics: { filename: string; code: string }[] } = JSON.parse(stdout)
    for (const { filename, code } of diagnostics) found.set(filename, [...(found.get(filename) ?? []), code])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(REFUSED.map((row, index) => ({ ...row, file: fileOf(index) })))('refuses $name in src', ({ file, rule }) => {
    expect(found.get(file)?.join() ?? '').toContain(rule)
  })

  it.each(ALLOWED)('allows $name', ({ file }) => {
    expect(found.get(file)).toBeUndefined()
  })

  function fileOf(index: number) {
    return `src/grade/refused-${index}.ts`
  }

  function write(file: string, text: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${text}\n`)
  }
})
