import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UNANSWERED_REASONS } from '../../src/model/triage.ts'
import { PARTIAL_REASONS, SKIP_REASONS } from '../../src/model/gap.ts'
import { root } from '../../tools/root.mjs'

/** The sections of the page by heading: each describes one type, including nested types. */
const SECTIONS = new Map(
  readFileSync(join(root, 'docs/result.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section]),
)

/** Types within a finding that have a file of their own in `src/model/`. */
const HOMES: ReadonlyMap<string, string> = new Map([
  ['FindingTriage', 'triage'],
  ['Evidence', 'evidence'],
  ['EvidenceFact', 'evidence'],
])

describe('docs/result.md', () => {
  it.each([
    { section: 'SkippedFile', reasons: SKIP_REASONS },
    { section: 'PartialFile', reasons: PARTIAL_REASONS },
    { section: 'TriageSummary', reasons: UNANSWERED_REASONS },
  ])('explains each reason of a $section and what to do, in order', ({ section, reasons }) => {
    const rows = rowsOf(section, 'reason')
    expect(rows.map(([name]) => name)).toEqual(reasons.map((reason) => `\`${reason}\``))
    expect(rows.filter(([, means = '', advice = '']) => means === '' || advice === '')).toEqual([])
  })

  it.each([
    { section: 'ScanResult', types: ['ScanResult', 'HiddenFindings', 'FilesRead', 'PackVersion'], file: 'result' },
    {
      section: 'Finding',
      types: ['Finding', 'TraceStep', 'TextEdit', 'FindingCommit', 'FindingTriage', 'Evidence', 'EvidenceFact'],
      file: 'finding',
    },
    { section: 'TriageSummary', types: ['TriageSummary', 'UnansweredFindings', 'TriageUsage'], file: 'triage' },
    { section: 'SkippedFile', types: ['SkippedFile'], file: 'gap' },
    { section: 'ScannedAsIs', types: ['ScannedAsIs'], file: 'gap' },
    { section: 'UnreadLanguage', types: ['UnreadLanguage'], file: 'gap' },
    { section: 'PartialFile', types: ['PartialFile'], file: 'gap' },
    { section: 'SuppressedFinding', types: ['SuppressedFinding'], file: 'suppression' },
    { section: 'UnusedSuppression', types: ['UnusedSuppression'], file: 'suppression' },
  ])('names the fields of $section and no other', ({ section, types, file }) => {
    const told = rowsOf(section, 'field').flatMap(([names = '']) => names.split(', '))
    const fields = types.flatMap((type) => fieldsOf(type, HOMES.get(type) ?? file)).map((field) => `\`${field}\``)
    expect([...new Set(told)].toSorted()).toEqual([...new Set(fields)].toSorted())
  })
})

/** The cells of the tables in a section whose first column has this heading. */
function rowsOf(section: string, heading: string): string[][] {
  const tables = (SECTIONS.get(section) ?? '').split('\n\n').filter((block) => block.startsWith(`| ${heading} |`))
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  )
}

/** Fields of an interface of `src/model/`, those of an object within it included. */
function fieldsOf(type: string, file: string): string[] {
  const source = readFileSync(join(root, `src/model/${file}.ts`), 'utf8')
  const [, body = ''] = new RegExp(`^export interface ${type} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source) ?? []
  return [...body.matchAll(/^ +readonly (\w+)\??:/gm)].map(([, name = '']) => name)
}
