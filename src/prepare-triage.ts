import type { ScannerData } from './engine-data.ts'
import { createGrammarLoader } from './engines/syntax/grammar-loader.ts'
import { createDialectDetector } from './languages/detect-dialect.ts'
import { DIALECTS } from './languages/dialects.ts'
import { text as plainText } from './languages/text/dialect.ts'
import type { Finding } from './model/finding.ts'
import type { CodeSyntax } from './model/language.ts'
import type { ScanResult } from './model/result.ts'
import type { TriageCase } from './model/triage.ts'
import { readCodeText } from './scan/triage/read-code-text.ts'
import { decodeText } from './text/decode-text.ts'
import { findDeepNesting } from './text/find-deep-nesting.ts'
import type { CodeFile } from './triage/context/code-file.ts'
import { type ContextLimits, prepareCases } from './triage/context/prepare-cases.ts'
import { type ImportIndex, indexImports } from './triage/context/import-index.ts'
import type { TriageData } from './triage/context/triage-data.ts'

/** Where the code of findings comes from, and which findings are prepared. */
export interface PrepareTriageOptions extends Partial<ContextLimits> {
  /** The content of a scanned file by its reported path; undefined when it is gone. */
  readonly sourceOf: (path: string) => string | Uint8Array | undefined
  /** Paths of all scanned files. Those that import, or are imported by, files on a data-flow path are searched for callers and guards. */
  readonly paths?: readonly string[]
  /** All findings of the scan, if `result` does not list all of them: code of secrets in them is masked. */
  readonly known?: readonly Finding[]
}

/** Grammars to read code with, and the data of the triage. */
export interface PrepareTriageData extends Pick<ScannerData, 'runtime' | 'grammar' | 'grammarsChecked'> {
  readonly triage: TriageData
}

const DEFAULT_LIMITS: ContextLimits = { severity: 'medium', maxContextTokens: 4_000 }
const MAX_BRACKETS = 1_000

/** Prepares the findings of a result for `triageResult`: chooses and reduces the code that a triage may see. Sends nothing. In Node, use `prepareTriage`. */
export async function prepareTriageFromData(
  { findings, suppressed }: Pick<ScanResult, 'findings' | 'suppressed'>,
  {
    sourceOf,
    paths = [],
    known = findings,
    severity = DEFAULT_LIMITS.severity,
    maxContextTokens = DEFAULT_LIMITS.maxContextTokens,
  }: PrepareTriageOptions,
  data: PrepareTriageData,
): Promise<readonly TriageCase[]> {
  const openCode = createCodeOpener(sourceOf, data)
  const imports = createLazyIndex(() => indexImports(paths, (path) => textOf(sourceOf(path))))
  return prepareCases({ findings, known, suppressed, openCode, imports, data: data.triage, limits: { severity, maxContextTokens } })
}

/** The index reads many files, so it is made for the first finding that needs it. */
function createLazyIndex(make: () => ImportIndex): ImportIndex {
  let index: ImportIndex | undefined
  const open = (): ImportIndex => (index ??= make())
  return { importersOf: (path) => open().importersOf(path), importedBy: (path) => open().importedBy(path) }
}

function textOf(content: string | Uint8Array | undefined): string | undefined {
  const decoded = content === undefined ? undefined : decodeText(content)
  return decoded === undefined || 'fault' in decoded ? undefined : decoded.text
}

function createCodeOpener(sourceOf: PrepareTriageOptions['sourceOf'], data: PrepareTriageData): (path: string) => Promise<CodeFile | undefined> {
  const detect = createDialectDetector(DIALECTS, plainText)
  const grammars = createGrammarLoader({ ...data, walk: data.grammarsChecked === true ? 'memory' : undefined })
  const bound = new Map<string, CodeSyntax>()
  return async (path) => {
    const content = sourceOf(path)
    const decoded = content === undefined ? undefined : decodeText(content)
    if (decoded === undefined || 'fault' in decoded) return undefined
    const dialect = detect(path, decoded.text)
    if (dialect.code === undefined) return undefined
    const source = readCodeText(path, decoded.text, dialect)
    // The lines of a notebook are not those of its file.
    if (source.code === undefined || source.made) return undefined
    if (findDeepNesting(source.code, MAX_BRACKETS, { ...dialect.code.lexical, comments: dialect.comments }) !== undefined) return undefined
    const grammar = await grammars.load(dialect.code.grammar)
    const tree = grammar.parse(source.code)
    if (typeof tree === 'string') return undefined
    const syntax = bound.get(dialect.code.grammar) ?? dialect.code.bind(grammar.names)
    bound.set(dialect.code.grammar, syntax)
    return { language: dialect.code.name, text: source.code, lines: source.lines, tree, syntax }
  }
}
