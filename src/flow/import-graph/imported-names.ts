import { BOUNDS } from '../../model/bounds.ts'
import { PYTHON_IMPORTS, SCRIPT_IMPORTS } from './read-imports.ts'
import { stripComments } from './strip-comments.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** Larger files are not read. */
const MAX_TEXT = BOUNDS.importedNamesText.value

/** Longer lists of names are generated. */
const MAX_LIST = BOUNDS.importedNamesList.value

/** Characters before a list of names in which its statement is searched. */
const MAX_HEAD = BOUNDS.importedNamesHead.value

/** In scripts: the text before a list of names, before a namespace name, and before `require` and `import()`. */
const STATEMENT = /\b(?:import|export)\s+(?:type\s+)?$/
const WITH_DEFAULT = /\bimport\s+(?:type\s+)?[\w$]+\s*,\s*$/
const NAMESPACE = /\bimport\s+(?:type\s+)?\*\s*as\s+([\w$]+)\s*$/
const NAMED = /\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:await\s*)?$/
const UNPACKED = /\}\s*=\s*(?:await\s*)?$/

/** Names, or undefined if any name may be imported. */
type Names = readonly string[] | undefined

/** The names that a file imports from these modules, judged by its text. Undefined if it imports a whole module or if that is unclear. */
export function importedNames(text: string, language: string, modules: ReadonlySet<string>): Names {
  if (text.length > MAX_TEXT) return undefined
  const names = new Set<string>()
  let found = false
  for (const statementNames of semanticsOf(language).modules === 'dotted' ? namesOfPython(text, modules) : namesOfScript(text, modules)) {
    if (statementNames === undefined) return undefined
    found = true
    for (const name of statementNames) names.add(name)
  }
  return found ? [...names] : undefined
}

function* namesOfScript(text: string, modules: ReadonlySet<string>): Generator<Names> {
  for (const match of text.matchAll(SCRIPT_IMPORTS)) {
    if (!modules.has(match[1])) continue
    const end = match.index + match[0].length
    yield match[0].startsWith('from') ? namesOfClause(text, match.index, end) : namesOfCall(text, match.index, end)
  }
}

/** `import first, { a, b as c } from …`, `export { a } from …`, `import * as all from …` */
function namesOfClause(text: string, start: number, end: number): Names {
  const list = listBefore(text, start)
  if (list === undefined) return membersOfNamed(NAMESPACE, text, start, end)
  const head = text.slice(Math.max(0, list.start - MAX_HEAD), list.start)
  const first = WITH_DEFAULT.test(head)
  if (!first && !STATEMENT.test(head)) return undefined
  const names = entriesOf(list.text).map((entry) => {
    const [word, next] = entry.split(/\s+/, 2)
    return word === 'type' && next !== undefined && next !== 'as' ? next : word
  })
  return first ? ['default', ...names] : names
}

/** Matches `const { a, b: c } = require(…)` and `const all = await import(…)`. A property of the call, `require(…).a`, does not match. */
function namesOfCall(text: string, start: number, end: number): Names {
  if (text[end] !== ')' || '.([?'.includes(text.charAt(end + 1) || ' ')) return undefined
  const unpacked = UNPACKED.exec(text.slice(Math.max(0, start - MAX_HEAD), start))
  const list = unpacked === null ? undefined : listBefore(text, start - unpacked[0].length + 1)
  if (list === undefined) return membersOfNamed(NAMED, text, start, end)
  const names = entriesOf(list.text).map((entry) => entry.split(/[\s:=]/, 1)[0])
  return names.some((name) => name.startsWith('...')) ? undefined : names
}

/** The text in the braces that end before the offset, without spaces, and where they begin. Undefined if there are none, or nested ones. */
function listBefore(text: string, offset: number): { readonly text: string; readonly start: number } | undefined {
  let end = offset - 1
  while (end >= 0 && ' \t\r\n'.includes(text[end])) end--
  if (text[end] !== '}') return undefined
  const from = Math.max(0, end - MAX_LIST)
  const list = text.slice(from, end)
  const open = list.lastIndexOf('{')
  return open < 0 || list.lastIndexOf('}') > open ? undefined : { text: list.slice(open + 1), start: from + open }
}

function entriesOf(list: string): readonly string[] {
  return stripComments(list, () => true)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function membersOfNamed(statement: RegExp, text: string, start: number, end: number): Names {
  const head = text.slice(Math.max(0, start - MAX_HEAD), start)
  const named = statement.exec(head)
  return named === null ? undefined : membersOf(text, named[1], start - head.length + named.index, end)
}

function* namesOfPython(text: string, modules: ReadonlySet<string>): Generator<Names> {
  for (const match of text.matchAll(PYTHON_IMPORTS)) {
    const [statement, from, listed, named = '', plain = ''] = match
    const end = match.index + statement.length
    const entries = (from === undefined ? plain : (listed?.replaceAll(/#.*/g, '') ?? named)).split(',').map((entry) => entry.trim().split(/\s+/))
    // Continued lines are not read, and `*` is no name.
    const isCut = text[end] === '\\'
    if (from !== undefined && modules.has(from))
      yield isCut || entries[0][0] === '' ? undefined : entries.flatMap(([name]) => (name === '' ? [] : [name]))
    for (const [name, as, alias] of entries) {
      const module = from === undefined ? name : from.endsWith('.') ? `${from}${name}` : `${from}.${name}`
      if (modules.has(module)) yield isCut ? undefined : membersOf(text, as === 'as' && alias !== undefined ? alias : name, match.index, end)
    }
  }
}

/** The properties of this name that are read outside its statement. Undefined if it is used otherwise. */
function membersOf(text: string, name: string, start: number, end: number): Names {
  const uses = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name.replaceAll(/[$.]/g, String.raw`\$&`)}(?![\\w$])(?:\\s*\\??\\.\\s*([\\w$]+))?`, 'g')
  const names = new Set<string>()
  for (const { index, 1: part } of text.matchAll(uses)) {
    if (index >= start && index < end) continue
    if (part === undefined) return undefined
    names.add(part)
  }
  return [...names]
}
