import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MatcherSpec, RuleSpec } from '../../src/model/rule-spec.ts'
import type { ScanResult } from '../../src/model/result.ts'
import type { Scanner } from '../../src/model/scanner.ts'
import type { EngineData } from '../../src/engine-data.ts'
import { assembleScanner } from '../../src/engine.ts'

const LANGUAGE_OF = { js: 'javascript', jsx: 'javascript', ts: 'typescript', tsx: 'typescript', py: 'python' } as const
type Extension = keyof typeof LANGUAGE_OF

/** One case: `code` with `⟦` and `⟧` around each range that must be reported, in files with each of these extensions. */
export interface Row {
  readonly name: string
  readonly match: MatcherSpec
  readonly code: string
  readonly in?: readonly Extension[]
  /** Other keys of the rule. */
  readonly rule?: Partial<RuleSpec>
  /** Other files of the scan, without findings. */
  readonly beside?: readonly string[]
}

export const JS: readonly Extension[] = ['js', 'ts', 'tsx']
export const TS: readonly Extension[] = ['ts', 'tsx']
export const PY: readonly Extension[] = ['py']

/** Settings that must not change the findings. */
const SETTINGS: readonly { readonly name: string; readonly testing: EngineData['testing'] }[] = [
  { name: 'as it is', testing: {} },
  { name: 'without the prefilter', testing: { withoutPrefilter: true } },
  { name: 'walking by cursor', testing: { walk: 'cursor' } },
]

const runtime = readFileSync('dist/grammars/web-tree-sitter.wasm')

/** A scanner with these rules. All rows of a table share it, so that the rules run together as in a real scan. */
export function scannerOf(rules: readonly RuleSpec[], testing: EngineData['testing'] = {}): Promise<Scanner> {
  const files = rules.map((rule) => ({ path: `${rule.id}.json`, text: JSON.stringify(rule) }))
  return assembleScanner({
    folders: [{ name: 'rows', rules: files, shared: [], packs: [], whole: true }],
    packs: [],
    runtime,
    grammar: (name) => readFileSync(`dist/grammars/${name}.wasm`),
    check: true,
    testing,
  })
}

/** A rule of high severity with this matcher. */
export function ruleOf(id: string, match: MatcherSpec, languages: readonly string[], rest: Partial<RuleSpec> = {}): RuleSpec {
  return {
    id,
    title: 'T',
    severity: 'high',
    confidence: 'high',
    category: 'injection',
    cwe: ['CWE-1'],
    languages: [...languages],
    description: 'D.',
    match,
    ...rest,
  }
}

/** Declares a test for each row and extension, under all settings. */
export function testRows(title: string, extensions: readonly Extension[], rows: readonly Row[]): void {
  describe(title, () => {
    const scanners: Scanner[] = []
    beforeAll(async () => {
      const rules = rows.map((row, index) =>
        ruleOf(`row-${index}`, row.match, [...new Set((row.in ?? extensions).map((extension) => LANGUAGE_OF[extension]))], row.rule),
      )
      for (const { testing } of SETTINGS) scanners.push(await scannerOf(rules, testing))
    })
    const cases = rows.flatMap((row, index) =>
      (row.in ?? extensions).map((extension) => [`${row.name} (${extension})`, { row, index, extension }] as const),
    )
    test.each(cases)('%s', async (_name, { row, index, extension }) => {
      const { text, marked } = readMarks(row.code)
      const files = [
        { path: `a.${extension}`, content: text },
        ...(row.beside ?? []).map((content, position) => ({ path: `beside-${position}.${extension}`, content })),
      ]
      for (const [position, { name }] of SETTINGS.entries()) {
        const result = await scanners[position]?.scan(files, { includeVendored: true })
        expect(result && { found: stretches(text, result, `row-${index}`), partial: result.partial }, name).toEqual({ found: marked, partial: [] })
      }
    })
  })
}

/** The text without markers, and the marked ranges in order of their starts. */
function readMarks(code: string): { text: string; marked: string[] } {
  let text = ''
  const open: number[] = []
  const spans: { start: number; end: number }[] = []
  for (const character of code) {
    if (character === '⟦') open.push(text.length)
    else if (character === '⟧') spans.push({ start: open.pop() ?? 0, end: text.length })
    else text += character
  }
  spans.sort((left, right) => left.start - right.start || left.end - right.end)
  return { text, marked: spans.map(({ start, end }) => `${start}: ${text.slice(start, end)}`) }
}

function stretches(text: string, result: ScanResult, rule: string): string[] {
  const lines = text.split('\n')
  const offset = (line: number, column: number): number => lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  return result.findings
    .filter((finding) => finding.rule === rule)
    .map((finding) => ({ start: offset(finding.line, finding.column), end: offset(finding.endLine, finding.endColumn) }))
    .sort((left, right) => left.start - right.start || left.end - right.end)
    .map(({ start, end }) => `${start}: ${text.slice(start, end)}`)
}
