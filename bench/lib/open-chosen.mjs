import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, importBuilt, readGrammar } from './engine.mjs'

/**
 * A scanner with the rules of a pack for which `keep` is true.
 *
 * @param {(rule: { id: string, followsData: boolean }) => boolean} keep
 */
export async function openChosen(keep) {
  const { createScannerFromData } = await importBuilt('src/node/index.js')
  const { packs, ...rest } = JSON.parse(readFileSync(join(build, 'rules.json'), 'utf8'))
  const rules = rest.rules
    .map(({ path, text }) => ({ id: path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, ''), followsData: /^taint:/m.test(text) }))
    .filter(keep)
    .map(({ id }) => id)
  const text = JSON.stringify({ name: 'chosen', version: '1.0.0', description: 'Chosen rules.', rules })
  return createScannerFromData({
    folders: [{ ...rest, packs: [...packs, { path: 'rules/packs/chosen.json', text }] }],
    packs: ['chosen'],
    runtime: async () => readGrammar('web-tree-sitter'),
    grammar: readGrammar,
  })
}
