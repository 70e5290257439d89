import type { Finding, ScanResult } from '../../../src/node/index.ts'
import type { Engine, TriageModule } from '../engine/library-modules.ts'
import type { SourceReader } from '../files/source-reader.ts'
import { CommandError } from '../process/command-error.ts'
import { StoppedError } from '../process/stop-on-signals.ts'
import { countOf } from '../output/format-number.ts'
import { writeStream } from '../output/write-output.ts'
import type { OperatorSettings } from './read-settings.ts'

/** A result and what is needed to judge its findings. */
export interface TriagedScan extends OperatorSettings {
  readonly result: ScanResult
  /** All findings of the scan, also those that filters hide. */
  readonly known: readonly Finding[]
  /** Paths of all scanned files. */
  readonly paths: readonly string[]
  readonly sourceOf: SourceReader
  readonly engine: Engine
  readonly triage: TriageModule
}

/** Puts the listed findings to the model. Findings without an answer are kept, and the result says why. Rejects with `CommandError` when it is stopped. */
export async function triageScan(
  { result, known, paths, sourceOf, engine, triage, settings, key }: TriagedScan,
  signal: AbortSignal,
): Promise<ScanResult> {
  const { severity, maxContextTokens } = settings
  const cases = await engine.prepareTriage(result, { sourceOf, paths, known, severity, maxContextTokens })
  const triaged = await engine.triageResult(result, cases, triage.createModelTriage(settings, { key }), { signal })
  const reason: unknown = signal.aborted ? signal.reason : undefined
  if (reason instanceof StoppedError) throw new CommandError(reason.exitCode, 'the triage was stopped. No report was written.')
  return triaged
}

/** Prints the bodies of the requests that `triageScan` would send, one per line, and where they would go. */
export async function printRequests({ result, known, paths, sourceOf, engine, triage, settings }: TriagedScan): Promise<void> {
  const { severity, maxContextTokens } = settings
  const cases = await engine.prepareTriage(result, { sourceOf, paths, known, severity, maxContextTokens })
  const requests = await triage.listRequests(result, cases, settings)
  await writeStream(process.stdout, requests.map(({ body }) => `${body}\n`).join(''))
  const bytes = requests.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
  const target = requests[0] === undefined ? settings.baseUrl : requests[0].url
  await writeStream(
    process.stderr,
    `assay: ${countOf(requests.length, 'request')} (${countOf(bytes, 'byte')}) would be sent to ${target}. Nothing was sent.\n`,
  )
}
