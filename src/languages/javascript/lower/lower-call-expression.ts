import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { addNary, addValue } from '../../lowering/values.ts'
import { lowerCallee } from '../../lowering/lower-callee.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { lowerImplicitCall } from '../../lowering/lower-implicit-call.ts'
import { refine } from '../../lowering/refine.ts'
import { storeSuperMessage } from './error-class.ts'
import { constantProperties } from './constant-properties.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { recordLastMatch } from './last-match.ts'
import { lowerRegexMatch } from './lower-regex-match.ts'
import { contextsOfReplacement } from './replaced-characters.ts'
import { barrierResult, factsAfterCall } from '../../lowering/barriers.ts'
import { restrictedString } from '../../lowering/restricted-string.ts'
import { recordMethods } from './lower-pattern.ts'
import { moduleValue } from './lower-module.ts'
import { lowerCoarsely } from './lower-names.ts'
import { lowerValidation } from './lower-validation.ts'
import { lowerSchemaArguments } from './lower-schema-arguments.ts'
import { lowerSchemaValue } from './lower-schema-value.ts'
import { isStateHook, lowerState, lowerStateChange, lowerWatch } from './lower-state.ts'
import { assertionFacts } from './read-condition.ts'
import { timeZoneFacts } from './time-zone-facts.ts'
import { typeOf } from './read-type.ts'

export function lowerCallExpression(low: JavaScriptLowering, node: number): number {
  const { tree, text, syntax, symbols, kinds } = low
  const site = syntax.callAt(tree, text, node)
  if (site === undefined) return lowerCoarsely(low, node)
  const required = moduleValue(low, node, site)
  if (required >= 0) return required
  const { id, field } = kinds
  const called = lowerCallee(low, site)
  const { node: calleeNode, name, spelledName, object } = called
  const isSuper = kindOf(low, calleeNode) === id.super
  const receiver = isSuper ? called.value : called.receiver
  const list = childByField(tree, node, field.arguments)
  const isTaggedTemplate = list >= 0 && kindOf(low, list) === id.template_string
  const args = isTaggedTemplate
    ? templateArguments(low, list)
    : site.arguments.map((argument) => ({
        kind: argument.kind,
        name: argument.name,
        value: lowerExpression(low, argument.node),
        constant: symbols.constantOf(argument.node),
        constantProperties: constantProperties(low, argument.node),
      }))
  const first = site.arguments[0]?.node ?? -1
  const subject =
    first < 0
      ? undefined
      : SUBJECT_CALLS.has(spelledName)
        ? symbols.constantOf(firstKey(low, spelledName, first))
        : MAP_METHODS.has(spelledName)
          ? symbols.nameOf(first)
          : undefined
  const result = lowerCall(low, {
    node,
    callee: called.value,
    receiver,
    name,
    spelledName,
    constantKey: typeof subject === 'string' ? subject : undefined,
    arguments: args,
    isConstruct: site.construct,
    isTaggedTemplate,
  })
  lowerImplicitCall(low, node)
  recordLastMatch(low, node, {
    method: spelledName,
    object: { node: object, value: receiver },
    argument: { node: first, value: args[0]?.value ?? -1 },
  })
  if (object >= 0 && (spelledName === 'match' || spelledName === 'exec'))
    return lowerRegexMatch(low, node, spelledName === 'match' ? first : object, result)
  if (receiver >= 0 && (spelledName === 'replace' || spelledName === 'replaceAll'))
    return restrictedString(low, node, result, contextsOfReplacement(low, spelledName, site))
  if ((IDENTITY_CALLS.test(name) || low.models.returnsArgument(name)) && args[0]?.kind === 'positional') return args[0].value
  const restricted = barrierResult(low, name, node, result)
  if (restricted !== result) return restricted
  if (name === 'Object.assign' && first >= 0) for (const { value: given } of args.slice(1)) recordMethods(low, first, given)
  if (isSuper && args[0] !== undefined) storeSuperMessage(low, calleeNode, args[0].value)
  const known = [
    ...assertionFacts(low, name, calleeNode, first),
    ...factsAfterCall(low, name, node, site),
    ...timeZoneFacts(low, name, site.arguments[1]?.node ?? -1),
  ]
  if (known.length > 0) refine(low, known)
  const passed = args.map((each) => each.value)
  if (isStateHook(spelledName, passed.length) && list >= 0) return lowerState(low, list, spelledName, passed)
  if (spelledName === 'watch' && receiver < 0 && passed.length > 1) lowerWatch(low, node, passed)
  if (spelledName === 'setState' && args[0] !== undefined && receiver >= 0 && kindOf(low, object) === id.this)
    lowerStateChange(low, node, low.names.declarationOf[object], args[0].value)
  const validation = low.models.validationOf(name, spelledName)
  if (validation?.schema !== undefined) return lowerValidation(low, node, site, validation, result)
  if (CONTAINER_METHODS.has(spelledName)) return lowerResolvedService(low, node, site.callee, result)
  if (receiver >= 0 && low.models.isSchemaLibrary(name))
    return lowerSchemaValue(low, node, name, validation === undefined ? result : lowerValidation(low, node, site, validation, result))
  return lowerSchemaArguments(low, node, site.arguments, result)
}

/** The result of a service container, with the class of its type argument: `container.resolve<Links>('links')`. */
function lowerResolvedService(low: JavaScriptLowering, node: number, callee: number, result: number): number {
  const types = childByField(low.tree, node, low.kinds.field.type_arguments)
  if (types < 0 || !CONTAINER.test(nodeText(low.tree, low.text, callee))) return result
  const type = typeOf(low, firstNamedChild(low.tree, types))
  return type < 0 ? result : addValue(low, OP.phi, node, result, type)
}

const CONTAINER_METHODS: ReadonlySet<string> = new Set(['resolve', 'get', 'inject', 'getAsync', 'build'])
const CONTAINER = /(?:container|injector|moduleRef|ioc|kernel|scope|locator|registry|di)\s*[?!]?\.\s*\w+$/i

/** Calls whose first argument is a key or an event name. */
const SUBJECT_CALLS: ReadonlySet<string> = new Set([
  'get',
  'set',
  'on',
  'once',
  'addListener',
  'emit',
  'subscribe',
  'publish',
  'Queue',
  'Worker',
  'decorate',
  'decorateRequest',
  'decorateReply',
])

/** The key of a call, or the first element of a key path: `settings.get(['server', 'host'])`. */
function firstKey(low: JavaScriptLowering, written: string, node: number): number {
  const takesPath = written === 'get' || written === 'set'
  const first = takesPath && kindOf(low, node) === low.kinds.id.array ? firstNamedChild(low.tree, node) : node
  return first < 0 ? node : first
}

/** Calls that return their first argument. */
const IDENTITY_CALLS = /^Object\.(?:freeze|seal|preventExtensions)$/

/** Calls that pass elements to a callback, which may be a name. */
const MAP_METHODS: ReadonlySet<string> = new Set(['map', 'flatMap', 'mapValues'])

/** A tag function receives the strings of the template, then its values. */
function templateArguments(low: JavaScriptLowering, template: number): { kind: 'positional'; value: number }[] {
  const parts = namedChildren(low.tree, template).filter((part) => kindOf(low, part) === low.kinds.id.template_substitution)
  const values = parts.map((part) => lowerExpression(low, firstNamedChild(low.tree, part)))
  low.valueAt[template] = addNary(low, OP.combine, template, values)
  return [addValue(low, OP.unknown, template), ...values].map((each) => ({ kind: 'positional', value: each }))
}
