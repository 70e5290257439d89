import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parser } from '@lezer/javascript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRegexes } from '../../tools/list-regexes.mjs'
import { root } from '../../tools/root.mjs'

const folder = mkdtempSync(join(tmpdir(), 'assay-redos-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('the check of regexes sees each regex that another parser sees', () => {
  const files = ['src', 'adapters'].flatMap((top) => listSources(join(root, top)))
  const listed = files.map((file) => ({ file, count: listRegexes(file).length }))
  const missed = listed.filter(({ file, count }) => count !== countRegexes(readFileSync(file, 'utf8'), file.endsWith('x')))
  expect(missed).toEqual([])
  expect(listed.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(800)
})

const PLANTED = [
  { name: 'a literal', code: String.raw`export const end = /\s+$/`, fault: 'polynomial' },
  { name: 'an exponential literal', code: String.raw`export const list = /^(a+)+$/`, fault: 'exponential' },
  { name: 'a string', code: String.raw`export const end = new RegExp('\\s+$')`, fault: 'polynomial' },
  { name: 'a call without `new`', code: String.raw`export const end = RegExp('x*y', 'g')`, fault: 'polynomial' },
  { name: 'constants of a template', code: 'const SPACE = String.raw`\\s+`\nexport const end = new RegExp(`${SPACE}$`)', fault: 'polynomial' },
  { name: 'a constant of another file', code: `import { SPACE } from './space.ts'\nexport const end = new RegExp(SPACE + '$')`, fault: 'polynomial' },
  {
    name: 'the source of another regex',
    code: String.raw`const space = /\s+/` + '\nexport const end = new RegExp(`${space.source}$`)',
    fault: 'polynomial',
  },
  { name: 'a list of constants', code: String.raw`export const end = new RegExp(['a+', '\\s+$'].join('|'))`, fault: 'polynomial' },
  { name: 'a lookbehind that repeats', code: String.raw`export const mark = /(?<=[{,]\s*)b/`, fault: 'lookbehind' },
  { name: 'a pattern that is computed', code: 'export const make = (pattern: string) => new RegExp(pattern)', fault: 'write it as a constant' },
  { name: 'a part that is computed', code: 'export const make = (word: string) => new RegExp(`a${word}`)', fault: 'only known at run time' },
] as const

describe('the check of regexes fails on', () => {
  let stderr = ''

  /** All in one run, because starting the check takes longest. */
  beforeAll(() => {
    const result = check(Object.fromEntries(PLANTED.map(({ code }, index) => [`planted-${index}`, code])))
    expect(result.status).toBe(1)
    stderr = result.stderr
  })

  it.each(PLANTED.map((planted, index) => ({ ...planted, file: `planted-${index}.ts:` })))('$name', ({ file, fault }) => {
    const reported = stderr.split('\n').filter((line) => line.includes(file))
    expect(reported.join('\n')).toContain(fault)
  })

  it('a folder without regexes, since nothing was looked at', () => {
    expect(check({ planted: 'export const none = 1' }).status).toBe(1)
  })
})

it('the check of regexes passes linear ones', () => {
  const { status, stdout } = check({ planted: String.raw`export const all = [/^\s+/, /(?<!\s)\s+$/, /[^a-z]+/g, new RegExp('^a+$')]` })
  expect(stdout).toContain('checked 4 regexes; 0 of them')
  expect(status).toBe(0)
})

/** Checks a folder with these modules alone. */
function check(modules: Readonly<Record<string, string>>): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  writeFileSync(join(folder, 'space.ts'), 'export const SPACE = "\\\\s+"\n')
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, `${name}.ts`), `${code}\n`)
  return spawnSync(process.execPath, ['tools/check-regexes.mjs', folder], { cwd: root, encoding: 'utf8' })
}

function listSources(top: string): readonly string[] {
  const names = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  return names.map((name) => join(top, name))
}

function countRegexes(text: string, isJsx: boolean): number {
  let count = 0
  parser
    .configure({ dialect: isJsx ? 'ts jsx' : 'ts' })
    .parse(text)
    .iterate({
      enter: ({ name, node }) => {
        if (name === 'RegExp') count++
        const callee = name === 'NewExpression' || name === 'CallExpression' ? node.firstChild : null
        const called = callee?.name === 'new' ? callee.nextSibling : callee
        if (called?.name === 'VariableName' && text.slice(called.from, called.to) === 'RegExp') count++
      },
    })
  return count
}
