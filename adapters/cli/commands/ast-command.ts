import pc from 'picocolors'
import type { FileSyntax, Finding, SourceFile, SyntaxNode } from '../../../src/node/index.ts'
import type { LibraryModules } from '../engine/library-modules.ts'
import { formatSyntax, type MarkedNode } from '../output/format-syntax.ts'
import { chooseColor } from '../output/choose-color.ts'
import { writeStream } from '../output/write-output.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { selectMatcher, tellOfOptions } from '../project/select-pattern.ts'
import { readStdin } from '../files/read-stdin.ts'

/** Flags of `assay ast`. */
export interface AstFlags {
  readonly query?: string
  readonly pattern?: string
  readonly lang?: string
  /** `12` or `10-20`. */
  readonly lines?: string
  readonly tokens?: boolean
  readonly format: 'text' | 'json'
  readonly color?: boolean
}

/** `assay ast <file>` */
export async function printAst(path: string, flags: AstFlags, library: LibraryModules): Promise<number> {
  const lines = readRange(flags.lines)
  const file = await readFile(path, flags, library)
  const { syntax, findings } = await readTree(file, flags, library)
  const isPrinted = ({ named, start, end }: SyntaxNode): boolean =>
    (named || flags.tokens === true) && start.line <= lines.last && end.line >= lines.first
  const nodes = markMatches(syntax, findings).filter(isPrinted)
  const text =
    flags.format === 'json'
      ? `${JSON.stringify({ path, language: syntax.language, problems: syntax.problems, nodes }, undefined, 2)}\n`
      : formatSyntax(nodes, pc.createColors(chooseColor(flags.color, process.env, process.stdout)))
  await writeStream(process.stdout, text)
  if (flags.format === 'text') for (const problem of syntax.problems) await writeStream(process.stderr, `assay: ${path}: ${problem}\n`)
  return hasMatcher(flags) && findings.length === 0 ? EXIT_CODES.failed : EXIT_CODES.passed
}

function hasMatcher({ query, pattern }: AstFlags): boolean {
  return query !== undefined || pattern !== undefined
}

function readRange(range: string | undefined): { readonly first: number; readonly last: number } {
  if (range === undefined) return { first: 1, last: Number.MAX_SAFE_INTEGER }
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range) ?? []
  if (first === undefined || Number(first) < 1 || Number(last) < Number(first))
    throw new CommandError(EXIT_CODES.wrongUsage, `--lines: \`${range}\` is no range of lines. Expected \`12\` or \`10-20\`.`)
  return { first: Number(first), last: Number(last) }
}

async function readFile(path: string, { lang }: AstFlags, library: LibraryModules): Promise<SourceFile> {
  const { CODE_LANGUAGES, DEFAULT_LIMITS, languageOf, readRegularBytes } = await library.engine()
  const { maxFileBytes } = DEFAULT_LIMITS
  const name = lang === undefined ? path : `file.${EXTENSIONS[lang.toLowerCase()] ?? lang.toLowerCase()}`
  if (lang !== undefined && languageOf(name, '') === 'text')
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      `--lang: \`${lang}\` is not a known language. Languages with a syntax tree: ${CODE_LANGUAGES.join(', ')}.`,
    )
  if (path === '-') {
    if (lang === undefined) throw new CommandError(EXIT_CODES.wrongUsage, 'standard input needs --lang. Example: assay ast - --lang js')
    const source = await readStdin(name, maxFileBytes, new AbortController().signal)
    if ('skip' in source) throw new CommandError(EXIT_CODES.wrongUsage, source.skip.detail)
    return source
  }
  try {
    return { path: name, content: readRegularBytes(path, maxFileBytes) }
  } catch (error) {
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      `\`${path}\` cannot be read (${error instanceof Error && 'code' in error ? error.code : 'unknown error'}).`,
    )
  }
}

/** File extensions by the name of a language, where they differ. */
const EXTENSIONS: Readonly<Record<string, string>> = { javascript: 'js', typescript: 'ts', python: 'py', hcl: 'tf' }

async function readTree(
  file: SourceFile,
  flags: AstFlags,
  library: LibraryModules,
): Promise<{ readonly syntax: FileSyntax; readonly findings: readonly Finding[] }> {
  const { createScanner, languageOf } = await library.engine()
  const text = typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content.subarray(0, 1000))
  const match = flags.query === undefined ? { pattern: flags.pattern ?? '$ANY' } : { query: withMatch(flags.query) }
  const isMatching = hasMatcher(flags)
  const scanner = await createScanner(isMatching ? selectMatcher(match, languageOf(file.path, text)) : { packs: ['public'] }).catch(
    (error: unknown) => {
      throw tellOfOptions(error)
    },
  )
  try {
    const syntax = await scanner.readSyntax(file)
    const result = isMatching ? await scanner.scan([file], { includeVendored: true, limits: { maxMatchesPerRule: 100_000 } }) : undefined
    return { syntax, findings: result?.findings ?? [] }
  } finally {
    await scanner.close()
  }
}

/** Rules report the capture `@match`. A query without one reports the node that it describes. */
function withMatch(query: string): string {
  return /@match\b/.test(query) ? query : `${query} @match`
}

/** Marks the innermost node with the range of a match: the call and not the statement that consists of it. */
function markMatches({ nodes }: FileSyntax, findings: readonly Finding[]): readonly MarkedNode[] {
  const ranges = new Set(findings.map(({ line, column, endLine, endColumn }) => `${line}:${column}-${endLine}:${endColumn}`))
  const innermost = new Map<string, SyntaxNode>()
  for (const node of nodes) if (node.named) innermost.set(rangeOf(node), node)
  return nodes.map((node) => (ranges.has(rangeOf(node)) && innermost.get(rangeOf(node)) === node ? { ...node, matches: true } : node))
}

function rangeOf({ start, end }: SyntaxNode): string {
  return `${start.line}:${start.column}-${end.line}:${end.column}`
}
