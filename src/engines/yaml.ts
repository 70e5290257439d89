import { Composer, type CST, type Document, type ParsedNode, Parser } from 'yaml'

export { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'

/** One document of a YAML (or JSON) file from the `yaml` package. Its error messages contain source text, so use only `code` and `pos`. */
export type YamlDocument = Document.Parsed<ParsedNode>

/** All documents of a text. */
export interface YamlDocuments {
  readonly documents: readonly YamlDocument[]
  /** Offsets of collections that were replaced by null because they are deeper than `maxDepth`. */
  readonly tooDeep: readonly number[]
}

/**
 * Parses every document of a text without throwing; errors are listed in each document. Core schema of YAML 1.2 (`on` is a string). `<<` stays a key,
 * aliases stay aliases, other tags are unresolved, duplicate keys are kept. Ranges are UTF-16 offsets.
 */
export function parseYamlDocuments(text: string, maxDepth = 200): YamlDocuments {
  // Only V8 has the limit, so only its types name it.
  const stackTraceLimit: unknown = Reflect.get(Error, 'stackTraceLimit')
  // Each mistake becomes an `Error`. Their unused stacks took 9/10 of the time: 5.6 s for 200,000 `]`.
  Reflect.set(Error, 'stackTraceLimit', 0)
  try {
    return composeDocuments(text, maxDepth)
  } finally {
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
  }
}

function composeDocuments(text: string, maxDepth: number): YamlDocuments {
  const tooDeep: number[] = []
  const composer = new Composer<ParsedNode, true>({
    merge: false,
    prettyErrors: false,
    resolveKnownTags: false,
    schema: 'core',
    strict: false,
    stringKeys: false,
    uniqueKeys: false,
    version: '1.2',
  })
  const documents: YamlDocument[] = []
  let strayTokens = 0
  for (const token of new Parser().parse(text)) {
    if (token.type === 'error') strayTokens += 1
    if (token.type === 'error' && strayTokens > MAX_STRAY_TOKENS) continue
    cutDepth(token, maxDepth, tooDeep)
    documents.push(...composer.next(token))
  }
  documents.push(...composer.end(false, text.length))
  return { documents, tooDeep }
}

/** Further unexpected tokens add no information: the text is not YAML. */
const MAX_STRAY_TOKENS = 1000

/**
 * Replaces too deep collections by empty scalars. The parser is iterative, but the composer is recursive, and a regular expression that V8 compiles
 * near the end of the stack kills the process (100,000 `[` did so on Node 20).
 */
function cutDepth(root: CST.Token, maxDepth: number, tooDeep: number[]): void {
  const pending: { token: CST.Token; depth: number }[] = [{ token: root, depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next
    if (token.type === 'document') {
      if (token.value !== undefined) pending.push({ token: token.value, depth: depth + 1 })
      continue
    }
    if (!('items' in token)) continue
    for (const item of token.items) {
      if (item.key && 'items' in item.key) {
        if (depth >= maxDepth) item.key = emptyScalar(item.key, tooDeep)
        else pending.push({ token: item.key, depth: depth + 1 })
      }
      if (item.value && 'items' in item.value) {
        if (depth >= maxDepth) item.value = emptyScalar(item.value, tooDeep)
        else pending.push({ token: item.value, depth: depth + 1 })
      }
    }
  }
}

function emptyScalar(cut: CST.Token, tooDeep: number[]): CST.FlowScalar {
  tooDeep.push(cut.offset)
  return { type: 'scalar', offset: cut.offset, indent: 'indent' in cut ? cut.indent : 0, source: '' }
}
