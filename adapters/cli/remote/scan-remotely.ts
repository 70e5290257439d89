import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RuleInfo, ScanFile, ScanResult } from '../../../src/node/index.ts'
import { cacheFolder } from '../files/cache-folder.ts'
import { CommandError } from '../process/command-error.ts'
import type { Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { showText } from '../output/show-text.ts'
import { callService, type Service, TooLargeError } from './call-service.ts'
import { checkResult, checkRules } from './protocol/check-result.ts'
import { openKeptAnswers } from './kept-answers.ts'
import type { SentFile } from './link-files.ts'
import { makeBatches } from './make-batches.ts'

/** The result of a scan by a service. */
export interface RemoteScan {
  readonly result: ScanResult
  /** The rules that the service reports. Empty if it does not. */
  readonly rules: readonly RuleInfo[]
  readonly batches: number
}

/** An upload may have this many files from other batches. */
const MAX_GUESTS = 100

/** The dependencies of a remote scan. */
export interface RemoteBench {
  readonly engine: Pick<Engine, 'createPackageFinder' | 'createScanner' | 'isLockFile' | 'mergeResults' | 'readPlaces'>
  readonly service: Service
  readonly maxFileBytes: number
  /** Called before each upload if there are several. */
  onBatch(batch: number, of: number): void
  /** Called when an upload is split, together with later ones of the same size. */
  onCut(why: string): void
}

/**
 * Uploads files in batches, merges the answers into one result, and computes the grade of all files. Files that cannot be sent (too large, not text)
 * appear in the result as in a local scan.
 */
export async function scanRemotely(files: AsyncIterable<ScanFile>, bench: RemoteBench): Promise<RemoteScan> {
  const { engine, service, onBatch, onCut } = bench
  const { sent, rest } = await readFiles(files, bench)
  const rules = await listRules(service)
  const batches = [...makeBatches(sent, engine.createPackageFinder(sent.map(({ path }) => path)))]
  const locks = sent.filter(({ path }) => engine.isLockFile(path))
  const folder = cacheFolder(process.env, process.platform)
  const kept = openKeptAnswers(folder === undefined || batches.length < 2 ? undefined : join(folder, 'remote'), service.server, service.key)
  const results: ScanResult[] = []
  let wait = 0
  for (let index = 0; index < batches.length; index++) {
    const batch = batches[index] ?? []
    const guests = locksAbove(batch, locks)
    const body = JSON.stringify({ files: [...batch, ...guests] })
    if (batches.length > 1) onBatch(index + 1, batches.length)
    const known = kept.find(body)
    const paths = new Set([...batch, ...guests].map(({ path }) => path))
    const earlier = checkResult(known, paths)
    if (earlier.kind === 'result') {
      results.push(without(earlier.result, guests))
      continue
    }
    if (wait > 0) {
      service.onWait(wait, 'the rate limit is reached')
      await pause(wait * 1000, undefined, { signal: service.signal }).catch(() => service.signal.throwIfAborted())
    }
    const answer = await callService(service, '/api/scans/upload-json', body).catch((error: unknown) => {
      if (error instanceof TooLargeError) return error
      throw error
    })
    if (answer instanceof TooLargeError) {
      if (batch.length < 2) throw tellLoneFile(service.server, answer.why, batch)
      onCut(answer.why)
      batches.splice(index, batches.length - index, ...batches.slice(index).flatMap((each) => cutInTwo(each, body.length)))
      index--
      continue
    }
    const checked = checkResult(answer.value, paths)
    if (checked.kind === 'fault') {
      const message = `${service.server} returned an invalid result: ${checked.why}. Check that the URL is that of an Assay service.`
      throw new CommandError(EXIT_CODES.incomplete, message)
    }
    kept.keep(body, checked.result)
    results.push(without(checked.result, guests))
    wait = answer.wait
  }
  const [first] = results
  const local = await scanRest(rest, engine)
  const result = engine.mergeResults([
    ...results,
    ...(rest.length > 0 || first === undefined ? [{ ...local, version: first?.version ?? local.version }] : []),
  ])
  kept.forget()
  return { result, rules, batches: batches.length }
}

/** Lock files of other uploads in a folder above a file of this upload, because a rule needs them. */
function locksAbove(batch: readonly SentFile[], locks: readonly SentFile[]): readonly SentFile[] {
  const own = new Set(batch.map(({ path }) => path))
  const others = locks.filter(({ path }) => !own.has(path) && batch.some((file) => file.path.startsWith(path.slice(0, path.lastIndexOf('/') + 1))))
  return others.slice(0, MAX_GUESTS)
}

/** Removes results about files that belong to another upload. */
function without(result: ScanResult, guests: readonly SentFile[]): ScanResult {
  const paths = new Set(guests.map(({ path }) => path))
  return paths.size === 0 ? result : { ...result, skipped: result.skipped.filter(({ file }) => !paths.has(file)) }
}

/** Later batches of nearly the same size would also be refused. */
function cutInTwo(batch: readonly SentFile[], refused: number): readonly (readonly SentFile[])[] {
  if (batch.length < 2 || JSON.stringify({ files: batch }).length < 0.75 * refused) return [batch]
  const half = Math.ceil(batch.length / 2)
  return [batch.slice(0, half), batch.slice(half)]
}

function tellLoneFile(server: string, why: string, [file]: readonly SentFile[]): CommandError {
  const name = file === undefined ? '' : `. The upload contains only \`${showText(file.path)}\`. Exclude this file (\`exclude\` in the settings)`
  return new CommandError(EXIT_CODES.incomplete, `${server} ${why}${name}.`)
}

async function readFiles(files: AsyncIterable<ScanFile>, { engine, maxFileBytes }: RemoteBench) {
  const sent: SentFile[] = []
  const rest: ScanFile[] = []
  for await (const file of files) {
    // Only the existence of a lock file matters, not its content.
    if (engine.isLockFile(file.path) && !('skip' in file)) {
      sent.push({ path: file.path, content: '' })
      continue
    }
    const content =
      'skip' in file ? undefined : 'content' in file ? file.content : file.size > maxFileBytes ? undefined : readOrNothing(file.location)
    const text = content === undefined ? undefined : engine.readPlaces(content)?.text
    if (text === undefined) rest.push(file)
    else sent.push({ path: file.path, content: text })
  }
  return { sent, rest }
}

function readOrNothing(location: string): Uint8Array | undefined {
  try {
    return readFileSync(location)
  } catch {
    return undefined
  }
}

/** Reports the files that were not sent. */
async function scanRest(rest: readonly ScanFile[], { createScanner }: RemoteBench['engine']): Promise<ScanResult> {
  const scanner = await createScanner({ packs: ['public'] })
  try {
    return await scanner.scan(rest)
  } finally {
    await scanner.close()
  }
}

async function listRules(service: Service): Promise<readonly RuleInfo[]> {
  const { value } = await callService(service, '/api/rules')
  return checkRules(value) ?? []
}
