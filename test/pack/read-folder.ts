import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PackFile, RuleFolder } from '../../src/model/rule-pack.ts'

/** The folder of the packs in the fixtures. */
export const fixtureRoot = fileURLToPath(new URL('../../fixtures/packs/', import.meta.url))

/** A complete rule folder from disk, with relative paths. */
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
