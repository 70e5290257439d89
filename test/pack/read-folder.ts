import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PackFile, RuleFolder } from '../../src/model/rule-pack.ts'

/** Where the packs of the fixtures lie. */
export const fixtureRoot = fileURLToPath(new URL('../../fixtures/packs/', import.meta.url))

/** A whole rule folder of the disk, with paths relative to it. */
export function readFolder(root: string, name: string): RuleFolder {
  const files = listFiles(root).filter(({ path }) => /\.(?:ya?ml|json)$/.test(path))
  const within = (folder: string): readonly PackFile[] => files.filter(({ path }) => path.startsWith(folder))
  const rules = files.filter(({ path }) => !/^(?:shared|packs)\//.test(path))
  return { name, rules, shared: within('shared/'), packs: within('packs/'), whole: true }
}

function listFiles(root: string, under = ''): PackFile[] {
  return readdirSync(join(root, under), { withFileTypes: true }).flatMap((entry) => {
    const path = `${under}${entry.name}`
    return entry.isDirectory() ? listFiles(root, `${path}/`) : [{ path, text: readFileSync(join(root, path), 'utf8') }]
  })
}
