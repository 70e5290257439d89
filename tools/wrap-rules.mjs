// Fills the lines of lists and texts in rules up to 150 characters if YAML stays the same: `npm run rules:wrap`.
// `--check` changes nothing, and exits with 1 if a line could be wrapped. Regular expressions and names have no place to be broken at.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { root } from './root.mjs'

const MOST = 150
/** Minimum position of a line break. */
const LEAST = 60

/** The state before a file. `quote`: the open quote. `open`: the open brackets. `block`: the indentation of the key whose block text is read. */
const START = { quote: undefined, open: '', block: -1 }

const isCheck = process.argv.includes('--check')
let left = 0
for (const path of readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))) {
  const file = join(root, 'rules', path)
  const text = readFileSync(file, 'utf8')
  const wrapped = wrapText(text)
  left += wrapped.split('\n').filter((line) => line.length > MOST).length
  if (wrapped === text) continue
  if (isCheck) {
    console.error(`rules/${path}:${firstDifference(text, wrapped)}  the lines can be filled up to ${MOST} characters: npm run rules:wrap`)
    process.exitCode = 1
  } else writeFileSync(file, wrapped)
}
console.error(`assay: ${left} lines of over ${MOST} characters are left, which have no place to be broken at`)

/** The number of the first line that differs. */
function firstDifference(text, wrapped) {
  const lines = wrapped.split('\n')
  return text.split('\n').findIndex((line, at) => line !== lines[at]) + 1
}

function wrapText(text) {
  const meant = parse(text)
  const joined = joinSoftBreaks(text)
  let lines = (readsAs(joined, meant) ? joined : text).split('\n')
  for (let at = 0; at < lines.length; at++) {
    if (lines[at].length <= MOST) continue
    // A line that YAML would read differently stays.
    for (const broken of breaksOf(lines[at], isContinued(lines, at))) {
      const tried = [...lines.slice(0, at), ...broken, ...lines.slice(at + 1)]
      if (!readsAs(tried.join('\n'), meant)) continue
      lines = tried
      break
    }
  }
  return lines.join('\n')
}

function readsAs(text, meant) {
  try {
    return isDeepStrictEqual(parse(text), meant)
  } catch {
    return false
  }
}

/** Joins the lines of quoted texts and of lists of texts, so that they are filled again. Other breaks show the structure of a rule, and stay. */
function joinSoftBreaks(text) {
  const lines = text.split('\n')
  const joined = []
  let state = START
  for (const [at, line] of lines.entries()) {
    const isSoft = at > 0 && isSoftBreak(state, lines[at - 1], line)
    if (isSoft) joined.push(`${joined.pop().trimEnd()} ${line.trimStart()}`)
    else joined.push(line)
    state = readLine(state, line)
  }
  return joined.join('\n')
}

/** Whether the break before `next` is within a quoted text, or between two texts of a list. */
function isSoftBreak({ quote, open, block }, line, next) {
  const [before, after] = [line.trimEnd(), next.trimStart()]
  if (block >= 0 || before === '' || after === '' || hasComment(line) || after.startsWith('#')) return false
  if (quote !== undefined) return !before.endsWith('\\')
  return open.endsWith('[') && before.endsWith(',') && !/[\]}],$/.test(before) && !/^[[{*&]/.test(after)
}

function hasComment(line) {
  return /(?:^|\s)#\s/.test(line)
}

/** The state behind a line. */
function readLine({ quote, open, block }, line) {
  const indent = line.length - line.trimStart().length
  if (block >= 0 && (line.trim() === '' || indent > block)) return { quote, open, block }
  for (const [at, char] of [...line].entries()) {
    if (quote !== undefined) {
      if (char === quote && !isEscaped(line, at, quote)) quote = undefined
    } else if (char === '#' && /^\s?$/.test(line[at - 1] ?? '')) break
    else if (isOpening(line, at)) quote = char
    else if ('[{'.includes(char)) open += char
    else if (']}'.includes(char)) open = open.slice(0, -1)
  }
  const isBlock = quote === undefined && open === '' && /(?:^|[\s:-])[|>][+-]?\d?$/.test(line.trimEnd())
  return { quote, open, block: isBlock ? indent : -1 }
}

function isOpening(line, at) {
  return (line[at] === '"' || line[at] === "'") && /[\s,[{:(]/.test(line[at - 1] ?? ' ')
}

/** Quotes are escaped by a backslash, single ones by another one. */
function isEscaped(line, at, quote) {
  if (quote === '"') return /(?:^|[^\\])(?:\\\\)*\\$/.test(line.slice(0, at))
  const around = /^'*/.exec(line.slice(at))?.[0].length ?? 0
  const before = /'*$/.exec(line.slice(0, at))?.[0].length ?? 0
  return (around + before) % 2 === 0
}

/** Whether the line continues a list, a map or a quoted text of the line before. */
function isContinued(lines, at) {
  const { quote, open } = lines.slice(0, at).reduce(readLine, START)
  return quote !== undefined || open !== ''
}

/** Possible line breaks, best first: after a comma at the outermost level, otherwise at a space of a text. */
function* breaksOf(line, isContinuation) {
  const [, indent, dashes] = /^(\s*)((?:- )*)/.exec(line) ?? ['', '', '']
  if (line.startsWith('#', indent.length)) {
    const at = line.lastIndexOf(' ', MOST)
    if (at > LEAST) yield [line.slice(0, at), `${indent}# ${line.slice(at + 1)}`]
    return
  }
  const margin = isContinuation ? indent : ' '.repeat(indent.length + dashes.length + 2)
  const places = readPlaces(line)
  const commas = places.filter(({ kind }) => kind === 'comma')
  const depth = Math.min(...commas.map((place) => place.depth ?? 0))
  const outer = commas.filter((place) => place.depth === depth).map(({ at }) => at)
  const inner = commas.map(({ at }) => at)
  const spaces = places.filter(({ kind }) => kind === 'space').map(({ at }) => at)
  for (const ats of [outer, inner, spaces]) {
    const at = ats.findLast((each) => each <= MOST + 1)
    if (at !== undefined && at > Math.min(LEAST, margin.length + 20)) yield [line.slice(0, at).trimEnd(), margin + line.slice(at).trimStart()]
  }
  // A line of a folded or quoted text.
  const at = line.lastIndexOf(' ', MOST)
  if (at > LEAST) yield [line.slice(0, at), indent + line.slice(at + 1)]
}

/** Offsets after commas in lists and maps with their depth, and of single spaces within quotes. */
function readPlaces(line) {
  const places = []
  let depth = 0
  let quote
  for (let at = 0; at < line.length; at++) {
    const char = line[at]
    if (quote !== undefined) {
      if (quote === '"' && char === '\\') at++
      else if (char === quote && line[at + 1] === quote && quote === "'") at++
      else if (char === quote) quote = undefined
      else if (char === ' ' && line[at - 1] !== ' ' && line[at + 1] !== ' ') places.push({ kind: 'space', at: at + 1 })
    } else if (char === "'" || char === '"') quote = /[\s,[{:(]/.test(line[at - 1] ?? ' ') ? char : undefined
    else if (char === '#' && line[at - 1] === ' ') break
    else if ('[{'.includes(char)) depth++
    else if (']}'.includes(char)) depth--
    else if (char === ',' && line[at + 1] === ' ' && depth > 0) places.push({ kind: 'comma', at: at + 2, depth })
  }
  return places
}
