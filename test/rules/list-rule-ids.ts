import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/root.mjs'

/** The ids of the rules in `rules/`, in order. */
export function listRuleIds(): readonly string[] {
  return listRuleFiles()
    .map((path) => path.replace(/^.*[\\/]|\.yaml$/g, ''))
    .sort()
}

/** The files of the rules in `rules/`, from there. */
export function listRuleFiles(): readonly string[] {
  return readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.yaml') && !/^(?:shared|words|models|packs)[\\/]/.test(path),
  )
}
