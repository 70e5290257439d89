import type { Diagnostic } from '../model/diagnostic.ts'
import { type EvidenceTable, type FactName, FACTS, type ReviewCounts } from '../model/evidence.ts'
import type { PackFile, SpecPath } from '../model/rule-pack.ts'
import { readSpecFile } from './read-spec-file.ts'
import { reportAt, type SpecFile } from './spec-file.ts'

/**
 * Reads the table of weights that confidence is computed with. Reports every value that is missing or is not what it must be, such as a weight with the wrong sign.
 * `table` is undefined after a mistake.
 */
export function readEvidence(file: PackFile): { readonly table?: EvidenceTable; readonly diagnostics: readonly Diagnostic[] } {
  const { spec, diagnostics: faults } = readSpecFile(file)
  if (spec === undefined) return { diagnostics: faults }
  const found: Diagnostic[] = []
  const reader = createReader(spec, found)
  const table = {
    intercept: reader.number(['intercept'], -100, 100),
    weights: readWeights(reader),
    thresholds: readThresholds(reader),
    history: {
      smoothing: reader.number(['history', 'smoothing'], 0.1, 1000),
      all: readCounts(reader, ['history', 'all']),
      categories: readAllCounts(reader, ['history', 'categories']),
      rules: readAllCounts(reader, ['history', 'rules']),
    },
  }
  return found.length === 0 ? { table, diagnostics: faults } : { diagnostics: [...faults, ...found] }
}

interface Reader {
  /** A number within bounds, both inclusive. 0 after a mistake. */
  number(path: SpecPath, least: number, most: number): number
  /** The keys of a map. Empty after a mistake. */
  keys(path: SpecPath): readonly string[]
}

function createReader({ value: root, positions }: SpecFile, found: Diagnostic[]): Reader {
  const valueAt = (path: SpecPath): unknown => path.reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), root)
  const report = (path: SpecPath, expected: string): void => {
    const isMissing = valueAt(path) === undefined
    const message = `\`${path.join('.')}\` ${isMissing ? 'is missing' : 'has a wrong value'}. It must be ${expected}.`
    const hint = 'run `npm run evidence:train`, which writes this file'
    found.push(reportAt(positions, path, { code: isMissing ? 'schema/missing-key' : 'schema/wrong-type', message, hint }))
  }
  return {
    number: (path, least, most) => {
      const value = valueAt(path)
      if (typeof value === 'number' && value >= least && value <= most) return value
      report(path, `a number from ${least} to ${most}`)
      return 0
    },
    keys: (path) => {
      const value = valueAt(path)
      if (isMap(value)) return Object.keys(value)
      report(path, 'a map')
      return []
    },
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readWeights(reader: Reader): ReadonlyMap<FactName, number> {
  return new Map(
    FACTS.map(({ name, direction }) => {
      const [least, most] = direction > 0 ? [0, 100] : [-100, 0]
      return [name, reader.number(['weights', name], least, most)]
    }),
  )
}

function readThresholds(reader: Reader): EvidenceTable['thresholds'] {
  const high = reader.number(['thresholds', 'high'], 0, 1)
  const atMostHigh = (key: string): number => reader.number(['thresholds', key], 0, Math.max(0, high))
  return { high, medium: atMostHigh('medium'), raised: atMostHigh('raised') }
}

function readAllCounts(reader: Reader, path: SpecPath): Readonly<Record<string, ReviewCounts>> {
  return Object.fromEntries(reader.keys(path).map((key) => [key, readCounts(reader, [...path, key])]))
}

function readCounts(reader: Reader, path: SpecPath): ReviewCounts {
  return { right: reader.number([...path, 'right'], 0, 1e6), wrong: reader.number([...path, 'wrong'], 0, 1e6) }
}
