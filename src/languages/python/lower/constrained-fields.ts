import { BOUNDS } from '../../../model/bounds.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import type { PythonLowering, RecordField } from './python-lowering.ts'
import type { ClassMember } from './read-class.ts'

/** Names of fields that `__post_init__` of a data class rejects unless a list, a regex or a character test accepts them. */
export function postInitConstrainedFields(low: PythonLowering, members: readonly ClassMember[], fields: readonly RecordField[]): readonly string[] {
  const { tree, text, kinds } = low
  const isCheck = ({ inner, isMethod }: ClassMember): boolean =>
    isMethod && nodeText(tree, text, childByField(tree, inner, kinds.field.name)) === '__post_init__'
  const check = fields.length > 0 ? members.find(isCheck) : undefined
  if (check === undefined) return []
  const written = nodeText(tree, text, check.inner)
  return fields.flatMap(({ name }) => (rejects(written, `self\\.${name}\\b`) ? [name] : []))
}

/** Names of fields in which a constructor stores a checked value or one of its own constants: `self.order = 'desc' if down else 'asc'`. */
export function constructorConstrainedFields(body: string): readonly string[] {
  const known = new Map<string, boolean>()
  for (const [, name, rest] of body.matchAll(ASSIGNED)) {
    const given = rest.trim()
    if (given === '') continue
    const isHarmless = isConstantChoice(given) || (/^\w+$/.test(given) && given === name && rejects(body, `(?<!\\.)\\b${name}\\b`))
    known.set(name, isHarmless && known.get(name) !== false)
  }
  return [...known].flatMap(([name, isHarmless]) => (isHarmless ? [name] : []))
}

/** Matches `self.order = …` on one line. */
const ASSIGNED = /\bself\.(\w+)\s*(?::(?:(?!self\.)[^=\n])+)?=(?!=)([^\n#]*)/g

/** Whether the expression is `'a' if x else 'b'` or `x if x in KINDS else 'b'`. */
function isConstantChoice(given: string): boolean {
  const otherwise = /\belse (["'])[\w ,.-]*\1\)?$/.exec(given)
  if (otherwise === null) return false
  const first = given.slice(0, otherwise.index).trimEnd()
  return /^\(?(["'])[\w ,.-]*\1(?:\s*if [^\n]*)?$/.test(first) || CHOSEN_FROM_LIST.test(first)
}

const CHOSEN_FROM_LIST = /^\(?(\w+) if \1 in (?:\w+\.)*(?:[[({A-Z]|\w*(?:allow|permit|support|valid|choices))[^\n]*$/

/** Maximum distance between a condition and its statement, in characters. */
const MAX_STATEMENT = BOUNDS.validatorDistance.value

/** Whether the code contains `if self.kind not in KINDS: raise ValueError(self.kind)` or a similar character test. `field` is a regex. */
function rejects(code: string, field: string): boolean {
  const condition = new RegExp(
    String.raw`\bif\s+(?:${field}\s+not\s+in\s+(?:(?:\w+\.)*[[({A-Z]|[\w.]*(?:allow|permit|support|valid|choices))|not\s+${field}\.(?:isalnum|isalpha|isdigit|isdecimal|isidentifier)\(\)|not\s+[\w.]*fullmatch\((?:(?!fullmatch\()[^\n])*${field})`,
    'g',
  )
  return [...code.matchAll(condition)].some(({ 0: found, index }) =>
    raisesNext(code.slice(index + found.length, index + found.length + MAX_STATEMENT)),
  )
}

/** Whether the rest of the statement, in this line or the next, raises. */
function raisesNext(rest: string): boolean {
  const [line = '', next = ''] = rest.split('\n', 2)
  const colon = line.indexOf(':')
  return colon >= 0 && /\braise\b/.test(`${line.slice(colon)}\n${next}`)
}
