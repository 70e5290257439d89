import type { Dialect } from '../model/language.ts'
import type { Limits } from '../model/scanner.ts'
import type { DialectRules } from '../model/ruleset.ts'
import type { SourceFile, SourceView } from '../model/source.ts'
import type { Symbols } from '../model/symbols.ts'
import type { FileSyntax, SyntaxNode } from '../model/syntax.ts'
import { type FlatTree, NODE_NAMED } from '../model/tree.ts'
import { decodeText } from '../text/decode-text.ts'
import { createSourceView } from './match/create-source-view.ts'
import { readCodeText } from './triage/read-code-text.ts'

export interface SyntaxInput {
  readonly limits: Limits
  detect(path: string, text: string): Dialect
  forDialect(dialect: Dialect): Promise<DialectRules>
}

/** The syntax tree of a file. Files that a scan skips as vendored or generated are read too. */
export async function readSyntax({ path, content }: SourceFile, { limits, detect, forDialect }: SyntaxInput): Promise<FileSyntax> {
  const decoded = decodeText(content)
  if ('fault' in decoded) return { path, language: 'text', nodes: [], problems: [`The file is not text: ${decoded.detail}.`] }
  const dialect = detect(path, decoded.text)
  const rules = await forDialect(dialect)
  const problems: string[] = []
  const view: SourceView = createSourceView({
    path,
    source: readCodeText(path, decoded.text, dialect),
    rules,
    maxNesting: limits.maxNesting,
    onGap: (_, detail, offset) => {
      const at = offset === undefined ? undefined : view.lines.positionAt(offset)
      problems.push(at === undefined ? detail : `${at.line}:${at.column}: ${detail}`)
    },
    time: (_, work) => work(),
  })
  const tree = view.tree()
  const symbols = view.symbols()
  if (tree === undefined || symbols === undefined) {
    if (problems.length === 0)
      problems.push(`Assay reads \`${dialect.language}\` files without a syntax tree, so queries and patterns do not apply to them.`)
    return { path, language: dialect.language, nodes: [], problems }
  }
  return { path, language: dialect.language, nodes: readNodes(view, tree, symbols), problems }
}

function readNodes(view: SourceView, tree: FlatTree, symbols: Symbols): readonly SyntaxNode[] {
  const depths = new Int32Array(tree.count)
  const nodes: SyntaxNode[] = []
  for (let node = 0; node < tree.count; node++) {
    const parent = tree.parent[node]
    depths[node] = parent < 0 ? 0 : depths[parent] + 1
    const named = (tree.flags[node] & NODE_NAMED) !== 0
    const field = tree.names.fieldNames[tree.field[node]]
    nodes.push({
      type: tree.names.typeName(tree.type[node]),
      named,
      ...(tree.field[node] === 0 ? {} : { field }),
      depth: depths[node],
      start: view.lines.positionAt(tree.start[node]),
      end: view.lines.positionAt(tree.end[node]),
      ...(tree.next[node] === node + 1 ? { text: view.text.slice(tree.start[node], tree.end[node]) } : {}),
      ...(named ? readFacts(symbols, node) : {}),
    })
  }
  return nodes
}

function readFacts(symbols: Symbols, node: number): Pick<SyntaxNode, 'name' | 'typeName' | 'constant'> {
  const name = symbols.nameOf(node)
  const typeName = symbols.typeOf(node)
  const constant = symbols.constantOf(node)
  return {
    ...(name === undefined ? {} : { name }),
    ...(typeName === undefined ? {} : { typeName }),
    ...(constant === undefined ? {} : { constant }),
  }
}
