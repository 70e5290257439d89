import type { Finding, ScanFile, Scanner, ScanResult } from '../../../src/node/index.ts'
import type { Engine } from '../engine/library-modules.ts'
import type { ProgressLine } from '../output/progress-line.ts'
import type { ReadBlob } from './read-blobs.ts'

/** Content that is held at a time. */
const BATCH_BYTES = 16_000_000
const BATCH_FILES = 1000

/** What the scan of a history needs. */
export interface HistoryScan {
  readonly scanner: Pick<Scanner, 'rules' | 'scan'>
  readonly engine: Pick<Engine, 'mergeResults'>
  readonly signal: AbortSignal
  readonly progress: ProgressLine
  readonly maxFileBytes: number
}

/** Findings of the category `secrets` in all blobs. Of findings with the same rule, path and secret only the first one is kept. */
export async function scanHistory(blobs: AsyncIterable<ReadBlob>, scan: HistoryScan): Promise<ScanResult> {
  const results: ScanResult[] = [await scanLane([], scan)]
  const first = new Map<string, Finding>()
  let batch: ReadBlob[] = []
  let [bytes, filesDone] = [0, 0]
  const flush = async (): Promise<void> => {
    for (const lane of toLanes(batch)) {
      const result = await scanLane(lane, scan)
      for (const finding of result.findings) if (!first.has(finding.id)) first.set(finding.id, finding)
      // Files without anything to tell are only counted.
      results.splice(0, results.length, scan.engine.mergeResults([...results, { ...result, findings: [] }]))
    }
    filesDone += batch.length
    scan.progress.show({ filesDone, findings: first.size, file: batch.at(-1)?.path ?? '' })
    ;[batch, bytes] = [[], 0]
  }
  for await (const blob of blobs) {
    scan.signal.throwIfAborted()
    batch.push(blob)
    bytes += blob.content?.length ?? 0
    if (bytes >= BATCH_BYTES || batch.length >= BATCH_FILES) await flush()
  }
  await flush()
  const [whole] = results
  return { ...whole, ...countFindings([...first.values()]) }
}

/** Blobs in groups that have each path once, because a scan cannot have two files with one path. */
function toLanes(blobs: readonly ReadBlob[]): readonly (readonly ReadBlob[])[] {
  const lanes: ReadBlob[][] = []
  const times = new Map<string, number>()
  for (const blob of blobs) {
    const lane = times.get(blob.path) ?? 0
    times.set(blob.path, lane + 1)
    const known = lanes[lane]
    if (known === undefined) lanes.push([blob])
    else known.push(blob)
  }
  return lanes
}

async function scanLane(lane: readonly ReadBlob[], { scanner, signal, maxFileBytes }: HistoryScan): Promise<ScanResult> {
  const origins = new Map(lane.map((blob) => [blob.path, blob]))
  const secrets = new Set(scanner.rules.filter(({ category }) => category === 'secrets').map(({ id }) => id))
  const result = await scanner.scan(
    lane.map((blob) => toFile(blob, maxFileBytes)),
    { signal, limits: { maxFileBytes } },
  )
  const findings = result.findings.flatMap((finding) => {
    const origin = origins.get(finding.file)
    if (origin === undefined || !secrets.has(finding.rule)) return []
    const { commit, date, blob } = origin
    return [{ ...finding, commit: { id: commit, date, blob } }]
  })
  // Suppression comments of old versions say nothing about today.
  return { ...result, ...countFindings(findings), unusedSuppressions: [] }
}

function toFile({ path, content, skipped }: ReadBlob, maxFileBytes: number): ScanFile {
  if (content !== undefined) return { path, content }
  if (skipped === 'missing') return { path, skip: { reason: 'unreadable', detail: 'This clone does not have the content of a version of the file.' } }
  return { path, skip: { reason: 'too-large', detail: `A version of the file is larger than the limit of ${maxFileBytes} bytes.` } }
}

/** Findings with the counts of their severities. */
export function countFindings(
  findings: readonly Finding[],
): Pick<ScanResult, 'findings' | 'criticalCount' | 'highCount' | 'mediumCount' | 'lowCount'> {
  const count = (severity: Finding['severity']): number => findings.filter((finding) => finding.severity === severity).length
  return { findings, criticalCount: count('critical'), highCount: count('high'), mediumCount: count('medium'), lowCount: count('low') }
}
