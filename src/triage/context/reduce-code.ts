import type { Span } from '../../model/position.ts'
import type { CodeFile } from './code-file.ts'
import { HIDDEN_SECRET, isToken, reduceString, reduceWords } from './reduce-string.ts'

/** A line of code that a reader may see. */
export interface ReducedLine {
  /** Line in the file, from 1. */
  readonly line: number
  /** Position among the lines with code, from 1. Comments and empty lines do not change it. */
  readonly position: number
  readonly text: string
}

/** What of a file is secret. */
export interface HiddenParts {
  readonly secrets: readonly Span[]
  /** Lines whose strings may be secret. */
  readonly secretLines: ReadonlySet<number>
}

interface Replacement extends Span {
  readonly by: string
}

/** Names of values that are secret, whatever they look like. */
const CREDENTIAL = /pass(?:word|wd|phrase)?|secret|token|credential|api_?key|private_?key|auth_?key|access_?key/i

/**
 * The lines of a file that have code, without comments, docstrings and prose, with strings reduced and secrets masked.
 */
export function reduceCode(file: CodeFile, { secrets, secretLines }: HiddenParts, vocabulary: ReadonlySet<string>): readonly ReducedLine[] {
  const hidden = { secrets, secretLines }
  const replacements = [...secrets.map((span) => ({ ...span, by: HIDDEN_SECRET })), ...listReplacements(file, hidden, vocabulary)]
  const reduced = applyReplacements(file.text, replacements)
  const result: ReducedLine[] = []
  for (const [index, written] of reduced.split('\n').entries()) {
    const text = toAscii(written).trimEnd()
    if (/\S/.test(text)) result.push({ line: index + 1, position: result.length + 1, text })
  }
  return result
}

function listReplacements({ tree, text, syntax, lines }: CodeFile, hidden: HiddenParts, vocabulary: ReadonlySet<string>): Replacement[] {
  const { stringTypes, proseTypes, regexTypes } = syntax.outline
  const found: Replacement[] = []
  for (let node = 0; node < tree.count; node++) {
    const type = tree.type[node]
    const span = { start: tree.start[node], end: tree.end[node] }
    if (syntax.commentTypes.has(type) || isStringStatement(node, { tree, syntax })) found.push({ ...span, by: '' })
    else if (proseTypes.has(type)) found.push({ ...span, by: /\S/.test(text.slice(span.start, span.end)) ? 'w' : ' ' })
    else if (regexTypes.has(type)) {
      const written = text.slice(span.start, span.end)
      if ((written.match(/[A-Za-z]{3,}/g)?.length ?? 0) > 3) found.push({ ...span, by: reduceWords(written, vocabulary) })
    } else if (stringTypes.has(type)) {
      const line = lines.positionAt(span.start).line
      const overlaps = hidden.secrets.some(({ start, end }) => start < span.end && end > span.start)
      const isSecret = overlaps || hidden.secretLines.has(line) || CREDENTIAL.test(text.slice(lines.lineStart(line), span.start))
      found.push(...reduceStringNode(node, { tree, text, syntax }, isSecret, vocabulary))
    }
  }
  return found
}

/** A statement that is only a string: a docstring or a directive. */
function isStringStatement(node: number, { tree, syntax }: Pick<CodeFile, 'tree' | 'syntax'>): boolean {
  if (!syntax.outline.expressionStatementTypes.has(tree.type[node])) return false
  const inner = node + 1
  return (
    inner < tree.next[node] &&
    syntax.outline.stringTypes.has(tree.type[inner]) &&
    !(tree.next[inner] < tree.next[node] && tree.end[inner] < tree.end[node] - 1)
  )
}

/** The pieces of a string between its interpolations. One decision holds for all pieces: words may be spread over them. */
function reduceStringNode(
  node: number,
  { tree, text, syntax }: Pick<CodeFile, 'tree' | 'text' | 'syntax'>,
  isSecret: boolean,
  vocabulary: ReadonlySet<string>,
): readonly Replacement[] {
  const pieces: Span[] = []
  let start = tree.start[node]
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) {
    if (!syntax.outline.interpolationTypes.has(tree.type[child])) continue
    pieces.push({ start, end: tree.start[child] })
    start = tree.end[child]
  }
  pieces.push({ start, end: tree.end[node] })
  const written = pieces.map((piece) => text.slice(piece.start, piece.end))
  const [opening = ''] = /^[A-Za-z]{0,2}(?:"""|'''|["'`])/.exec(written[0] ?? '') ?? []
  const closing = opening.replace(/^[A-Za-z]*/, '')
  const bare = written.map((piece, index) =>
    piece.slice(index === 0 ? opening.length : 0, index === written.length - 1 ? piece.length - closing.length : undefined),
  )
  const joined = bare.join(' ')
  const isOneToken = isToken(bare.join(''))
  const reduce = (piece: string): string => {
    if (piece === '') return ''
    if (isSecret) return HIDDEN_SECRET
    const whole = reduceString(joined.trim(), vocabulary)
    if (whole === HIDDEN_SECRET) return HIDDEN_SECRET
    return isOneToken ? piece : reduceWords(piece, vocabulary)
  }
  return pieces.map((piece, index) => ({
    ...piece,
    by: `${index === 0 ? opening : ''}${reduce(bare[index] ?? '')}${index === pieces.length - 1 ? closing : ''}`,
  }))
}

/** Replaces stretches of a text and keeps its line breaks. A stretch within an earlier one is dropped. */
function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  const ordered = replacements.toSorted((left, right) => left.start - right.start || right.end - left.end)
  let result = ''
  let at = 0
  for (const { start, end, by } of ordered) {
    if (end <= at) continue
    if (start < at) {
      result += `${by}${breaksOf(text.slice(at, end))}`
      at = end
      continue
    }
    result += `${normaliseBreaks(text.slice(at, start))}${by}${breaksOf(text.slice(start, end))}`
    at = end
  }
  return result + normaliseBreaks(text.slice(at))
}

function normaliseBreaks(text: string): string {
  return text.replaceAll(/\r\n|\r/g, '\n')
}

function breaksOf(text: string): string {
  return (text.match(/\r\n|\r|\n/g) ?? []).map(() => '\n').join('')
}

/** Characters outside ASCII as escapes; those that are invisible are dropped. */
function toAscii(text: string): string {
  return text
    .replaceAll('\t', '  ')
    .replaceAll(/[\p{Cc}\p{Cf}\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}\p{Cs}\p{Mn}]/gu, '')
    .replaceAll(/\s/gu, ' ')
    .replaceAll(/[^\x20-\x7e]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}
