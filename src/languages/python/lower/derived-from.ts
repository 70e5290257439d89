import { calledMethod } from '../../lowering/called-method.ts'
import { lastName } from './last-name.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Properties that are derived from a whole URL or path, and properties of IP addresses. */
const DERIVED_PROPERTIES = /^(?:hostname|netloc|parents?|is_(?:private|global|loopback|link_local|reserved|multicast|unspecified))$/

/** Further such properties, if the object is certainly a URL or path: `Path(text).name`. */
const DERIVED_PROPERTIES_OF_CALLS = /^(?:host|origin|scheme|path|parts|name)$/

/** Names of functions of the program that sign their argument. */
const SIGNATURE_CALL = /(?:^|_)(?:sign|signature|hmac|mac|digest)(?:_|$)/

const CONVERSION_METHODS: ReadonlySet<string> = new Set([
  'lower',
  'upper',
  'casefold',
  'strip',
  'lstrip',
  'rstrip',
  'removeprefix',
  'removesuffix',
  'replace',
  'encode',
  'decode',
  'split',
  'rsplit',
  'partition',
  'rpartition',
  'geturl',
  'resolve',
  'absolute',
  'expanduser',
  'joinpath',
  'as_posix',
  'relative_to',
  'hexdigest',
  'digest',
])

/** Whether a call or operator computed the value of the node. */
function isComputed(low: PythonLowering, node: number): boolean {
  const { id } = low.kinds
  const kind = kindOf(low, low.syntax.unwrap(low.tree, low.symbols.valueOf(low.syntax.unwrap(low.tree, node))))
  return kind === id.call || kind === id.binary_operator
}

/** Whether the node is a parsed URL, by its type or name: `address: HttpUrl`, `job.url`. */
function isAddress(low: PythonLowering, node: number): boolean {
  return ADDRESS_TYPE.test(low.symbols.nameOf(node) ?? '') || ADDRESS_NAME.test(nodeText(low.tree, low.text, node))
}

const ADDRESS_TYPE = /(?:^|[.a-z])(?:Url|URL|Uri|URI)\(\)$/

const ADDRESS_NAME = /(?:^|[._])(?:url|uri)$/

/** The base expressions of the node, one step back. */
export function derivedFrom(low: PythonLowering, node: number): readonly number[] {
  if (node < 0) return []
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  switch (kindOf(low, inner)) {
    case id.identifier: {
      const held = symbols.valueOf(inner)
      return held === inner ? destructuredFrom(low, inner) : [held]
    }
    case id.attribute: {
      const part = nodeText(tree, text, childByField(tree, inner, field.attribute))
      const object = childByField(tree, inner, field.object)
      return DERIVED_PROPERTIES.test(part) || (DERIVED_PROPERTIES_OF_CALLS.test(part) && (isComputed(low, object) || isAddress(low, object)))
        ? [object]
        : []
    }
    case id.subscript:
      // A string key selects one value, which says nothing about the others.
      return typeof symbols.constantOf(childByField(tree, inner, field.subscript)) === 'string' ? [] : [childByField(tree, inner, field.value)]
    case id.binary_operator:
    case id.boolean_operator:
      return [childByField(tree, inner, field.left), childByField(tree, inner, field.right)]
    case id.list:
    case id.tuple:
      return namedChildren(tree, inner)
    case id.generator_expression:
    case id.list_comprehension:
      return derivedFromComprehension(low, inner)
    case id.string:
      return namedChildren(tree, inner)
        .filter((part) => kindOf(low, part) === id.interpolation)
        .map((part) => firstNamedChild(tree, part))
    default:
      return derivedFromCall(low, inner)
  }
}

/** The base of a variable in `folder, name = os.path.split(path)`. */
function destructuredFrom(low: PythonLowering, node: number): readonly number[] {
  const { tree, names } = low
  const { id, field } = low.kinds
  const declared = names.declarationOf[node]
  const list = declared < 0 ? -1 : tree.parent[declared]
  const assignment = list < 0 || kindOf(low, list) !== id.pattern_list ? -1 : tree.parent[list]
  return assignment >= 0 && kindOf(low, assignment) === id.assignment ? [childByField(tree, assignment, field.right)] : []
}

/**
 * The bases of a comprehension: the iterated values and the values that each element is compared with. `part == '..' for part in Path(name).parts`,
 * `part in name for part in FORBIDDEN`.
 */
function derivedFromComprehension(low: PythonLowering, node: number): readonly number[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  const lists = namedChildren(tree, node).filter((child) => kindOf(low, child) === id.for_in_clause)
  const body = low.syntax.unwrap(tree, childByField(tree, node, field.body))
  const compared = kindOf(low, body) === id.comparison_operator ? namedChildren(tree, body) : prefixCheckBase(low, body)
  return [...lists.map((clause) => childByField(tree, clause, field.right)), ...compared]
}

/** The base of `path.startswith(root) for root in ROOTS`: the path. */
function prefixCheckBase(low: PythonLowering, node: number): readonly number[] {
  const { object, method } = calledMethod(low, low.syntax.callAt(low.tree, low.text, node))
  return PREFIX_CHECKS.test(method) ? [object] : []
}

const PREFIX_CHECKS = /^(?:startswith|is_relative_to)$/

function derivedFromCall(low: PythonLowering, node: number): readonly number[] {
  const { tree, text, kinds, symbols } = low
  const site = low.syntax.callAt(tree, text, node)
  if (site === undefined) return []
  const passed = site.arguments.map((argument) => argument.node)
  if (low.models.kindOfResult(symbols.nameOf(site.callee) ?? '') === 'conversion') return passed
  // `signed.digest()` has no argument; it is handled as a conversion of `signed`.
  if (passed.length > 0 && SIGNATURE_CALL.test(lastName(nodeText(tree, text, site.callee)))) return passed
  // `len(os.path.commonprefix([root, path]))`
  if (symbols.nameOf(site.callee) === 'len' && passed.length === 1 && kindOf(low, passed[0]) === kinds.id.call) return passed
  const { object, method } = calledMethod(low, site)
  if (!CONVERSION_METHODS.has(method)) return []
  return method === 'joinpath' ? [object, ...passed] : [object]
}
