import { lstatSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SkippedSource, StoredFile } from '../model/source.ts'
import { A_FUNCTION, A_SWITCH, A_TEXT, checkOptions, TEXTS, type Wanted } from '../engine.ts'
import { describeSystemError } from './describe-system-error.ts'
import { versionOf } from './read-stored.ts'
import { resolvePaths } from './resolve-paths.ts'
import { type WalkedFile, type WalkOptions, walkFiles } from './walk-files.ts'

/** Which files are listed, and under which names. */
export interface ListFilesOptions extends WalkOptions {
  /** Relative paths start here, and files are named from here. The process's working folder by default. */
  readonly cwd?: string
}

/** Milliseconds after which signals and timers get their turn, between two files. */
const TURN = 20

const OPTIONS: Readonly<Record<keyof ListFilesOptions, Wanted>> = {
  cwd: A_TEXT,
  noIgnore: A_SWITCH,
  readIgnoreFile: A_FUNCTION,
  includeVendored: A_SWITCH,
  except: TEXTS,
  onWalked: A_FUNCTION,
}

/**
 * Lists the files at and under the named paths for `Scanner.scan`, which reads them later. Throws `PathError` immediately if a named path does not
 * exist, and `TypeError` for invalid paths and options. Files that cannot be read later are reported as skipped.
 */
export async function listFiles(paths: readonly string[], options: ListFilesOptions = {}): Promise<AsyncIterable<StoredFile | SkippedSource>> {
  const [isTexts, words] = TEXTS
  if (!isTexts(paths)) throw new TypeError(`\`paths\` must be ${words}.`)
  checkOptions('listFiles', options, OPTIONS)
  const named = await resolvePaths(paths, options.cwd ?? process.cwd(), options.readIgnoreFile)
  return listWalked(walkFiles(named, options))
}

async function* listWalked(files: AsyncIterable<WalkedFile>): AsyncGenerator<StoredFile | SkippedSource, void, undefined> {
  let turnAt = performance.now() + TURN
  for await (const file of files) {
    yield toStored(file)
    if (performance.now() < turnAt) continue
    await nextTurn()
    turnAt = performance.now() + TURN
  }
}

function toStored({ path, fullPath, named, unreadable }: WalkedFile): StoredFile | SkippedSource {
  if (unreadable !== undefined) return { path, skip: { reason: 'unreadable', detail: unreadable } }
  try {
    const found = named ? statSync(fullPath) : lstatSync(fullPath)
    return { path, location: fullPath, size: found.size, version: versionOf(found), followLinks: named }
  } catch (error) {
    return { path, skip: { reason: 'unreadable', detail: `The file cannot be read (${describeSystemError(error)}).` } }
  }
}
