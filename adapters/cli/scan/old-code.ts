import { resolve } from 'node:path'
import type { Finding, ReadFile, ScanFile, ScanResult } from '../../../src/node/index.ts'
import { createCodeReader, readBaseline } from './baseline-file.ts'
import { type Change, changesSince, stagedChanges } from '../git/changed-lines.ts'
import type { Engine } from '../engine/library-modules.ts'
import { countOf } from '../output/format-number.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import type { SourceReader } from '../files/source-reader.ts'

/** Reads changes from git if the flags need them. */
export async function findChange({ since, staged }: ScanFlags, cwd: string): Promise<Change | undefined> {
  if (since !== undefined) return changesSince(since, cwd)
  return staged === true ? stagedChanges(cwd) : undefined
}

/** Replaces files by their staged content if it differs. */
export async function* asStaged(files: AsyncIterable<ScanFile>, change: Change, cwd: string): AsyncGenerator<ScanFile, void, undefined> {
  for await (const file of files) yield (await readStaged(file, change, cwd)) ?? file
}

async function readStaged({ path }: ScanFile, change: Change, cwd: string): Promise<ReadFile | undefined> {
  const content = change.differing.has(resolve(cwd, path)) ? await change.contentOf(resolve(cwd, path)) : undefined
  return content === undefined ? undefined : { path, content }
}

/** A result without old findings, and notes about the baseline. */
export interface WithoutOld {
  readonly result: ScanResult
  readonly notes: readonly string[]
}

/** The conditions for old code, and how to read its files. */
export interface OldCode {
  readonly change: Change | undefined
  /** False or undefined for no baseline. */
  readonly baseline: string | false | undefined
  readonly sourceOf: SourceReader
  readonly cwd: string
  /** Reported paths of files that the scan of the old commit did not include. All their lines are new. */
  readonly newFiles: ReadonlySet<string>
}

/** Reported paths of files with findings on unchanged lines. Only for these files it matters whether they were scanned before. */
export function listUnchanged(result: ScanResult, change: Change, cwd: string, { touchesLines }: Pick<Engine, 'touchesLines'>): readonly string[] {
  const linesOf = (file: string) => change.linesOf(resolve(cwd, file))
  const findings = result.findings.filter((finding) => !touchesLines(finding, linesOf))
  return [...new Set(findings.map(({ file }) => file))]
}

/** Hides findings of a baseline, and findings on unchanged lines. */
export function hideOld(result: ScanResult, { change, baseline, sourceOf, cwd, newFiles }: OldCode, engine: Engine): WithoutOld {
  const { hideFindings, touchesLines, matchBaseline } = engine
  const linesOf = (file: string) => change?.linesOf(resolve(cwd, file)) ?? []
  const isNew = (finding: Finding): boolean => newFiles.has(finding.file) || touchesLines(finding, linesOf)
  const changed = change === undefined ? result : hideFindings(result, 'unchanged', isNew)
  if (baseline === undefined || baseline === false) return { result: changed, notes: [] }
  const { known, gone } = matchBaseline(result.findings, readBaseline(baseline, engine), createCodeReader(sourceOf, engine))
  const note = `${countOf(gone.length, 'finding')} in the baseline no longer ${gone.length === 1 ? 'exists' : 'exist'}. Run assay baseline update to remove ${gone.length === 1 ? 'it' : 'them'}.`
  return { result: hideFindings(changed, 'baseline', (finding) => !known.has(finding)), notes: gone.length === 0 ? [] : [note] }
}
