import type { CallSite } from '../../../model/language.ts'
import { OP, type ProgramParameter } from '../../../model/program.ts'
import { firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { load, storeField, addValue } from '../../lowering/values.ts'
import { lastSegment } from '../../../model/symbols.ts'
import type { PythonLowering } from './python-lowering.ts'
import { hasLimitingOption } from './schema-words.ts'

/**
 * Methods that declare an option, and methods that parse the command line. The latter return the options, or the options and the remaining
 * arguments.
 */
const OPTION_DECLARATION = /\.\s*(?:add_argument|add_option)$/
const PARSE_METHODS: ReadonlySet<string> = new Set(['parse_args', 'parse_intermixed_args'])
const PARSE_KNOWN_METHODS: ReadonlySet<string> = new Set(['parse_known_args', 'parse_known_intermixed_args'])

/** The result of `parser.parse_args()` (argparse, optparse). Options that accept only numbers, switches or enumerated strings are sanitized. */
export function lowerParsedOptions(low: PythonLowering, node: number, written: string, result: number): number {
  if (!PARSE_METHODS.has(written) && !PARSE_KNOWN_METHODS.has(written)) return result
  low.constrainedOptions ??= findConstrainedOptions(low)
  if (low.constrainedOptions.size === 0) return result
  const isPair = PARSE_KNOWN_METHODS.has(written) || low.text.includes('.add_option(')
  let made = isPair ? load(low, result, '0', node) : result
  for (const name of low.constrainedOptions) made = storeField(low, made, name, addValue(low, OP.unknown, node), node)
  if (!isPair) return made
  const left = load(low, result, '1', node)
  return storeField(low, storeField(low, addValue(low, OP.unknown, node), '0', made, node), '1', left, node)
}

/** The same options in `**options` of a Django command. */
export function constrainedOptionsOf(low: PythonLowering, kind: ProgramParameter['kind'], name: string): readonly string[] {
  if (kind !== 'keywords' || name !== 'options' || !low.text.includes('.add_argument(')) return []
  low.constrainedOptions ??= findConstrainedOptions(low)
  return [...low.constrainedOptions]
}

/** Names of options that are constrained in every declaration of the file. */
function findConstrainedOptions(low: PythonLowering): ReadonlySet<string> {
  const { tree, text, syntax, kinds } = low
  const limited = new Set<string>()
  const free = new Set<string>()
  for (let node = 0; node < tree.count; node++) {
    if (kinds.table[tree.type[node]] !== kinds.id.call) continue
    const site = syntax.callAt(tree, text, node)
    if (site === undefined || !OPTION_DECLARATION.test(nodeText(tree, text, site.callee))) continue
    const declared = readOption(low, site)
    for (const name of declared.names) (declared.isLimited ? limited : free).add(name)
  }
  for (const name of free) limited.delete(name)
  return limited
}

/** Whether a decorator constrains the parameter: `@click.option('--count', type=int)`, `@app_commands.choices(board=[Choice(…)])`. */
export function isConstrainedByDecorator(low: PythonLowering, decorators: readonly number[], parameter: string): boolean {
  return decorators.some((decorator) => {
    const site = low.syntax.callAt(low.tree, low.text, firstNamedChild(low.tree, decorator))
    if (site === undefined) return false
    const name = low.symbols.nameOf(site.callee) ?? nodeText(low.tree, low.text, site.callee)
    if (low.models.schemaDecoratorOf(name, lastSegment(name))?.accepts === 'listed')
      return site.arguments.some((argument) => argument.kind === 'keyword' && argument.name === parameter)
    if (!OPTION_DECORATOR.test(nodeText(low.tree, low.text, site.callee))) return false
    const { names, isLimited } = readOption(low, site)
    return isLimited && names.includes(parameter)
  })
}

const OPTION_DECORATOR = /(?:^|\.)(?:option|argument)$/

/** Whether click passes a context object as this parameter: the first parameters with `@click.pass_context` and `@pass_config`. */
export function isCommandContext({ tree, text }: PythonLowering, decorators: readonly number[], parameter: number): boolean {
  const passed = decorators.filter((decorator) => PASS_DECORATOR.test(nodeText(tree, text, decorator))).length
  return passed > 0 && namedChildren(tree, tree.parent[parameter]).indexOf(parameter) < passed
}

const PASS_DECORATOR = /^@\s*(?:\w+\.)*pass_\w+\s*$/

interface Option {
  /** The names of the option; the explicit destination alone, if there is one. */
  readonly names: readonly string[]
  readonly isLimited: boolean
}

function readOption(low: PythonLowering, site: CallSite): Option {
  const named = site.arguments.find(({ kind, name }) => kind === 'keyword' && name === 'dest')
  const words = site.arguments.flatMap(({ kind, node }) => {
    const word = kind === 'positional' ? low.symbols.constantOf(node) : undefined
    return typeof word === 'string' ? [word] : []
  })
  const destination = named === undefined ? words.find((word) => !word.startsWith('-')) : low.symbols.constantOf(named.node)
  const long = words.filter((word) => word.startsWith('--'))
  const options = (long.length > 0 ? long : words).map((word) => (word.replace(/^-+/, '').split('/')[0] ?? '').replaceAll('-', '_'))
  return { names: typeof destination === 'string' ? [destination] : options, isLimited: hasLimitingOption(low, site) }
}
