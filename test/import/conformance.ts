import { createScanner, type Finding, type ForeignFormat, importRules, type ImportNote } from '../../src/node/index.ts'

/** A foreign rule with code. Lines that contain `HIT` must be reported. */
export interface ConformanceCase {
  readonly name: string
  /** The rule without its id: a map of YAML for Semgrep, a table of TOML for Gitleaks. */
  readonly rule: string
  /** The name of the file with the code. */
  readonly file: string
  readonly code: string
  /** The rule cannot be carried over, with a reason that contains this. */
  readonly lost?: string
  /** The lines to report, where code cannot mark them. */
  readonly hits?: readonly number[]
}

/** What became of a case. */
export interface ConformanceOutcome {
  readonly lines: readonly number[]
  readonly notes: readonly ImportNote[]
  readonly isImported: boolean
}

/** Imports the rules of all cases as one file and scans all code at once. */
export async function runCases(cases: readonly ConformanceCase[], format: ForeignFormat): Promise<readonly ConformanceOutcome[]> {
  const file = { path: format === 'semgrep' ? 'rules.yaml' : 'rules.toml', text: cases.map((each, index) => toText(each, index, format)).join('') }
  const text = format === 'semgrep' ? `rules:\n${file.text}` : file.text
  const { rules, notes, diagnostics } = importRules([{ ...file, text }], { format })
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  const folder = {
    name: 'imported',
    rules: rules.map(({ spec }) => ({ path: `${spec.id}.json`, text: JSON.stringify(spec) })),
    shared: [],
    packs: [],
    whole: true,
  }
  const scanner = await createScanner({ packs: [], folders: [folder] })
  // Each case has a folder of its own, and one scan reads them all.
  const { findings } = await scanner.scan(cases.map(({ file: path, code }, index) => ({ path: `case-${index}/${path}`, content: code })))
  await scanner.close()
  return cases.map((_, index) => ({
    lines: linesOf(findings.filter((finding) => finding.rule === `case-${index}` && finding.file.startsWith(`case-${index}/`))),
    notes: notes.filter(({ rule }) => rule === `case-${index}`),
    isImported: rules.some(({ spec }) => spec.id === `case-${index}`),
  }))
}

function linesOf(findings: readonly Finding[]): readonly number[] {
  return [...new Set(findings.map(({ line }) => line))].toSorted((left, right) => left - right)
}

/** The lines that must be reported. */
export function expectedLines({ code, hits }: ConformanceCase): readonly number[] {
  return hits ?? code.split('\n').flatMap((line, index) => (line.includes('HIT') ? [index + 1] : []))
}

function toText({ rule }: ConformanceCase, index: number, format: ForeignFormat): string {
  if (format === 'gitleaks') return `[[rules]]\nid = "case-${index}"\n${rule}\n`
  const body = rule.includes('severity:') ? rule : `severity: ERROR\n${rule}`
  const whole = body.includes('message:') ? body : `message: found\n${body}`
  return `- id: case-${index}\n${whole.trim().replace(/^/gm, '  ')}\n`
}
