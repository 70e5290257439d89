import type { Finding, ScanResult } from '../../../src/node/index.ts'
import type { Engine } from '../engine/library-modules.ts'

/** A fix that was not kept, and the reason. */
export interface WithdrawnFix {
  readonly finding: Finding
  /** The end of a sentence, such as `its finding is still there`. */
  readonly why: string
}

/** The result of fixing. */
export interface FixOutcome {
  /** The new texts of changed files, by path. */
  readonly texts: ReadonlyMap<string, string>
  readonly fixed: readonly Finding[]
  readonly withdrawn: readonly WithdrawnFix[]
  /** Number of fixes that were not tried. */
  readonly left: number
}

/** The operations that fixing needs. */
export interface FixBench {
  /** Scans all files, with the texts of the map in place of the files' own. */
  scan(texts: ReadonlyMap<string, string>): Promise<ScanResult>
  /** Number of syntax errors in a text, by file name. */
  countFaults(file: string, text: string): Promise<number>
  /** The text of a file, or undefined if it could not be written back unchanged. */
  textOf(file: string): string | undefined
  /** Whether a finding should be fixed. */
  isWanted(finding: Finding, result: ScanResult): boolean
  readonly engine: Pick<Engine, 'applyFixes' | 'readPlaces'>
}

/** Each round scans all files. */
const MAX_ROUNDS = 60

/**
 * Applies all fixes that do not overlap, scans again, and keeps them if each file parses as well as before and each finding is gone. Fixes that fail
 * are tried one by one per file, and withdrawn if they fail again. Overlapping fixes wait for the next round. Stops when nothing is left to fix.
 */
export async function fixInRounds(first: ScanResult, bench: FixBench): Promise<FixOutcome> {
  const { engine, textOf, isWanted } = bench
  const texts = new Map<string, string>()
  const fixed: Finding[] = []
  const withdrawn: WithdrawnFix[] = []
  const suspects = new Set<string>()
  const given = new Set<string>()
  let result = first
  const candidates = (): readonly Finding[] => result.findings.filter((finding) => isWanted(finding, result) && !given.has(keyOf(finding)))
  const withdraw = (finding: Finding, why: string): void => {
    given.add(keyOf(finding))
    withdrawn.push({ finding, why })
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const batch = chooseBatch(candidates(), suspects)
    if (batch.length === 0) break
    const next = new Map(texts)
    const attempts: Attempt[] = []
    for (const [file, findings] of groupByFile(batch)) {
      const text = texts.get(file) ?? textOf(file)
      const placed = text === undefined ? undefined : engine.readPlaces(text)
      if (text === undefined || placed === undefined) {
        for (const finding of findings) withdraw(finding, 'the file is not encoded as UTF-8')
        continue
      }
      const { text: fresh, applied, waiting } = engine.applyFixes({ ...placed, text: text.replace(/^\uFEFF/, '') }, findings)
      for (const finding of findings) {
        const isApplied = applied.some((each) => each.finding === finding)
        if (!isApplied && !waiting.includes(finding)) withdraw(finding, 'its edits overlap each other')
      }
      if (applied.length === 0) continue
      next.set(file, text.startsWith('\uFEFF') ? `\uFEFF${fresh}` : fresh)
      attempts.push(...applied.map(({ finding, place }) => ({ finding, place, before: text })))
    }
    if (attempts.length === 0) continue
    const after = await bench.scan(next)
    const broken = await findBroken(attempts, next, bench)
    const bad = attempts.flatMap((attempt) => {
      const why = broken.has(attempt.finding.file) ? 'the file would no longer parse' : judge(attempt, { result, after, next, engine })
      return why === undefined ? [] : [{ finding: attempt.finding, why }]
    })
    if (bad.length === 0) {
      for (const [file, text] of next) texts.set(file, text)
      fixed.push(...attempts.map(({ finding }) => finding))
      result = after
      continue
    }
    for (const { finding, why } of bad) {
      const isAlone = attempts.filter(({ finding: { file } }) => file === finding.file).length === 1
      if (isAlone) withdraw(finding, why)
      else suspects.add(keyOf(finding))
    }
  }
  return { texts, fixed, withdrawn, left: candidates().length }
}

interface Attempt {
  readonly finding: Finding
  /** Offsets in the new text. */
  readonly place: { readonly start: number; readonly end: number }
  readonly before: string
}

function keyOf({ rule, file, id }: Finding): string {
  return `${rule}\n${file}\n${id}`
}

/** The candidates of one round: all that are not suspect; when those are done, one suspect per file. */
function chooseBatch(candidates: readonly Finding[], suspects: ReadonlySet<string>): readonly Finding[] {
  const clean = candidates.filter((finding) => !suspects.has(keyOf(finding)))
  if (clean.length > 0) return clean
  return [...groupByFile(candidates).values()].flatMap((findings) => findings.slice(0, 1))
}

function groupByFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const files = new Map<string, Finding[]>()
  for (const finding of findings) files.set(finding.file, [...(files.get(finding.file) ?? []), finding])
  return files
}

/** Files that would have more syntax errors than before. */
async function findBroken(attempts: readonly Attempt[], next: ReadonlyMap<string, string>, { countFaults }: FixBench): Promise<ReadonlySet<string>> {
  const before = new Map(attempts.map((attempt) => [attempt.finding.file, attempt.before]))
  const broken = new Set<string>()
  for (const [file, text] of before) if ((await countFaults(file, next.get(file) ?? text)) > (await countFaults(file, text))) broken.add(file)
  return broken
}

interface Judging {
  readonly result: ScanResult
  readonly after: ScanResult
  readonly next: ReadonlyMap<string, string>
  readonly engine: FixBench['engine']
}

/** The reason why a fix cannot be kept, or undefined. */
function judge({ finding, place, before }: Attempt, { result, after, next, engine }: Judging): string | undefined {
  const { file, rule } = finding
  if (after.skipped.some((each) => each.file === file)) return 'the file would no longer be scanned'
  const there = rulesAt(after, file, place, engine.readPlaces(next.get(file) ?? ''))
  const placed = engine.readPlaces(before)
  const was = placed === undefined ? new Map<string, number>() : rulesAt(result, file, placed.spanOf(finding), placed)
  // Other findings of the rule may overlap it.
  if ((there.get(rule) ?? 0) >= (was.get(rule) ?? 1)) return 'the finding would remain'
  const brought = [...there.keys()].filter((each) => !was.has(each)).toSorted()
  return brought.length > 0 ? `it would add findings of ${brought.join(', ')}` : undefined
}

/** The number of findings per rule that overlap a range. */
function rulesAt(
  { findings }: ScanResult,
  file: string,
  place: { readonly start: number; readonly end: number },
  placed: ReturnType<Engine['readPlaces']>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const finding of findings) {
    if (finding.file !== file || placed === undefined) continue
    const { start, end } = placed.spanOf(finding)
    if (start < place.end && place.start < end) counts.set(finding.rule, (counts.get(finding.rule) ?? 0) + 1)
  }
  return counts
}
