import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScannerFromData, readRuleFolder, RuleError, type Scanner, type ScannerData } from '../../src/node/index.ts'
import { root } from '../../tools/root.mjs'

/** A scanner with every rule that stands in `rules/` and can be used, in a pack or not, and what is said of the others. */
export async function loadRules(testing: ScannerData['testing'] = {}): Promise<{ scanner: Scanner; faults: RuleError['diagnostics'] }> {
  const folder = readRuleFolder(join(root, 'rules'), true, 'rules')
  const wasm = (name: string): Uint8Array => readFileSync(join(root, 'dist/grammars', `${name}.wasm`))
  const create = (faulty: ReadonlySet<string>): Promise<Scanner> =>
    createScannerFromData({
      folders: [{ ...folder, packs: [], rules: folder.rules.filter(({ path }) => !faulty.has(path)) }],
      packs: [],
      runtime: () => Promise.resolve(wasm('web-tree-sitter')),
      grammar: wasm,
      check: true,
      testing,
    })
  const faults: RuleError['diagnostics'][number][] = []
  for (;;) {
    try {
      return { scanner: await create(new Set(faults.map(({ file }) => file))), faults }
    } catch (error) {
      const fresh = error instanceof RuleError ? error.diagnostics.filter(({ file }) => folder.rules.some(({ path }) => path === file)) : []
      if (fresh.length === 0) throw error
      faults.push(...fresh)
    }
  }
}
