import { commentOf, scanCode } from './code-scanner.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** The statements of a pattern. An ellipsis between statements is its own part. */
export type StatementPart = { readonly kind: 'ellipsis' } | { readonly kind: 'statements'; readonly text: string }

/** Splits a pattern at the ellipses between its outermost statements. */
export function splitStatements(pattern: string, language: string): readonly StatementPart[] {
  const parts: StatementPart[] = []
  let group: string[] = []
  const flush = (): void => {
    if (group.length > 0) parts.push({ kind: 'statements', text: group.join('\n') })
    group = []
  }
  for (const statement of listStatements(pattern, language)) {
    if (/^\.\.\.\s*;?$/.test(statement.trim())) {
      flush()
      parts.push({ kind: 'ellipsis' })
    } else group.push(statement)
  }
  flush()
  return parts
}

/** The outermost statements: lines that begin outside of brackets, at the first line's indentation, and parts between semicolons. */
function listStatements(pattern: string, language: string): readonly string[] {
  const { chars } = scanCode(pattern, commentOf(language))
  const starts = new Set([0])
  const indent = /^[ \t]*/.exec(pattern.replace(/^(?:[ \t]*\n)+/, ''))?.[0].length ?? 0
  for (const { at, char, depth } of chars) {
    if (depth > 0) continue
    if (char === ';' && semanticsOf(language).blocks === 'braces') starts.add(at + 1)
    if (char === '\n' && beginsStatement(pattern.slice(at + 1), indent, language)) starts.add(at + 1)
  }
  const sorted = [...starts].toSorted((left, right) => left - right)
  const cut = sorted.flatMap((start, index) => splitLeading(pattern.slice(start, sorted[index + 1])))
  return cut.filter((text) => text.trim() !== '')
}

/** `... foo()` on one line: the ellipsis is a statement of its own. */
function splitLeading(text: string): readonly string[] {
  const found = /^\s*\.\.\.[ \t]+(?=[\w$@])/.exec(text)
  return found === null ? [text] : ['...', text.slice(found[0].length)]
}

/** Whether a line continues the statement before it. */
const CONTINUES = { python: /^(?:elif|else|except|finally)\b/, javascript: /^(?:else|catch|finally|while)\b|^[.?:&|+*/=,)\]}]/ }

function beginsStatement(line: string, indent: number, language: string): boolean {
  const lead = /^[ \t]*/.exec(line)?.[0].length ?? 0
  const rest = line.slice(lead)
  if (semanticsOf(language).blocks === 'braces') return rest.startsWith('...') || !CONTINUES.javascript.test(rest)
  return lead <= indent && !CONTINUES.python.test(rest)
}

/** A definition or block statement whose body begins with an ellipsis. */
export interface CompoundPattern {
  /** The same with only an ellipsis as its body. */
  readonly shell: string
  readonly body: string
}

/** Splits a compound statement from its body, if the body begins with an ellipsis and has more than that. */
export function splitBody(pattern: string, language: string): CompoundPattern | undefined {
  const found = semanticsOf(language).blocks === 'indentation' ? splitIndented(pattern) : splitBraces(pattern)
  if (found === undefined) return undefined
  const [first, second] = splitStatements(found.body, language)
  return first?.kind === 'ellipsis' && second !== undefined ? found : undefined
}

function splitIndented(pattern: string): CompoundPattern | undefined {
  const lines = pattern.split('\n')
  const last = lines.findLastIndex((line) => /^\S.*:\s*$/.test(line))
  const body = lines.slice(last + 1)
  const indent = /^[ \t]*/.exec(body[0] ?? '')?.[0] ?? ''
  if (last < 0 || indent === '' || lines.slice(0, last).some((line) => /^\s/.test(line) && /:\s*$/.test(line))) return undefined
  return {
    shell: [...lines.slice(0, last + 1), `${indent}...`].join('\n'),
    body: body.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n'),
  }
}

function splitBraces(pattern: string): CompoundPattern | undefined {
  const { chars } = scanCode(pattern, commentOf('javascript'))
  const end = chars.findLast(({ char }) => char === '}')
  if (end === undefined || !/^[\s;)]*$/.test(pattern.slice(end.at + 1))) return undefined
  const start = chars.findLast(({ at, char, depth }) => at < end.at && char === '{' && depth === end.depth)
  if (start === undefined || /(?:[=(,:[]|return)\s*$/.test(pattern.slice(0, start.at))) return undefined
  return { shell: `${pattern.slice(0, start.at + 1)} ... ${pattern.slice(end.at)}`, body: pattern.slice(start.at + 1, end.at).trim() }
}
