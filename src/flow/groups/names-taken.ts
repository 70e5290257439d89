/** Longer lists of names are generated. */
const MAX_LIST = 20_000

/** How far before a list of names its statement is looked for. */
const MAX_HEAD = 200

const STATEMENT = /\b(?:import|export)\s+(?:type\s+)?$/
const WITH_DEFAULT = /\bimport\s+(?:type\s+)?[\w$]+\s*,\s*$/
const ASSIGNED = /\}\s*=\s*(?:await\s*)?$/
const COMMENTS = /\/\*[^]*?\*\/|\/\/.*/g

/**
 * The names that a script takes of a module, of which the import or `require` up to the name of the module stands between these offsets. Empty where it takes all
 * of it, or where that is not plain to see.
 */
export function namesTakenAt(text: string, start: number, end: number): readonly string[] {
  return text.startsWith('from', start) ? namesOfClause(text, start) : namesOfPattern(text, start, end)
}

/** `import first, { a, b as c } from …`, `export { a } from …` */
function namesOfClause(text: string, start: number): readonly string[] {
  const list = listBefore(text, start)
  if (list === undefined) return []
  const head = text.slice(Math.max(0, list.start - MAX_HEAD), list.start)
  const first = WITH_DEFAULT.test(head) ? ['default'] : []
  if (first.length === 0 && !STATEMENT.test(head)) return []
  return [
    ...first,
    ...entriesOf(list.text).map((entry) => {
      const [word, next] = entry.split(/\s+/, 2)
      return word === 'type' && next !== undefined && next !== 'as' ? next : word
    }),
  ]
}

/** `const { a, b: c } = require(…)`, `= await import(…)`; of a part of the module or of what it gives, `require(…).a`, nothing is said. */
function namesOfPattern(text: string, start: number, end: number): readonly string[] {
  if (!text.startsWith(')', end) || '.([?'.includes(text.charAt(end + 1) || ' ')) return []
  const assigned = ASSIGNED.exec(text.slice(Math.max(0, start - MAX_HEAD), start))
  if (assigned === null) return []
  const list = listBefore(text, start - assigned[0].length + 1)
  if (list === undefined) return []
  const names = entriesOf(list.text).map((entry) => entry.split(/[\s:=]/, 1)[0])
  return names.some((name) => name.startsWith('...')) ? [] : names
}

/** What stands between the braces that end before the offset, but for space, and where they begin. Undefined where there are none, or some within. */
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
  return list
    .replaceAll(COMMENTS, '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
