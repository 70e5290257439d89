import { BOUNDS } from '../../model/bounds.ts'
import type { DocumentRead } from '../../model/document.ts'
import type { PartialReason } from '../../model/gap.ts'
import type { DialectRules } from '../../model/ruleset.ts'
import type { CodeDialect, Dialect } from '../../model/language.ts'
import type { SourceView } from '../../model/source.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { FlatTree, ParseFailure } from '../../model/tree.ts'
import { findDeepNesting } from '../../text/find-deep-nesting.ts'
import type { CodeText } from '../triage/read-code-text.ts'

export interface ViewInput {
  readonly path: string
  readonly source: CodeText
  readonly rules: DialectRules
  readonly maxNesting: number
  /** Called once for parts with a syntax error, or if the whole tree is missing. */
  onGap(reason: PartialReason, detail: string, offset?: number): void
  /** Times a phase. */
  time<T>(phase: 'parse' | 'names' | 'document', work: () => T): T
}

/** Maximum bracket nesting. Ordinary code stays below 50, and CPython refuses more than 200. */
const MAX_BRACKETS = BOUNDS.viewBrackets.value

const FAILURES: Readonly<Record<ParseFailure, readonly [PartialReason, string]>> = {
  steps: ['parse-budget', 'Parsing takes more steps than its budget; only rules over the text have run.'],
  memory: ['parse-budget', 'Parsing takes more memory than there is; only rules over the text have run.'],
  depth: ['too-deep', 'The code nests deeper than the parser can follow; only rules over the text have run.'],
  fault: ['parse-budget', 'The parser failed on this file; only rules over the text have run.'],
}

/** A view of a decoded file that computes everything except the text on first use. */
export function createSourceView({ path, source, rules, maxNesting, onGap, time }: ViewInput): SourceView {
  const { dialect } = rules
  const { text } = source
  const code = dialect.declarations?.test(path) === true ? undefined : rules.code
  let tree: FlatTree | undefined
  let parsed = false
  let symbols: Symbols | undefined
  let document: DocumentRead | undefined

  const readTree = (): FlatTree | undefined => {
    const written = source.code
    if (parsed || code === undefined || written === undefined) return tree
    parsed = true
    const fresh = time('parse', () => parseCode(code.parse, written, dialect))
    if (typeof fresh === 'string') onGap(...FAILURES[fresh])
    else if (fresh.depth > maxNesting)
      onGap('too-deep', `The code nests ${fresh.depth} levels deep, over the limit of ${maxNesting}; only rules over the text have run.`)
    else {
      tree = fresh
      if (fresh.firstError >= 0) onGap('syntax-error', 'A part does not parse; the rest was analysed.', fresh.start[fresh.firstError])
    }
    return tree
  }

  return {
    path,
    text,
    dialect,
    lines: source.lines,
    made: source.made,
    tree: readTree,
    symbols: () => {
      const flat = readTree()
      if (symbols === undefined && flat !== undefined && code !== undefined) symbols = time('names', () => code.syntax.resolveSymbols(flat, text))
      return symbols
    },
    document: () => {
      if (document !== undefined || dialect.readDocument === undefined) return document
      const { readDocument } = dialect
      const read = time('document', () => readDocument(text))
      document = read
      for (const { offset, detail } of read.faults.slice(0, 1)) onGap('syntax-error', detail, offset)
      return document
    },
  }
}

/** Rewrites code that the grammar misreads, and tries to rewrite a text with a syntax error. */
function parseCode(parse: (text: string) => FlatTree | ParseFailure, text: string, { code, comments }: Dialect): FlatTree | ParseFailure {
  if (code !== undefined && findDeepNesting(text, MAX_BRACKETS, { ...code.lexical, comments }) !== undefined) return 'depth'
  const meant = code?.disambiguate?.(text)
  const tree = parseOrRewrite(parse, meant?.text ?? text, code?.writePlainer)
  if (typeof tree !== 'string') meant?.repair(tree)
  return tree
}

function parseOrRewrite(
  parse: (text: string) => FlatTree | ParseFailure,
  text: string,
  writePlainer: CodeDialect['writePlainer'],
): FlatTree | ParseFailure {
  const tree = parse(text)
  if (typeof tree === 'string' || tree.firstError < 0) return tree
  const plainer = writePlainer?.(text)
  const again = plainer === undefined ? undefined : parse(plainer)
  return again === undefined || typeof again === 'string' || (again.firstError >= 0 && again.start[again.firstError] <= tree.start[tree.firstError])
    ? tree
    : again
}
