import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { parser as python } from '@lezer/python'
import { expect, onTestFinished, test } from 'vitest'
import ts from 'typescript'
import { parseAllDocuments } from 'yaml'
import { root } from '../../tools/root.mjs'
import { runAssay } from './run-assay.ts'

/** Fixes that would reveal the finding of another rule, or that cover only one of several settings, so that a person must decide. */
const WITHDRAWN = [
  / debug-mode was not applied: it would add findings of bind-all-interfaces\.$/,
  / cleartext-http was not applied: it would add findings of secret-in-url\.$/,
  / (?:cloud-public-storage|cookie-without-flags) was not applied: the finding would remain\.$/,
]

const rules = readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'))
const mending = rules.filter((file) => /^autofix:/m.test(readFileSync(join(root, 'rules', file), 'utf8'))).map((file) => basename(file, '.yaml'))

test('all fixes of all sample code leave no finding, and every file parses as it did, by the parsers of others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-fix-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const id of mending) cpSync(join(root, 'fixtures/rules', id), join(folder, id), { recursive: true })
  const before = readTexts(folder)
  const fixed = await runAssay(['fix', '--apply', '--no-ignore', '--no-config'], { cwd: folder })
  expect(fixed.code, fixed.stderr).toBe(0)
  const said = fixed.stderr.trimEnd().split('\n')
  expect(said.slice(0, -1).filter((line) => !WITHDRAWN.some((known) => known.test(line)))).toEqual([])
  const after = readTexts(folder)
  const changed = [...after].filter(([file, text]) => before.get(file) !== text)
  expect(said.at(-1)).toMatch(/^assay: applied \d{3} fixes in \d+ files\.$/)
  expect(changed.filter(([file, text]) => countFaults(file, text) > countFaults(file, before.get(file) ?? '')).map(([file]) => file)).toEqual([])
  const again = await runAssay(['fix', '--no-ignore', '--no-config'], { cwd: folder })
  expect(again.stdout).toBe('')
  expect(again.stderr).toContain('assay: nothing to fix.')
}, 240_000)

function readTexts(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [relative(folder, file), readFileSync(file, 'utf8')]
    }),
  )
}

/** The syntax errors, in languages with an available parser. */
function countFaults(file: string, text: string): number {
  if (/\.[cm]?[jt]sx?$/.test(file)) return ts.transpileModule(text, { fileName: file, reportDiagnostics: true }).diagnostics?.length ?? 0
  if (/\.ya?ml$/.test(file)) return parseAllDocuments(text).flatMap(({ errors }) => errors).length
  if (!file.endsWith('.py')) return 0
  let faults = 0
  python.parse(text).iterate({ enter: ({ type }) => void (type.isError && faults++) })
  return faults
}
