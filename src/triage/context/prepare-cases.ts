import { compareTexts } from '../../model/compare-texts.ts'
import type { Finding, FindingPlace } from '../../model/finding.ts'
import { SEVERITIES, type Severity } from '../../model/severity.ts'
import type { TriageCase, TriageContext, TriageLine, TriageRole } from '../../model/triage.ts'
import { chooseLines } from './choose-lines.ts'
import { chooseQuestion } from './choose-question.ts'
import { type ChosenFile, chooseRelatedFiles } from './choose-related-files.ts'
import { findSuspicious } from './find-suspicious.ts'
import type { ImportIndex } from './import-index.ts'
import { type CodeReader, createCodeReader, type ReadCode, type ReadingInput } from './read-code.ts'

/** What contexts are made of. */
export interface PreparingInput extends ReadingInput {
  /** Findings that may be put to a triage. */
  readonly findings: readonly Finding[]
  /** Which of the scanned files import which. */
  readonly imports: ImportIndex
  readonly limits: ContextLimits
}

/** Limits of contexts. */
export interface ContextLimits {
  /** Findings below this severity are not prepared. */
  readonly severity: Severity
  /** Tokens of one context, by an upper estimate of three characters per token. */
  readonly maxContextTokens: number
}

/** Files of one context. A longer data-flow path has confidence `low` anyway. */
const MAX_FILES = 4
const CHARACTERS_PER_TOKEN = 3
/** Characters that a line takes besides its text. */
const LINE_OVERHEAD = 10
const ROLES: readonly TriageRole[] = ['path', 'guard', 'caller', 'configuration', 'import']

/** Prepares the findings of a result for a triage: those of sufficient severity, each with its context or the reason why it has none. By file, then severity. */
export async function prepareCases(input: PreparingInput): Promise<readonly TriageCase[]> {
  const least = SEVERITIES.indexOf(input.limits.severity)
  const wanted = input.findings.filter(({ severity }) => SEVERITIES.indexOf(severity) <= least)
  const files = createCodeReader(input)
  const letters = new Map<string, Map<string, string>>()
  const cases: TriageCase[] = []
  for (const finding of wanted.toSorted((left, right) => compareTexts(left.file, right.file))) {
    const names = letters.get(finding.file) ?? new Map<string, string>()
    letters.set(finding.file, names)
    cases.push(await prepareCase(finding, { ...input, files, letterOf: (path) => letterOf(path, names) }))
  }
  return cases
}

/** `A` is the file of the finding, the others follow in the order in which paths of its findings come to them. */
function letterOf(path: string, names: Map<string, string>): string {
  const known = names.get(path)
  if (known !== undefined) return known
  const index = names.size
  const name = `${String.fromCodePoint(65 + (index % 26))}${index < 26 ? '' : String(Math.floor(index / 26))}_`
  names.set(path, index < 26 ? name.slice(0, -1) : name)
  return names.get(path) ?? name
}

interface CaseInput extends PreparingInput {
  readonly files: CodeReader
  readonly letterOf: (path: string) => string
}

async function prepareCase(finding: Finding, input: CaseInput): Promise<TriageCase> {
  const { id, file } = finding
  input.letterOf(file)
  const own = await input.files(file)
  if (own === undefined)
    return { id, file, kind: 'unprepared', reason: 'no-context', detail: 'The finding is not in program code that can be parsed.' }
  const lines = await collectLines(finding, input)
  const kept = limitLines(lines, finding, input.limits.maxContextTokens)
  const context: TriageContext = {
    question: chooseQuestion(finding, input.data),
    language: own.language,
    lines: kept,
    steps: stepsOf(finding).flatMap(({ kind, ...place }) => {
      const line = kept.find((each) => each.file === place.file && each.line === place.line)
      return line === undefined ? [] : [{ kind, line: line.id }]
    }),
    omittedLines: lines.length - kept.length,
  }
  if (findSuspicious(kept, input.data.phrases) !== undefined)
    return {
      id,
      file,
      kind: 'unprepared',
      reason: 'suspicious-code',
      detail: 'Names in the code read like instructions to a reviewer. The code was not sent.',
    }
  if (!context.steps.some(({ kind }) => kind === 'sink'))
    return { id, file, kind: 'unprepared', reason: 'no-context', detail: 'The line of the finding is not part of the context.' }
  return { id, file, kind: 'prepared', context }
}

interface PlacedStep extends Pick<FindingPlace, 'file' | 'line'> {
  readonly kind: 'source' | 'step' | 'sink'
}

function stepsOf({ trace = [], file, line }: Finding): readonly PlacedStep[] {
  const steps = trace.map((step) => ({ kind: step.kind, file: step.file, line: step.line }))
  return steps.some(({ kind }) => kind === 'sink') ? steps : [...steps, { kind: 'sink', file, line }]
}

/** The lines of the files on the path, then those of callers and guards in other files. */
async function collectLines(finding: Finding, { files, letterOf, imports }: CaseInput): Promise<readonly TriageLine[]> {
  const steps = stepsOf(finding)
  const paths = [...new Set([finding.file, ...steps.map(({ file }) => file)])].slice(0, MAX_FILES)
  const chosen: ChosenFile[] = []
  for (const path of paths) {
    const code = await files(path)
    const own = steps.filter(({ file }) => file === path)
    if (code !== undefined) chosen.push({ path, code, steps: own, lines: chooseLines(code.outline, own) })
  }
  const related = await chooseRelatedFiles(chosen, { files, imports })
  return [...chosen, ...related].flatMap(({ path, code, lines }) => {
    const letter = letterOf(path)
    return [...lines].toSorted(([left], [right]) => left - right).flatMap(([line, role]) => toLine({ path, letter, line, role }, code))
  })
}

interface PlacedLine {
  readonly path: string
  readonly letter: string
  readonly line: number
  readonly role: TriageRole
}

function toLine({ path, letter, line, role }: PlacedLine, { lines, outline }: ReadCode): readonly TriageLine[] {
  const reduced = lines.get(line)
  if (reduced === undefined) return []
  const names = [...(outline.namesByLine.get(line) ?? [])].toSorted(compareTexts)
  return [{ id: `${letter}${reduced.position}`, file: path, line, text: reduced.text, role, canGuard: outline.guardLines.has(line), names }]
}

/** Keeps the most important lines: by role, then those near to a step. */
function limitLines(lines: readonly TriageLine[], finding: Finding, maxTokens: number): readonly TriageLine[] {
  const steps = stepsOf(finding)
  const distance = ({ file, line }: TriageLine): number => Math.min(...steps.map((step) => (step.file === file ? Math.abs(step.line - line) : FAR)))
  const ordered = lines.toSorted((left, right) => ROLES.indexOf(left.role) - ROLES.indexOf(right.role) || distance(left) - distance(right))
  const kept = new Set<TriageLine>()
  let tokens = 0
  for (const line of ordered) {
    tokens += Math.ceil((line.text.length + LINE_OVERHEAD) / CHARACTERS_PER_TOKEN)
    if (tokens > maxTokens) break
    kept.add(line)
  }
  return lines.filter((line) => kept.has(line))
}

const FAR = 1_000_000
