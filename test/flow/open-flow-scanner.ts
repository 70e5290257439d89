import { readFileSync } from 'node:fs'
import { builtInModels } from './built-in-models.ts'
import { createScannerFromData, type Scanner } from '../../src/index.ts'

const root = new URL('../../', import.meta.url)
const grammar = (name: string): Uint8Array => readFileSync(new URL(`dist/grammars/${name}.wasm`, root))

/** The rule of the conformance tables. */
const RULE = readFileSync(new URL('rule/injection/flow-rule.yaml', import.meta.url), 'utf8')

/** A scanner with the rules of the tables, and additional ones. */
export async function openFlowScanner(rules: Readonly<Record<string, string>> = {}): Promise<Scanner> {
  const all = Object.entries({ 'flow-rule': RULE, ...rules }).map(([id, text]) => ({ path: `rules/injection/${id}.yaml`, text }))
  return createScannerFromData({
    folders: [{ name: 'flow', rules: all, shared: [], models: builtInModels, packs: [], whole: true }],
    packs: [],
    runtime: () => Promise.resolve(grammar('web-tree-sitter')),
    grammar,
    check: true,
  })
}
