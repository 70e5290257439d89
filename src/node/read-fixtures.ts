import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The sample code of one rule, as input of `judgeFixtures` of `assay/testing`. */
export interface RuleFixtures {
  /** The folder's name. */
  readonly rule: string
  /** In code-unit order, with paths relative to the folder of the rule. */
  readonly files: readonly { readonly path: string; readonly content: string }[]
}

/**
 * Reads sample code from disk: each subfolder of `folder` has the files for the rule of its name. Includes hidden files and `node_modules`, because a
 * rule may be about them. In order of rule ids. Throws errors of the file system.
 */
export function readFixtures(folder: string): readonly RuleFixtures[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort()
    .map((rule) => ({ rule, files: readFilesBelow(join(folder, rule)) }))
}

function readFilesBelow(root: string): RuleFixtures['files'] {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return paths
    .map((path) => ({ path: relative(root, path).split(sep).join('/'), content: readFileSync(path, 'utf8') }))
    .sort((left, right) => (left.path < right.path ? -1 : 1))
}
