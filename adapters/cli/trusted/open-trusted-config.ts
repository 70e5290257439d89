import { lstatSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { ConfigChange, ScanFile, ScanOptions, ScanResult, TrustedConfig, WalkOptions } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import type { Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { openProject, type Project } from '../project/project.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { toSlashes } from '../files/to-slashes.ts'
import { type CommitTree, openCommitTree } from './commit-tree.ts'
import { compareConfig, compareFile } from './compare-config.ts'
import { takeConfigSnapshot } from './config-snapshot.ts'
import { createSuppressionJudge } from './suppression-judge.ts'
import { silenceNewMarkers } from './silence-new-markers.ts'

/** The configuration of a commit for a scan of the working tree. */
export interface TrustedSession {
  /** The flags with paths that lead to the configuration files of the commit. */
  readonly flags: ScanFlags
  readonly project: Project
  readonly readIgnoreFile: NonNullable<WalkOptions['readIgnoreFile']>
  readonly acceptSuppression: NonNullable<ScanOptions['acceptSuppression']>
  /** Files for a service: suppression comments that do not count are removed. */
  withoutNewSuppressions(files: AsyncIterable<ScanFile>): AsyncIterable<ScanFile>
  /** Adds the parts of the working tree's configuration that had no effect. Called after the scan. */
  describe(result: ScanResult): ScanResult
  /** Removes the copies of configuration files. */
  close(): void
}

const FLAG = '--trusted-config'

/** A larger ignore file counts as absent, as in the working tree. */
const MAX_IGNORE_BYTES = 2 ** 20

/** Reads the configuration of the commit of `--trusted-config`. Throws `CommandError` and `SettingsError`. */
export async function openTrustedConfig(name: string, given: ScanFlags, cwd: string, engine: Engine): Promise<TrustedSession> {
  const tree = await openCommitTree(name, cwd, FLAG)
  refuseCache(given, tree)
  const prefix = tree.locate('.') ?? ''
  const locate = (path: string | undefined): string | undefined => (path === undefined ? undefined : tree.locate(path))
  const named = {
    config: given.config === false ? undefined : locate(given.config),
    rules: (given.rules ?? []).flatMap((path) => tree.locate(path) ?? []),
    baseline: given.baseline === false ? undefined : locate(given.baseline),
  }
  const snapshot = await takeConfigSnapshot(tree, prefix, named, engine)
  try {
    const moved = (path: string): string => {
      const within = tree.locate(path)
      return within === undefined ? resolve(cwd, path) : join(snapshot.folder, within)
    }
    const flags: ScanFlags = {
      ...given,
      ...(typeof given.config === 'string' && { config: requireFile(moved(given.config), given.config, '--config', tree) }),
      ...(given.rules !== undefined && { rules: given.rules.map((path) => requireFile(moved(path), path, '--rules', tree)) }),
      ...(typeof given.baseline === 'string' && { baseline: requireFile(moved(given.baseline), given.baseline, '--baseline', tree) }),
    }
    const project = openProject(flags, join(snapshot.folder, prefix), engine)
    const judge = await createSuppressionJudge(tree, cwd, FLAG)
    const changes = new Map((await compareConfig(snapshot, tree, prefix, named.config)).map((change) => [change.file, change]))
    const ignored = await readIgnoreFiles(tree)
    return {
      flags,
      project,
      acceptSuppression: judge.accept,
      readIgnoreFile: (path, isThere) => {
        const file = tree.locate(path)
        if (file === undefined) return isThere ? readRegular(path) : undefined
        const content = ignored.get(file)
        const change = isThere || content !== undefined ? compareFile(path, content) : undefined
        if (change !== undefined) changes.set(file, { file, role: 'ignore', change })
        return content?.toString('utf8')
      },
      withoutNewSuppressions: (files) => silenceNewMarkers(files, judge.accept, engine),
      describe: (result) => ({ ...result, trusted: describeTrusted(tree, [...changes.values()], judge.rejected(), cwd) }),
      close: snapshot.close,
    }
  } catch (error) {
    snapshot.close()
    throw error
  }
}

function describeTrusted(
  { commit, top }: CommitTree,
  changes: readonly ConfigChange[],
  suppressions: TrustedConfig['suppressions'],
  cwd: string,
): TrustedConfig {
  const shown = changes.map((change) => ({ ...change, file: toSlashes(relative(cwd, join(top, change.file))) }))
  return { commit, changes: shown.toSorted((left, right) => (left.file < right.file ? -1 : 1)), suppressions }
}

/** The author of the working tree could have written results into the cache. */
function refuseCache({ cache }: ScanFlags, tree: CommitTree): void {
  if (cache === undefined || tree.locate(cache) === undefined) return
  throw new CommandError(
    EXIT_CODES.wrongUsage,
    `--cache: \`${cache}\` is inside the repository, where a pull request could plant results. With ${FLAG}, use a folder outside the repository.`,
  )
}

function requireFile(moved: string, written: string, flag: string, { commit }: CommitTree): string {
  if (lstatSync(moved, { throwIfNoEntry: false }) !== undefined) return moved
  throw new CommandError(
    EXIT_CODES.wrongUsage,
    `${flag}: \`${written}\` does not exist in commit ${commit.slice(0, 12)}, from which ${FLAG} reads the configuration.`,
  )
}

async function readIgnoreFiles(tree: CommitTree): Promise<ReadonlyMap<string, Buffer>> {
  const paths = [...tree.paths].filter((path) => /(?:^|\/)\.(?:git|assay)ignore$/.test(path))
  const contents = await tree.read(paths)
  return new Map([...contents].filter(([, content]) => content.length <= MAX_IGNORE_BYTES))
}

function readRegular(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= MAX_IGNORE_BYTES ? readFileSync(path, 'utf8') : undefined
}
