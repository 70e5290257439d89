import { childByField, nodeText } from '../../../model/tree-access.ts'
import type { PythonLowering, RecordField } from './python-lowering.ts'
import type { WrittenMember } from './read-class.ts'

/** Names of fields that a data class refuses once they are kept, unless a list of words, a pattern or the kind of their characters fits: `__post_init__`. */
export function checkedFieldsOf(low: PythonLowering, members: readonly WrittenMember[], fields: readonly RecordField[]): readonly string[] {
  const { tree, text, kinds } = low
  const isCheck = ({ inner, isMethod }: WrittenMember): boolean =>
    isMethod && nodeText(tree, text, childByField(tree, inner, kinds.field.name)) === '__post_init__'
  const check = fields.length > 0 ? members.find(isCheck) : undefined
  if (check === undefined) return []
  const written = nodeText(tree, text, check.inner)
  return fields.flatMap(({ name }) => (refusalOf(`self\\.${name}\\b`).test(written) ? [name] : []))
}

/** Names of fields in which a constructor keeps what it refuses otherwise, or words of its own: `self.order = 'desc' if down else 'asc'`. */
export function chosenFieldsOf(body: string): readonly string[] {
  const known = new Map<string, boolean>()
  for (const [, name, given] of body.matchAll(ASSIGNED)) {
    const isHarmless = CHOSEN.test(given) || (/^\w+$/.test(given) && given === name && refusalOf(`(?<!\\.)\\b${name}\\b`).test(body))
    known.set(name, isHarmless && known.get(name) !== false)
  }
  return [...known].flatMap(([name, isHarmless]) => (isHarmless ? [name] : []))
}

/** `self.order = …`, on one line. */
const ASSIGNED = /\bself\.(\w+)\s*(?::[^=\n]+)?=(?!=)[ \t]*([^\n#]*[^\s#])/g
/** `'a' if x else 'b'`, `x if x in KINDS else 'b'`. */
const CHOSEN =
  /^\(?(?:(["'])[\w ,.-]*\1|(\w+) if \2 in (?:\w+\.)*(?:[[({A-Z]|\w*(?:allow|permit|support|valid|choices))[^\n]*?)(?:\s*if [^\n]*)?\s*else (["'])[\w ,.-]*\3\)?$/

/** `if self.kind not in KINDS: raise ValueError(self.kind)`, and what asks for its characters. */
function refusalOf(field: string): RegExp {
  const asked = [
    `${field}\\s+not\\s+in\\s+(?:(?:\\w+\\.)*[[({A-Z]|[\\w.]*(?:allow|permit|support|valid|choices))[^\\n]*`,
    `not\\s+${field}\\.(?:isalnum|isalpha|isdigit|isdecimal|isidentifier)\\(\\)`,
    `not\\s+[\\w.]*fullmatch\\([^\\n]*${field}[^\\n]*`,
  ]
  return new RegExp(`\\bif\\s+(?:${asked.join('|')})\\s*:[^\\n]*\\n?[^\\n]*\\braise\\b`)
}
