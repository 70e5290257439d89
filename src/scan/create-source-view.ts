import type { DocumentRead } from '../model/document.ts'
import type { PartialReason } from '../model/gap.ts'
import type { DialectRules } from '../model/ruleset.ts'
import type { CodeDialect } from '../model/language.ts'
import type { SourceView } from '../model/source.ts'
import type { Symbols } from '../model/symbols.ts'
import type { FlatTree } from '../model/tree.ts'
import type { CodeText } from './read-code-text.ts'

export interface ViewInput {
  readonly path: string
  readonly source: CodeText
  readonly rules: DialectRules
  readonly maxNesting: number
  /** Told once what could not be read: parts with a syntax error, or all of the tree. */
  onGap(reason: PartialReason, detail: string, offset?: number): void
  /** Times a phase. */
  time<T>(phase: 'parse' | 'names' | 'document', work: () => T): T
}

/** A view of a decoded file that makes everything but the text when it is first asked for. */
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
    const fresh = time('parse', () => parseCode(code.parse, written, dialect.code?.writePlainer))
    if (fresh === undefined) onGap('parse-budget', 'Parsing took more work or memory than its budget; only rules over the text have run.')
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

/** A text that has an error may be written in a way that the grammar knows. */
function parseCode(parse: (text: string) => FlatTree | undefined, text: string, writePlainer: CodeDialect['writePlainer']): FlatTree | undefined {
  const tree = parse(text)
  if (tree === undefined || tree.firstError < 0) return tree
  const plainer = writePlainer?.(text)
  const again = plainer === undefined ? undefined : parse(plainer)
  return again === undefined || (again.firstError >= 0 && again.start[again.firstError] <= tree.start[tree.firstError]) ? tree : again
}
