import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { FlowStore, FlowStoreKey, StoredFlow } from '../model/flow-store.ts'
import { makeFolder } from './make-folder.ts'
import { readRegularBytes } from './read-regular-file.ts'
import { replaceFile } from './replace-file.ts'

const FOLDER = 'flow'
const MAX_BYTES = 2 ** 28
/** Bytes of the digests at the start of a file: of the source text, and of the rest of the file. */
const DIGEST_BYTES = 32
/** Folders of other rules and engines that are kept: projects are often scanned with two packs in turn. */
const KEPT_FOLDERS = 3
/** Files contain names and constants of the source code. */
const OWNER_ONLY = 0o600

export interface FlowCache {
  /** The cache folder of the user. */
  readonly folder: string
  /** Stands for the rules and the engine. */
  readonly identity: string
}

/** The folder in which `openDiskFlowStore` keeps its files. */
export function flowStoreFolder(cache: string): string {
  return join(cache, FOLDER)
}

/**
 * Keeps one file for each source file, in a folder for each `identity`. A file that is damaged, or that cannot be read, counts
 * as missing. Threads and processes can use the folder at the same time: each file is replaced as a whole.
 */
export function openDiskFlowStore({ folder: cache, identity }: FlowCache): FlowStore {
  const folder = join(flowStoreFolder(cache), digest(identity).toString('hex', 0, 16))
  let isUsable: boolean | undefined
  const pathOf = ({ path, settings }: FlowStoreKey): string => join(folder, digest(JSON.stringify([path, settings])).toString('hex', 0, 20))
  return {
    get: (key) => readStored(pathOf(key), digest(key.text)),
    set: (key, stored) => {
      isUsable ??= prepareFolder(folder)
      if (!isUsable) return
      try {
        const content = serialize(stored)
        replaceFile(pathOf(key), Buffer.concat([digest(key.text), digest(content), content]), OWNER_ONLY)
      } catch {
        isUsable = false
      }
    },
  }
}

function readStored(path: string, text: Buffer): StoredFlow | undefined {
  try {
    const bytes = readRegularBytes(path, MAX_BYTES)
    const content = bytes.subarray(2 * DIGEST_BYTES)
    if (!bytes.subarray(0, DIGEST_BYTES).equals(text) || !bytes.subarray(DIGEST_BYTES, 2 * DIGEST_BYTES).equals(digest(content))) return undefined
    return deserialize(content)
  } catch {
    return undefined
  }
}

/** Makes the folder, and removes all but the newest of those for other rules and engines. Returns whether it can be used. */
function prepareFolder(folder: string): boolean {
  const parent = join(folder, '..')
  try {
    makeFolder(folder)
    const others = readdirSync(parent).map((name) => join(parent, name))
    const oldest = others.toSorted((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs).slice(KEPT_FOLDERS)
    for (const each of oldest) if (each !== folder) rmSync(each, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

function digest(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
