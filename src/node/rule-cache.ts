import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RuleFolder } from '../index.ts'
import { buildId } from './build-id.ts'
import { makeFolder } from './make-folder.ts'
import { readRegularFile } from './read-regular-file.ts'
import { replaceFile } from './replace-file.ts'

/** Whether own rules were read from the cache, compiled and stored, or compiled without storing because the cache is not writable. */
export type RuleCacheOutcome = 'read' | 'written' | 'unwritable'

/** The cache entry of specific rules. After any error, rules are compiled as without a cache. */
export interface RuleCache {
  /** The folders, parsed, checked and with plans. Undefined if the entry is missing or damaged. */
  read(): readonly RuleFolder[] | undefined
  /** False when the folder cannot be written to. */
  write(prepared: readonly RuleFolder[]): boolean
}

/** Increased whenever the format of entries changes. */
const FORMAT = 2
/** Far more than all rules of this package need. */
const MAX_BYTES = 2 ** 28
/** Each edit of a rule creates an entry. */
const MAX_ENTRIES = 16
const ENTRY_NAME = /^rules-[0-9a-f]{64}\.json/

/** `context` is everything else that the rules depend on: the wanted packs and the built-in rules. */
export function openRuleCache(folder: string, own: readonly RuleFolder[], context: readonly string[]): RuleCache {
  const [nodeMajor] = process.versions.node.split('.')
  const name = `rules-${digestOf(JSON.stringify([FORMAT, buildId(), nodeMajor, context, own]))}.json`
  return {
    read: () => readEntry(join(folder, name)),
    write: (prepared) => writeEntry(folder, name, JSON.stringify(prepared)),
  }
}

/** The first line is the hash of the rest. */
function readEntry(file: string): readonly RuleFolder[] | undefined {
  const text = attempt(() => readRegularFile(file, MAX_BYTES))
  if (text === undefined) return undefined
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  return end > 0 && text.slice(0, end) === digestOf(body) ? JSON.parse(body) : undefined
}

function writeEntry(folder: string, name: string, body: string): boolean {
  const written = attempt(() => {
    makeFolder(folder, 0o700)
    replaceFile(join(folder, name), `${digestOf(body)}\n${body}`, 0o600)
    return true
  })
  if (written === true) attempt(() => dropOldest(folder))
  return written ?? false
}

function dropOldest(folder: string): void {
  const entries = readdirSync(folder)
    .filter((name) => ENTRY_NAME.test(name))
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
  for (const { path } of entries.sort((left, right) => right.time - left.time).slice(MAX_ENTRIES)) rmSync(path, { force: true })
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** SHA-256 in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
