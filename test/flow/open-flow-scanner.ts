import { readFileSync } from 'node:fs'
import { builtInModels } from './built-in-models.ts'
import { createScannerFromData, type PackFile, type Scanner } from '../../src/index.ts'

const root = new URL('../../', import.meta.url)
const grammar = (name: string): Uint8Array => readFileSync(new URL(`dist/grammars/${name}.wasm`, root))

/** What scanners of own folders have in common. */
export const scannerData = { packs: [], runtime: () => Promise.resolve(grammar('web-tree-sitter')), grammar, check: true } as const

/** The rule of the conformance tables. */
const RULE = readFileSync(new URL('rule/injection/flow-rule.yaml', import.meta.url), 'utf8')

/** A scanner with the rules of the tables, and further ones. `models` replaces the built-in models. */
export async function openFlowScanner(rules: Readonly<Record<string, string>> = {}, models: readonly PackFile[] = builtInModels): Promise<Scanner> {
  const all = Object.entries({ 'flow-rule': RULE, ...rules }).map(([id, text]) => ({ path: `rules/injection/${id}.yaml`, text }))
  return createScannerFromData({ ...scannerData, folders: [{ name: 'flow', rules: all, shared: [], models, packs: [], whole: true }] })
}
