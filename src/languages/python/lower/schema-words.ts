import { lastSegment } from '../../../model/symbols.ts'
import type { SchemaOptions, SchemaWord } from '../../../model/call-models.ts'
import type { CallSite } from '../../../model/language.ts'
import { namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { isRejectingFunction, isSanitizingType, typeTextOf } from './sanitizing-type.ts'

/**
 * Whether a declaration accepts no free text, according to models: `IntegerField()`, `fields.Str(validate=OneOf(KINDS))`, `Column(Integer)`,
 * `StringField(validators=[check_name])`.
 */
export function isLimiting(low: PythonLowering, node: number): boolean {
  const { tree, text, syntax, symbols, kinds } = low
  const held = syntax.unwrap(tree, symbols.valueOf(syntax.unwrap(tree, node)))
  const kind = kindOf(low, held)
  if (kind === kinds.id.list || kind === kinds.id.tuple) return namedChildren(tree, held).some((each) => isLimiting(low, each))
  const site = syntax.callAt(tree, text, held)
  return site === undefined ? isLimitingName(low, node) : isLimitingCall(low, site)
}

/** What models say about the function, class or decorator that the expression names. */
export function wordAt(low: PythonLowering, callee: number): SchemaWord | undefined {
  return low.models.schemaWordOf(...namesAt(low, callee))
}

/** Whether named arguments of the call say so: `add_argument('--size', type=int)`. */
export function hasLimitingOption(low: PythonLowering, site: CallSite): boolean {
  const options = optionsOf(low, site)
  return (
    options !== undefined &&
    site.arguments.some((argument) => accepted(options, argument.name) !== undefined && isLimitingOption(low, options, argument))
  )
}

function isLimitingCall(low: PythonLowering, site: CallSite): boolean {
  const word = wordAt(low, site.callee)
  const options = optionsOf(low, site)
  if (options !== undefined && site.arguments.some(({ name }) => accepted(options, name) === 'anything')) return false
  const given = word === undefined ? undefined : site.arguments[word.at]
  if (word?.accepts === 'scalars') return true
  if (word?.accepts === 'listed') return given !== undefined
  if (given !== undefined && (word?.accepts === 'matching' || word?.accepts === 'matching-start')) return isRestrictive(low, given.node, word.accepts)
  if (word?.accepts === 'predicate') return given !== undefined && isLimitingName(low, given.node)
  if (hasLimitingOption(low, site)) return true
  // Types and validators: `Column(Integer)`, `StringField('Name', [Regexp('^[a-z]+$')])`.
  return word?.accepts === 'text' && site.arguments.some(({ kind, node }) => kind === 'positional' && isLimiting(low, node))
}

function isLimitingOption(low: PythonLowering, options: SchemaOptions, { name, node }: CallSite['arguments'][number]): boolean {
  const accepts = accepted(options, name)
  if (Array.isArray(accepts)) return accepts.some((each) => each === (low.symbols.constantOf(node) ?? low.symbols.nameOf(node)))
  if (accepts === 'listed' || accepts === 'scalars') return true
  if (accepts === 'matching' || accepts === 'matching-start') return isRestrictive(low, node, accepts)
  if (accepts === 'converted') return isSanitizingType(low, String(low.symbols.constantOf(node) ?? typeTextOf(low, node)))
  return accepts === 'steps' && isLimiting(low, node)
}

function accepted(options: SchemaOptions, name: string | undefined): SchemaOptions[string] | undefined {
  return name !== undefined && Object.hasOwn(options, name) ? options[name] : undefined
}

function optionsOf(low: PythonLowering, site: CallSite): SchemaOptions | undefined {
  return low.models.schemaOptionsOf(...namesAt(low, site.callee))
}

/** A type or validator without a call: `Column(Integer)`, `validators=[validate_slug]`. Functions of this file are read. */
function isLimitingName(low: PythonLowering, node: number): boolean {
  return wordAt(low, node)?.accepts === 'scalars' || isRejectingFunction(low, nodeText(low.tree, low.text, node))
}

function isRestrictive(low: PythonLowering, node: number, accepts: 'matching' | 'matching-start'): boolean {
  const known = low.symbols.constantOf(node)
  return (
    typeof known === 'string' &&
    low.regexes.isRestrictive({ text: known, syntax: 'python', flags: '' }, accepts === 'matching' ? 'anywhere' : 'start')
  )
}

function namesAt(low: PythonLowering, node: number): readonly [name: string, last: string] {
  const name = low.symbols.nameOf(node) ?? nodeText(low.tree, low.text, node)
  return [name, lastSegment(name)]
}
