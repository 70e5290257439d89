// Analyses every regex of `src/` and `adapters/` like the rule `redos`: `npm run check -- redos`, or `node tools/check-regexes.mjs [FOLDER…]`. A scan
// reads untrusted text everywhere, and one regex with quadratic cost could take minutes for a file of a megabyte.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listRegexes } from './list-regexes.mjs'
import { root } from './root.mjs'

/** Files whose regexes contain text that is only known at run time, with its description. It is checked as if it were a word. */
const INTERPOLATED = new Map([
  ['adapters/cli/trusted/commit-tree.ts', 'a hash in hexadecimal digits'],
  ['src/compile/compile-schemas.ts', 'names of packages, escaped'],
  ['src/compile/read-parameter.ts', 'names with `*`'],
  ['src/engines/regex/find-landmarks.ts', 'literals, escaped'],
  ['src/flow/import-graph/imported-names.ts', 'a name, escaped'],
  ['src/languages/javascript/compiled/find-member.ts', 'an identifier, escaped'],
  ['src/languages/javascript/compiled/imported-names.ts', 'an identifier, escaped'],
  ['src/languages/python/lower/built-list.ts', 'an identifier'],
  ['src/languages/python/lower/constrained-fields.ts', 'an identifier between word borders'],
  ['src/languages/python/lower/error-flag.ts', 'an identifier'],
  ['src/matchers/resolved-name.ts', 'literals, escaped'],
  ['src/scan/triage/recognise-skip-released.ts', 'a word of letters and digits'],
  ['src/triage/context/find-suspicious.ts', 'words of letters'],
  ['src/text/find-comments-in-text.ts', 'openers of comments, escaped'],
])

/** More effort than the rule uses for a pattern of a scanned file. */
const EFFORT = { steps: 5_000_000, measured: 60 }

const folders = process.argv.slice(2)
const { analysePattern } = await import(pathToFileURL(join(root, 'dist/src/engines/backtracking/find-attack.js')).href)
const regexes = (folders.length > 0 ? folders.map((folder) => resolve(folder)) : [join(root, 'src'), join(root, 'adapters')]).flatMap(listFolder)
const faults = regexes.flatMap((each) => {
  const fault = faultOf(each)
  return fault === undefined ? [] : [`${each.path}:${each.line}  ${fault}\n    ${each.written.replace(/\n\s*/g, ' ')}`]
})
for (const fault of faults) console.error(fault)
console.log(`checked ${regexes.length} regexes; ${faults.length} of them may take more than linear time`)
// An empty list means that nothing was checked.
if (faults.length > 0 || regexes.length === 0) process.exitCode = 1

/** @param {string} folder */
function listFolder(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
  return files.toSorted().flatMap((name) => listRegexes(join(folder, name)))
}

/** @param {import('./list-regexes.mjs').ListedRegex} regex */
function faultOf({ path, text, flags, isInterpolated }) {
  if (text === undefined && INTERPOLATED.has(path)) return undefined
  if (text === undefined) return 'The pattern cannot be read here: write it as a constant.'
  if (isInterpolated && !INTERPOLATED.has(path))
    return 'A part of the pattern is only known at run time: list the file in `INTERPOLATED` and say what the part is.'
  const growth = analysePattern({ text, flags, syntax: 'javascript' }, flags.includes('y') ? 'start' : 'anywhere', EFFORT)
  if (growth.kind === 'undecided') return `The analysis gives up: ${growth.why}.`
  if (growth.kind === 'linear') return undefined
  const { attack } = growth
  return `${attack.growth}: ${JSON.stringify(attack.prefix)}, then ${JSON.stringify(attack.word)} again and again, then ${JSON.stringify(attack.suffix)}`
}
