import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, posix } from 'node:path'
import type { ConfigRole } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import type { Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import type { CommitTree } from './commit-tree.ts'

/** The settings, rules and baseline of a commit, copied to a temporary folder with the same structure as the repository. */
export interface ConfigSnapshot {
  /** Absolute path of the folder that corresponds to the root of the repository. */
  readonly folder: string
  /** The copied files, by path in the repository. */
  readonly files: ReadonlyMap<string, { readonly role: ConfigRole; readonly content: Buffer }>
  /** The requested folders and files of rules, by path in the repository. */
  readonly rulePaths: readonly string[]
  close(): void
}

/** Paths within the repository that the command line names. */
export interface NamedConfig {
  /** Undefined for the settings of the working folder or the nearest folder above. */
  readonly config: string | undefined
  readonly rules: readonly string[]
  readonly baseline: string | undefined
}

/** Names of settings files, in order of precedence. */
const SETTINGS_NAMES = ['assay.config.yaml', 'assay.config.yml', 'assay.config.json'] as const

/** Maximum length of the `extends` chain. */
const MAX_SETTINGS = 100

/**
 * Copies the settings of a folder with all settings that they extend, their rules and baseline, and the files of the command line. `prefix` is the
 * path of the working folder in the repository. Files that the commit lacks are not copied; the reader of the copy reports them as missing.
 */
export async function takeConfigSnapshot(
  tree: CommitTree,
  prefix: string,
  named: NamedConfig,
  engine: Pick<Engine, 'readSettings'>,
): Promise<ConfigSnapshot> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-trusted-'))
  const files = new Map<string, { role: ConfigRole; content: Buffer }>()
  const rulePaths = new Set<string>()
  const close = (): void => rmSync(folder, { recursive: true, force: true })
  const copy = async (paths: readonly string[], role: ConfigRole): Promise<void> => {
    const fresh = paths.filter((path) => tree.paths.has(path) && !files.has(path))
    for (const [path, content] of await tree.read(fresh)) {
      files.set(path, { role, content })
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
  }
  const copyRules = async (path: string): Promise<void> => {
    rulePaths.add(path)
    await copy(listRuleFiles(tree, path), 'rules')
  }
  try {
    // The search for settings ends at the root of the repository, and links must not leave it.
    mkdirSync(join(folder, '.git'))
    mkdirSync(join(folder, prefix), { recursive: true })
    const first = named.config ?? listSettingsPaths(prefix).find((path) => tree.paths.has(path))
    const waiting = first === undefined ? [] : [first]
    for (let path = waiting.shift(); path !== undefined && files.size < MAX_SETTINGS; path = waiting.shift()) {
      if (files.has(path)) continue
      await copy([path], 'settings')
      const read = files.get(path)
      const spec = read === undefined ? undefined : engine.readSettings({ path, text: read.content.toString('utf8') }).value?.spec
      const inRepository = (written: string): string => locateWritten(path, written, tree)
      waiting.push(...(spec?.extends ?? []).map(inRepository))
      for (const written of spec?.rules ?? []) await copyRules(inRepository(written))
      if (spec?.baseline !== undefined) await copy([inRepository(spec.baseline)], 'baseline')
    }
    for (const path of named.rules) await copyRules(path)
    if (named.baseline !== undefined) await copy([named.baseline], 'baseline')
  } catch (error) {
    close()
    throw error
  }
  return { folder, files, rulePaths: [...rulePaths], close }
}

/** Possible settings files of a folder, in order of precedence: in the folder, then in each folder above, up to the root. */
export function listSettingsPaths(prefix: string): readonly string[] {
  const segments = prefix === '' ? [] : prefix.split('/')
  const folders = Array.from({ length: segments.length + 1 }, (_, index) => segments.slice(0, segments.length - index).join('/'))
  return folders.flatMap((folder) => SETTINGS_NAMES.map((name) => posix.join(folder, name)))
}

/**
 * A path of the settings relative to the root of the repository. A path that leaves the repository is read or refused when the settings are loaded.
 */
function locateWritten(file: string, written: string, tree: CommitTree): string {
  if (!isAbsolute(written)) return posix.join(posix.dirname(file), written)
  if (tree.locate(written) === undefined) return written
  throw new CommandError(
    EXIT_CODES.wrongUsage,
    `--trusted-config: \`${file}\` refers to a file of the working tree by an absolute path. Use a path relative to \`${file}\`.`,
  )
}

const RULE_FILE = /\.(?:ya?ml|json)$/

/** A rule file, or the files of a rule folder. */
function listRuleFiles(tree: CommitTree, path: string): readonly string[] {
  if (tree.paths.has(path)) return [path]
  const start = path === '' || path === '.' ? '' : `${path.replace(/\/$/, '')}/`
  return [...tree.paths].filter((each) => each.startsWith(start) && RULE_FILE.test(each))
}
