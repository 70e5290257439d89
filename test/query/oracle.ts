import { readFileSync } from 'node:fs'
import { Language, type Node, Parser, Query, type Tree } from 'web-tree-sitter'
import type { Grammar } from '../../src/engines/syntax/grammar.ts'
import { startSyntaxRuntime } from '../../src/engines/syntax/syntax-runtime.ts'

const modules = new URL('../../node_modules/', import.meta.url)
export const readModule = (path: string): Uint8Array => readFileSync(new URL(path, modules))

export interface OracleCapture {
  readonly name: string
  /** Type and span: `12:0-9`. */
  readonly node: string
  readonly start: number
  readonly end: number
}

/** tree-sitter's own parser and Query next to Assay's, in the same WebAssembly instance. */
export interface Oracle {
  readonly grammar: Grammar
  parse(text: string): Tree
  /** Capture lists; undefined when it took too long. */
  matches(query: Query, tree: Tree): readonly (readonly OracleCapture[])[] | undefined
  query(source: string): Query
}

/** A callback comes per 1,000 visited states. Comparing states, which takes most of the time, is not counted. */
const MAX_CALLBACKS = 60

export async function loadOracle(id: string, wasm: string): Promise<Oracle> {
  const runtime = await startSyntaxRuntime(readModule('web-tree-sitter/web-tree-sitter.wasm'))
  const grammar = await runtime.loadGrammar(id, readModule(wasm))
  const language = await Language.load(readModule(wasm))
  const parser = new Parser()
  parser.setLanguage(language)
  return {
    grammar,
    parse: (text) => {
      const tree = parser.parse(text)
      if (tree === null) throw new Error('no tree')
      return tree
    },
    query: (source) => new Query(language, source),
    matches: (query, tree) => {
      let callbacks = 0
      const found = query.matches(tree.rootNode, { progressCallback: () => ++callbacks > MAX_CALLBACKS })
      if (callbacks > MAX_CALLBACKS) return undefined
      return found.map((match) => match.captures.map(({ name, node }) => toCapture(name, node)))
    },
  }
}

function toCapture(name: string, node: Node): OracleCapture {
  const { typeId, startIndex: start, endIndex: end } = node
  return { name, node: `${typeId}:${start}-${end}`, start, end }
}
