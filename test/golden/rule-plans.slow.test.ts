import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { recordPlans } from '../../src/compile/record-plans.ts'
import { startSyntaxRuntime } from '../../src/engines/syntax/syntax-runtime.ts'
import { DIALECTS } from '../../src/languages/dialects.ts'
import type { RulePlans } from '../../src/model/rule-plans.ts'
import { type RuleFolder, readRuleFolder, type ScanResult } from '../../src/node/index.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'
import { assembleScanner } from '../../src/engine.ts'
import { root } from '../../tools/root.mjs'
import { openTakenQueries } from '../../tools/taken-queries.mjs'

const PACKS = ['public']
const folder = readRuleFolder(join(root, 'rules'), false, 'rules')
const taken = openTakenQueries(readGrammar).of
let plans: RulePlans

beforeAll(async () => {
  const pack = loadPacks({ folders: [folder], wanted: PACKS }).value
  if (pack === undefined) throw new Error('the public pack does not load')
  const runtime = await startSyntaxRuntime(readGrammar('web-tree-sitter'))
  plans = (
    await recordPlans({ pack, dialects: DIALECTS, loadGrammar: (name) => runtime.loadGrammar(name, readGrammar(name), { taken: taken(name) }) })
  ).plans
}, 400_000)

it('finds the same with plans of a build as after compiling every rule', { timeout: 400_000 }, async () => {
  const planned = await scanSamples({ ...folder, plans })
  const compiled = await scanSamples(folder)
  expect(compiled.findings.length).toBeGreaterThan(50)
  expect(planned).toEqual(compiled)
})

async function scanSamples(rules: RuleFolder): Promise<ScanResult> {
  const scanner = await assembleScanner({ folders: [rules], packs: PACKS, runtime: readGrammar('web-tree-sitter'), grammar: readGrammar, taken })
  return scanner.scan(
    readdirSync(join(root, 'fixtures/rules'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // Every fourth file, because each is scanned twice.
      .filter((_, index) => index % 4 === 0)
      .map((path) => ({ path, content: readFileSync(path) })),
    { includeVendored: true },
  )
}

function readGrammar(name: string): Uint8Array {
  return readFileSync(join(root, 'dist/grammars', `${name}.wasm`))
}
