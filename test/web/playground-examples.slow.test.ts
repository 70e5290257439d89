import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createPlaygroundEngine } from '../../adapters/playground/engine/playground-engine.ts'
import { root } from '../../tools/root.mjs'

const folder = join(root, 'adapters/playground/examples')
const engine = createPlaygroundEngine(async (name) => readFileSync(join(root, 'dist/playground', name)))
const examples = readdirSync(folder).map((name) => ({ name, ...parse(readFileSync(join(folder, name), 'utf8')) }))

describe('the examples of the playground', () => {
  it.each(examples)('$name is a rule without mistakes that matches its code', async ({ rule, path, code }) => {
    const { problems, findings, notes } = await engine.answer({ id: 1, rule, path, code, wantsSyntax: false })
    expect(problems).toEqual([])
    expect(notes).toEqual([])
    expect(findings.length).toBeGreaterThan(0)
    // Every example shows what is not reported, too.
    expect(new Set(findings.map(({ line }) => line)).size).toBeLessThan(code.trim().split('\n').length)
  })

  it.each(['pattern', 'query', 'regex', 'calls', 'taint', 'secret'])('%s has an example in each language of programs', (kind) => {
    const paths = examples.filter((example) => example.kind === kind).map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['app.js', 'app.ts', 'app.py']))
  })
})
