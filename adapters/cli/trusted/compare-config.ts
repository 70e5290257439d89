import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigChange, ConfigRole } from '../../../src/node/index.ts'
import { runGit } from '../git/run-git.ts'
import type { CommitTree } from './commit-tree.ts'
import { type ConfigSnapshot, listSettingsPaths } from './config-snapshot.ts'

/** Larger files are not compared. They count as changed. */
const MAX_BYTES = 2 ** 24

/** How a file of the working tree differs from its content in a commit. Undefined if it does not, or if both are missing. */
export function compareFile(path: string, trusted: Buffer | undefined): ConfigChange['change'] | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return trusted === undefined ? undefined : 'removed'
  if (trusted === undefined) return 'added'
  if (!found.isFile() || found.size > MAX_BYTES) return 'changed'
  return normalise(readFileSync(path)) === normalise(trusted) ? undefined : 'changed'
}

/** Git may convert line ends in the working tree. */
function normalise(content: Buffer): string {
  return content.toString('latin1').replaceAll('\r\n', '\n')
}

/**
 * Settings, rules and baselines of the working tree that differ from those of the snapshot or are new. File names are relative to the root of the
 * repository.
 */
export async function compareConfig(
  snapshot: ConfigSnapshot,
  tree: CommitTree,
  prefix: string,
  config: string | undefined,
): Promise<readonly ConfigChange[]> {
  const changes = new Map<string, ConfigChange>()
  const note = (file: string, role: ConfigRole, trusted: Buffer | undefined): void => {
    const change = compareFile(join(tree.top, file), trusted)
    if (change !== undefined && !changes.has(file)) changes.set(file, { file, role, change })
  }
  for (const [file, { role, content }] of snapshot.files) note(file, role, content)
  for (const file of config === undefined ? listSettingsPaths(prefix) : [config]) if (!tree.paths.has(file)) note(file, 'settings', undefined)
  for (const file of await listAddedRules(snapshot, tree)) note(file, 'rules', undefined)
  return [...changes.values()]
}

/** Files that the working tree adds to rule folders. */
async function listAddedRules({ rulePaths }: ConfigSnapshot, tree: CommitTree): Promise<readonly string[]> {
  if (rulePaths.length === 0) return []
  const pathspecs = rulePaths.map((path) => `:(top,literal)${path}`)
  const listed = await runGit(tree.top, ['ls-files', '--cached', '--others', '--exclude-standard', '--full-name', '-z', '--', ...pathspecs])
  return listed.split('\0').filter((path) => /\.(?:ya?ml|json)$/.test(path) && !tree.paths.has(path))
}
