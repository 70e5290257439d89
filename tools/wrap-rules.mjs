// Wraps lines of rules that are longer than 160 characters if YAML stays the same, and lists the others: `npm run rules:wrap`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { root } from './root.mjs'

const MOST = 160
/** Minimum position of a line break. */
const LEAST = 60

let left = 0
for (const path of readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))) {
  const file = join(root, 'rules', path)
  const text = readFileSync(file, 'utf8')
  const wrapped = wrapText(text)
  if (wrapped !== text) writeFileSync(file, wrapped)
  left += wrapped.split('\n').filter((line) => line.length > MOST).length
}
console.error(`assay: ${left} lines of over ${MOST} characters are left, which have no place to be broken at`)

function wrapText(text) {
  const meant = parse(text)
  let lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    if (lines[at].length <= MOST) continue
    // A line that YAML would read differently stays.
    for (const broken of breaksOf(lines[at])) {
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

/** Possible line breaks, best first: after a comma at the outermost level, otherwise at a space of a text. */
function* breaksOf(line) {
  const [, indent, dashes] = /^(\s*)((?:- )*)/.exec(line) ?? ['', '', '']
  if (line.startsWith('#', indent.length)) {
    const at = line.lastIndexOf(' ', MOST)
    if (at > LEAST) yield [line.slice(0, at), `${indent}# ${line.slice(at + 1)}`]
    return
  }
  const margin = ' '.repeat(indent.length + dashes.length + 2)
  const places = readPlaces(line)
  const commas = places.filter(({ kind }) => kind === 'comma')
  const depth = Math.min(...commas.map((place) => place.depth ?? 0))
  const outer = commas.filter((place) => place.depth === depth).map(({ at }) => at)
  const inner = commas.map(({ at }) => at)
  const spaces = places.filter(({ kind }) => kind === 'space').map(({ at }) => at)
  for (const ats of [outer, inner, spaces]) {
    const at = ats.findLast((each) => each <= MOST)
    if (at !== undefined && at > Math.min(LEAST, margin.length + 20)) yield [line.slice(0, at).trimEnd(), margin + line.slice(at).trimStart()]
  }
  // A line of a folded text.
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
