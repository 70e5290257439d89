/**
 * Maps each UTF-16 unit of a string value to its offset in the YAML or JSON source, followed by the offset of the end. `source` is the scalar as
 * written, including quotes and block header. Undefined if the source does not produce `value`.
 */
export function mapScalar(source: string, value: string): readonly number[] | undefined {
  for (const mapped of readScalar(source)) {
    if (mapped.text === value) return [...mapped.offsets, mapped.end]
  }
  return undefined
}

/** Text under construction, with the source offset of each unit. */
interface Mapped {
  text: string
  readonly offsets: number[]
  end: number
}

/** All possible interpretations of the source. */
function* readScalar(source: string): Generator<Mapped> {
  const first = source[0]
  if (first === '"') yield mapDoubleQuoted(source)
  else if (first === "'") yield mapFlow(source, 1, source.length - 1, true)
  else if (first === '|' || first === '>') yield* mapBlocks(source)
  else yield mapFlow(source, 0, source.length, false)
}

function emit(to: Mapped, text: string, at: number, step = 0): void {
  to.text += text
  for (let unit = 0; unit < text.length; unit++) to.offsets.push(at + unit * step)
}

/** Plain and single-quoted scalars: line breaks are folded, and `''` is a quote if `quoted`. */
function mapFlow(source: string, start: number, end: number, quoted: boolean): Mapped {
  const to: Mapped = { text: '', offsets: [], end }
  for (let at = start; at < end; at++) {
    const space = spaceAt(source, at, end)
    if (space.breaks > 0) emit(to, foldOf(space.breaks), at)
    else emit(to, source.slice(at, space.end), at, 1)
    if (space.end > at) {
      at = space.end - 1
      continue
    }
    emit(to, source[at], at)
    if (quoted && source[at] === "'") at++
  }
  return to
}

/** The run of spaces and line breaks at an offset. */
function spaceAt(source: string, start: number, end: number): { readonly end: number; readonly breaks: number } {
  let at = start
  let breaks = 0
  while (at < end) {
    if (source[at] === '\n') breaks++
    else if (source[at] !== ' ' && source[at] !== '\t' && !(source[at] === '\r' && source[at + 1] === '\n')) break
    at++
  }
  return { end: at, breaks }
}

/** The first line break becomes a space, and further ones stay line breaks. */
function foldOf(breaks: number): string {
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/** A double-quoted scalar of YAML or JSON. */
function mapDoubleQuoted(source: string): Mapped {
  const end = source.length - 1
  const to: Mapped = { text: '', offsets: [], end }
  for (let at = 1; at < end; at++) {
    if (source[at] === '\\') {
      at = mapEscape(source, at, end, to)
      continue
    }
    const space = spaceAt(source, at, end)
    if (space.breaks > 0) emit(to, foldOf(space.breaks), at)
    else emit(to, source.slice(at, space.end), at, 1)
    if (space.end > at) at = space.end - 1
    else emit(to, source[at], at)
  }
  return to
}

/** Returns the offset of the escape's last unit. */
function mapEscape(source: string, at: number, end: number, to: Mapped): number {
  const letter = source[at + 1]
  const lineBreak = letter === '\r' && source[at + 2] === '\n' ? at + 2 : letter === '\n' ? at + 1 : -1
  if (lineBreak >= 0) return skipBlanks(source, lineBreak + 1, end) - 1
  const digits = HEX_DIGITS[letter]
  if (digits === undefined) {
    emit(to, ESCAPES[letter] ?? letter, at)
    return at + 1
  }
  const code = Number.parseInt(source.slice(at + 2, at + 2 + digits), 16)
  if (code <= 0x10ffff) emit(to, String.fromCodePoint(code), at)
  return at + 1 + digits
}

function skipBlanks(source: string, start: number, end: number): number {
  let at = start
  while (at < end && (source[at] === ' ' || source[at] === '\t')) at++
  return at
}

interface Line {
  /** Offset of its first unit. */
  readonly at: number
  readonly indent: number
  /** Without its indentation and its line break. */
  readonly content: string
}

/** A block's indentation indicator is relative to its parent, which is unknown here. Therefore every possible indentation is tried. */
function* mapBlocks(source: string): Generator<Mapped> {
  const headerEnd = source.indexOf('\n')
  if (headerEnd < 0) return yield { text: '', offsets: [], end: source.length }
  const header = source.slice(0, headerEnd).replace(/[ \t]#.*/, '')
  const lines = splitLines(source, headerEnd + 1)
  const first = lines.find(({ content }) => content !== '')
  const widest = first?.indent ?? Math.max(0, ...lines.map(({ indent }) => indent))
  for (let indent = widest; indent >= 0; indent--)
    yield mapBlock(lines, { indent, folded: header.startsWith('>'), chomp: /[+-]/.exec(header)?.[0] ?? '', end: source.length })
}

function splitLines(source: string, start: number): readonly Line[] {
  const lines: Line[] = []
  for (let at = start; at <= source.length; ) {
    const lineBreak = source.indexOf('\n', at)
    const end = lineBreak < 0 ? source.length : lineBreak
    const text = source.slice(at, source[end - 1] === '\r' && end > at ? end - 1 : end)
    const indent = text.length - text.replace(/^ +/, '').length
    lines.push({ at, indent, content: text.slice(indent) })
    at = end + 1
  }
  return lines
}

/** Follows the algorithm of the `yaml` package (resolve-block-scalar). */
function mapBlock(lines: readonly Line[], how: { indent: number; folded: boolean; chomp: string; end: number }): Mapped {
  const { indent, folded, chomp, end } = how
  const to: Mapped = { text: '', offsets: [], end }
  const begin = lines.findIndex(({ content }) => content !== '')
  const stop = lines.findLastIndex((line) => line.content !== '' || line.indent > indent) + 1
  if (begin < 0) {
    if (chomp === '+') for (const line of lines.slice(0, -1)) emit(to, '\n', line.at)
    return to
  }
  for (const line of lines.slice(0, begin)) emit(to, `${' '.repeat(Math.max(0, line.indent - indent))}\n`, line.at, 1)
  joinLines(lines.slice(begin, stop), { indent, folded }, to)
  if (chomp === '-') return to
  emit(to, '\n', lineEnd(lines[stop - 1]))
  if (chomp === '+') for (const line of lines.slice(stop, -1)) emit(to, '\n', line.at)
  return to
}

function joinLines(lines: readonly Line[], { indent, folded }: { indent: number; folded: boolean }, to: Mapped): void {
  let separator = ''
  let afterDeeper = false
  let previousEnd = 0
  for (const line of lines) {
    const text = `${' '.repeat(Math.max(0, line.indent - indent))}${line.content}`
    const textAt = line.at + Math.min(line.indent, indent)
    if (!folded) {
      emit(to, separator, previousEnd)
      separator = '\n'
      emit(to, text, textAt, 1)
    } else if (line.indent > indent || line.content.startsWith('\t')) {
      if (separator === ' ') separator = '\n'
      else if (!afterDeeper && separator === '\n') separator = '\n\n'
      emit(to, separator, previousEnd)
      emit(to, text, textAt, 1)
      separator = '\n'
      afterDeeper = true
    } else if (line.content === '') {
      if (separator === '\n') emit(to, '\n', line.at)
      else separator = '\n'
    } else {
      emit(to, separator, previousEnd)
      emit(to, text, textAt, 1)
      separator = ' '
      afterDeeper = false
    }
    previousEnd = lineEnd(line)
  }
}

function lineEnd({ at, indent, content }: Line): number {
  return at + indent + content.length
}
