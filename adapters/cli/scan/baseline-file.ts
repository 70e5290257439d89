import { createHash } from 'node:crypto'
import type { Finding, KnownFinding, PlacedText } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import type { Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { nestsDeeper } from '../files/nests-deeper.ts'
import type { SourceReader } from '../files/source-reader.ts'

const FORMAT = 1
/** About 60,000 findings. */
const MAX_BYTES = 2 ** 24
const MAX_DEPTH = 8

/** Reads a baseline. Throws `CommandError` if the file is not a baseline. */
export function readBaseline(file: string, engine: Pick<Engine, 'readRegularFile'>): readonly KnownFinding[] {
  const text = readText(file, engine)
  if (nestsDeeper(text, MAX_DEPTH)) throw refuse(file, `is not a valid baseline (format ${FORMAT})`)
  const value = parse(text, file)
  const findings = isRecord(value) && value.format === FORMAT && Array.isArray(value.findings) ? value.findings : undefined
  if (findings === undefined || !findings.every(isKnown)) throw refuse(file, `is not a valid baseline (format ${FORMAT})`)
  return findings
}

function readText(file: string, { readRegularFile }: Pick<Engine, 'readRegularFile'>): string {
  try {
    return readRegularFile(file, MAX_BYTES)
  } catch (error) {
    throw refuse(file, `cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'})`)
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse(file, 'is not valid JSON')
  }
}

function refuse(file: string, why: string): CommandError {
  return new CommandError(EXIT_CODES.wrongUsage, `the baseline \`${file}\` ${why}. To create a baseline, run \`assay baseline create\`.`)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isKnown(value: unknown): value is KnownFinding {
  if (!isRecord(value)) return false
  const { id, rule, file, line, codes } = value
  const texts = [id, rule, file, ...(Array.isArray(codes) ? codes : [undefined])]
  return texts.every((text) => typeof text === 'string') && typeof line === 'number'
}

/** Formats a baseline in the order of file, line, rule and id, so that its diffs follow the code. */
export function formatBaseline(findings: readonly KnownFinding[]): string {
  const order = ({ file, line, rule, id }: KnownFinding): readonly (string | number)[] => [file, line, rule, id]
  const sorted = findings.toSorted((left, right) => compareLists(order(left), order(right)))
  const lines = sorted.map((finding) => `    ${JSON.stringify(finding)}`)
  return `{\n  "format": ${FORMAT},\n  "findings": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}]\n}\n`
}

function compareLists(left: readonly (string | number)[], right: readonly (string | number)[]): number {
  const index = left.findIndex((item, at) => item !== right[at])
  if (index < 0) return 0
  return (left[index] ?? 0) < (right[index] ?? 0) ? -1 : 1
}

/** The entry of a finding in a baseline. */
export function toKnown(finding: Finding, codesOf: (finding: Finding) => readonly string[]): KnownFinding {
  const { id, rule, file, line } = finding
  return { id, rule, file, line, codes: [...new Set(codesOf(finding))].toSorted() }
}

/** Hashes the code of findings in the current files. If a file cannot be read, only the fingerprint counts. */
export function createCodeReader(sourceOf: SourceReader, { readPlaces }: Pick<Engine, 'readPlaces'>): (finding: Finding) => readonly string[] {
  const texts = new Map<string, PlacedText | undefined>()
  const textOf = (file: string): PlacedText | undefined => {
    if (!texts.has(file)) {
      const content = sourceOf(file)
      texts.set(file, content === undefined ? undefined : readPlaces(content))
    }
    return texts.get(file)
  }
  return (finding) =>
    [finding, ...(finding.places ?? [])].flatMap((place) => {
      const placed = textOf(place.file)
      if (placed === undefined) return []
      const { start, end } = placed.spanOf(place)
      return [digest(placed.text.slice(start, end))]
    })
}

function digest(code: string): string {
  return createHash('sha256').update(code.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, HEX_DIGITS)
}

const HEX_DIGITS = 16
