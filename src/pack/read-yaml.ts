import { isAlias, isMap, isScalar, isSeq, type Pair, parseYamlDocuments, type ParsedNode, type YamlDocument } from '../engines/yaml.ts'
import type { DocumentEntry, DocumentNode } from '../model/document.ts'
import { shortenQuote } from './shorten-quote.ts'
import type { SpecTree, SyntaxFault } from './spec-file.ts'

/** The maximum number of nodes that aliases may add to one file. It stops alias bombs, and real rules stay far below it. */
const MAX_REPEATED_VALUES = 10_000

/** Parses one YAML document to a tree with positions. Aliases are replaced by the nodes that they refer to, with the positions of those nodes. */
export function readYaml(text: string): SpecTree {
  const { documents, tooDeep } = parseYamlDocuments(text)
  const faults = [...documents.flatMap(listErrors), ...tooDeep.map(reportDepth)]
  const [document, second] = documents
  if (second !== undefined) faults.push(reportSecond(second))
  const contents = document?.contents ?? undefined
  if (contents === undefined)
    return { faults: faults.length > 0 ? faults : [{ code: 'syntax/empty-file', message: 'The file is empty.', offset: 0 }] }
  const converter = { anchors: new Map<string, Anchored>(), repeatedValues: 0, faults }
  const { node } = convertNode(contents, converter)
  return { root: node, faults: faults.toSorted((left, right) => left.offset - right.offset) }
}

interface Anchored {
  readonly node: DocumentNode
  /** The number of nodes in the subtree, including the root. */
  readonly size: number
}

interface Converter {
  /** The latest node of each anchor. */
  readonly anchors: Map<string, Anchored>
  repeatedValues: number
  readonly faults: SyntaxFault[]
}

function listErrors(document: YamlDocument): SyntaxFault[] {
  return [...document.errors, ...document.warnings].map(({ code, message, pos }) => {
    const hint = HINTS.get(code)
    return {
      code: 'syntax/yaml',
      message: `The YAML cannot be read here: ${withoutQuotes(message)}.`,
      ...(hint !== undefined && { hint }),
      offset: pos[0],
    }
  })
}

/** What would be right, by the code of the parser's error. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['BAD_SCALAR_START', "put a value that starts with `@`, a backtick or `%` in single quotes: '@scope/module.run'"],
  ['BLOCK_AS_IMPLICIT_KEY', 'put a value that contains `: ` in quotes, or start a block with `|` and write it on the next line'],
  ['TAB_AS_INDENT', 'indent with spaces'],
  ['TAG_RESOLVE_FAILED', "put a value that starts with `!` in single quotes: '!$X'"],
])

/** The first sentence of the parser's message, without the quoted file content at its end. */
function withoutQuotes(message: string): string {
  const [sentence = ''] = message.split('\n')
  if (SHORT_TAG.test(sentence)) return sentence
  const quoted = sentence.search(/: | ?"/)
  return shortenQuotes((quoted < 0 ? sentence : sentence.slice(0, quoted)).replace(/[.:]$/, ''))
}

const SHORT_TAG = /^Unresolved tag: !\w{1,20}$/

/** Shortens the quoted names of tags and directives within sentences. */
function shortenQuotes(sentence: string): string {
  return sentence.replaceAll(/\S{25,}/g, (word) => `${word.slice(0, 24)}…`).slice(0, MAX_OF_SENTENCE)
}

const MAX_OF_SENTENCE = 120

function reportDepth(offset: number): SyntaxFault {
  return { code: 'syntax/too-deep', message: 'Lists and maps are nested too deep here.', offset }
}

function reportSecond(document: YamlDocument): SyntaxFault {
  const hint = 'put each rule into a file of its own'
  return {
    code: 'syntax/several-documents',
    message: 'A second document starts here, but a file may contain only one.',
    hint,
    offset: document.range[0],
  }
}

function convertNode(node: ParsedNode, to: Converter): Anchored {
  if (isAlias(node)) return resolveAlias(node.source, node.range, to)
  const converted = convertPlainNode(node, to)
  if (node.anchor !== undefined) to.anchors.set(node.anchor, converted)
  return converted
}

function convertPlainNode(node: ParsedNode, to: Converter): Anchored {
  const [start, end] = node.range
  if (isMap(node)) {
    const entries = node.items.map((pair) => convertPair(pair, to))
    const size = entries.reduce((sum, { value }) => sum + value.size, 1)
    return { node: { kind: 'map', start, end, entries: entries.map(({ entry }) => entry) }, size }
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => convertNode(item, to))
    return { node: { kind: 'list', start, end, items: items.map((item) => item.node) }, size: items.reduce((sum, { size }) => sum + size, 1) }
  }
  return scalarAt(isScalar(node) ? node.value : null, start, end)
}

function scalarAt(value: unknown, start: number, end: number): Anchored {
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  return { node: { kind: 'scalar', start, end, value: plain }, size: 1 }
}

function convertPair(pair: Pair<ParsedNode, ParsedNode | null>, to: Converter): { readonly entry: DocumentEntry; readonly value: Anchored } {
  const [keyStart, keyEnd] = pair.key.range
  const value = pair.value === null ? scalarAt(null, keyEnd, keyEnd) : convertNode(pair.value, to)
  return { entry: { key: readKey(pair.key, to), keyStart, keyEnd, value: value.node }, value }
}

/** The key as written: `0` and `null` are ordinary names. */
function readKey(key: ParsedNode, to: Converter): string {
  if (isScalar(key)) return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value))
  to.faults.push({ code: 'syntax/yaml', message: 'A key must be a plain word.', offset: key.range[0] })
  return ''
}

function resolveAlias(name: string, [start, end]: readonly [number, number, number], to: Converter): Anchored {
  const anchored = to.anchors.get(name)
  const nothing = scalarAt(null, start, end)
  if (anchored === undefined) {
    const message = `The YAML alias \`*${shortenQuote(name)}\` has no anchor \`&${shortenQuote(name)}\` before it.`
    to.faults.push({ code: 'syntax/yaml', message, hint: 'define the anchor first, or quote a string that begins with `*`', offset: start })
    return nothing
  }
  to.repeatedValues += anchored.size
  if (to.repeatedValues <= MAX_REPEATED_VALUES) return anchored
  to.faults.push({ code: 'syntax/too-many-aliases', message: `Aliases repeat more than ${MAX_REPEATED_VALUES} values in this file.`, offset: start })
  return nothing
}
