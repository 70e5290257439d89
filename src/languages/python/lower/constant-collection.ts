import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { classFieldValue } from './class-field.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Matches character sets such as `string.ascii_letters + string.digits + "-_"`. */
const LETTERS =
  /^(?:(?:string\.)?(?:ascii_letters|ascii_lowercase|ascii_uppercase|digits|hexdigits)|(["'])[\w .,:@=+-]*\1)(?:\s*\+\s*(?:(?:string\.)?(?:ascii_\w+|digits|hexdigits)|(["'])[\w .,:@=+-]*\2))*$/

/** Columns and fields that a model declares: `User.__table__.columns`, `User._meta.get_fields()`. */
const DECLARED =
  /(?:__table__|__mapper__|\binspect\([\w.]+\)|\bmapper)\.(?:columns|c|attrs|column_attrs)(?:\.keys\(\))?$|\._meta\.(?:fields|concrete_fields|get_fields\(\))$/

/** Members of an enumeration or a `Literal`: `get_args(Sort)`, `Colour.__members__`. */
const MEMBERS = /^(?:typing\.|t\.)?get_args\([\w.]+\)$|\.(?:__args__|__members__|_value2member_map_|_member_names_)$/

/** Matches `app.config["LANGUAGES"]`. */
const CONFIGURED = /(?:^|\.)config(?:\[(["'])[A-Z][A-Z0-9_]*\1\]|\.get\((["'])[A-Z][A-Z0-9_]*\2(?:,[^()]*)?\))$/

/** Settings of the operator: `app.config["TOKEN"]`, `os.environ["TOKEN"]`. */
const SETTING =
  /^(?:[\w.]+\.)?_*(?:settings|config|conf|cfg|environ)(?:\[(["'])[\w.-]+\1\]|\.get\((["'])[\w.-]+\2(?:,[^()]*)?\))$|^(?:os\.)?getenv\((["'])\w+\3(?:,[^()]*)?\)$/

/** Whether the expression is a setting, also through a variable. */
export function isSetting(low: PythonLowering, node: number): boolean {
  const { tree, text, symbols } = low
  const inner = low.syntax.unwrap(tree, node)
  return [inner, low.syntax.unwrap(tree, symbols.valueOf(inner))].some(
    (each) => each >= 0 && isNamedSetting(nodeText(tree, text, each).slice(0, 120)),
  )
}

/** Whether the name is `settings.SITE_TOKEN`, `request.settings.token`, or matches `SETTING`. */
function isNamedSetting(written: string): boolean {
  if (!/^\w+(?:\.\w+)+$/.test(written)) return SETTING.test(written)
  const holders = written.split('.').slice(0, -1)
  return holders.some((holder) => /^_*(?:settings|config|conf|cfg)$/.test(holder))
}

function isConstantOrDeclared(low: PythonLowering, node: number): boolean {
  return node >= 0 && (DECLARED.test(nodeText(low.tree, low.text, low.syntax.unwrap(low.tree, node))) || isConstantCollection(low, node))
}

/** Whether an expression is a collection with constant content: `{'a', 'b'}`, `ALLOWED`, `string.digits`. */
export function isConstantCollection(low: PythonLowering, node: number): boolean {
  const { tree, text, symbols, kinds } = low
  const { id } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const constant = symbols.constantOf(inner)
  // Membership in other strings is a substring test.
  if (typeof constant === 'string') return /^[\d .,:@=+_-]+$/.test(constant) || (/^[\w.-]+$/.test(constant) && /abcdef/i.test(constant))
  const field = classFieldValue(low, inner)
  const value = low.syntax.unwrap(tree, field >= 0 ? field : symbols.valueOf(inner))
  const kind = kindOf(low, value)
  if (LETTERS.test(nodeText(tree, text, value))) return true
  // An empty initial list is filled elsewhere. A tuple is immutable, so subclasses define their own.
  if (field >= 0 && kind !== id.tuple && namedChildren(tree, value).length === 0 && low.syntax.callAt(tree, text, value) === undefined) return false
  if (kind === id.list || kind === id.tuple || kind === id.set) return symbols.isConstant(value)
  if (kind === id.dictionary) return true
  if (kind === id.list_comprehension || kind === id.set_comprehension || kind === id.generator_expression) {
    const clauses = namedChildren(tree, value).filter((child) => kindOf(low, child) === id.for_in_clause)
    return clauses.length === 1 && isConstantOrDeclared(low, childByField(tree, clauses[0], kinds.field.right))
  }
  if (MEMBERS.test(nodeText(tree, text, value)) || DECLARED.test(nodeText(tree, text, value)) || CONFIGURED.test(nodeText(tree, text, value)))
    return true
  const site = low.syntax.callAt(tree, text, value)
  if (site !== undefined) {
    const name = symbols.nameOf(site.callee) ?? ''
    const first = site.arguments[0]
    const { object, method } = calledMethod(low, site)
    if (method === 'keys' || method === 'values') return isConstantCollection(low, object)
    return (
      /^(?:frozenset|set|tuple|list|dict|sorted)$/.test(name) &&
      first !== undefined &&
      (symbols.isConstant(first.node) || isConstantCollection(low, first.node))
    )
  }
  const last = nodeText(tree, text, inner).split('.').at(-1) ?? ''
  return /^_?(?:[A-Z][A-Z0-9_]+|(?:allowed|accepted|valid|permitted|supported|sortable|orderable|filterable|searchable|known|safe|white)\w*|choices|\w*(?:whitelist|allowlist))$/.test(
    last,
  )
}
