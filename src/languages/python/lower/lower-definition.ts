import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { OP } from '../../../model/program.ts'
import { lowerContainerType } from '../../lowering/described-class.ts'
import { join, storePart, value } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { lowerFunction, type ParameterList } from '../../lowering/lower-function.ts'
import { isLimitedByDecorator } from './command-options.ts'
import { addField, declareClass } from '../../lowering/declare-class.ts'
import { assignTo } from './lower-target.ts'
import { harmlessFieldsOf, hasPattern, isHarmlessType, typeTextOf } from './harmless-type.ts'
import { callOwn, lowerRecord, passToBase, RECORD_BASES, recordFields, RECORDS, VALIDATES } from './lower-record.ts'
import { FAILURE } from './failure.ts'
import { lowerProvided } from './lower-provided.ts'
import { fieldsLimitedByDecorator, isFieldOfDecorator } from './parsed-arguments.ts'
import { kindOf, lowerExpression, lowerStatement, type PythonLowering } from './python-lowering.ts'

/** Lowers a function or a class with its decorators. */
export function lowerDefinition(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const decorated = kindOf(low, node) === id.decorated_definition
  const definition = decorated ? childByField(tree, node, field.definition) : node
  if (definition < 0) return
  const decorators = decorated ? namedChildren(tree, node).filter((child) => kindOf(low, child) === id.decorator) : []
  const wrappers = decorators.map((decorator) => ({ decorator, callee: lowerExpression(low, firstNamedChild(tree, decorator)) }))
  const name = childByField(tree, definition, field.name)
  if (kindOf(low, definition) === id.class_definition) {
    lowerClass(low, definition, name, decorators)
    return
  }
  let made = lowerFunctionValue(low, definition, { classIndex: -1, isConstructor: false }, decorators)
  // The innermost first. A decorator that is not among the files gives the function back.
  for (const { decorator, callee } of wrappers.toReversed()) made = wrap(low, decorator, callee, made)
  assignTo(low, name, made)
}

function wrap(low: PythonLowering, node: number, callee: number, wrapped: number): number {
  return lowerCall(low, {
    node,
    callee,
    receiver: -1,
    name: '',
    written: `@${nodeText(low.tree, low.text, node).slice(0, 40)}`,
    arguments: [{ kind: 'positional', value: wrapped }],
    construct: false,
    tagged: false,
  })
}

interface MethodHome {
  readonly classIndex: number
  readonly isConstructor: boolean
}

/** Makes the value of a function or a lambda; the body comes later. */
export function lowerFunctionValue(low: PythonLowering, node: number, home: MethodHome, decorators: readonly number[]): number {
  const { tree, text, kinds } = low
  const name = childByField(tree, node, kinds.field.name)
  const isStatic = decorators.some((decorator) => /^@\s*staticmethod\b/.test(nodeText(tree, text, decorator)))
  const { index, value: made } = lowerFunction(low, {
    node,
    name: name >= 0 ? nodeText(tree, text, name) : '',
    type: typeOf(low, childByField(tree, node, kinds.field.return_type)),
    hasReceiver: false,
    classIndex: home.classIndex,
    isConstructor: home.isConstructor,
    body: (parameters) => lowerBody(low, node, parameters, { classIndex: isStatic ? -1 : home.classIndex, decorators }),
  })
  low.valueAt[node] = made
  low.decorators.set(index, [...decorators])
  return made
}

interface BodyHome {
  /** -1 for none, and where the first parameter is no receiver. */
  readonly classIndex: number
  readonly decorators: readonly number[]
}

function lowerBody(low: PythonLowering, node: number, parameters: ParameterList, { classIndex, decorators }: BodyHome): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const outerDepth = low.classDepth
  low.classDepth = 0
  const list = childByField(tree, node, field.parameters)
  const all = list < 0 ? [] : namedChildren(tree, list).filter((part) => kindOf(low, part) !== 0)
  for (const [index, parameter] of all.entries()) {
    if (index === 0 && classIndex >= 0 && kindOf(low, parameter) === id.identifier) {
      const declaration = low.names.declarationOf[parameter]
      parameters.nameReceiver(declaration >= 0 ? declaration : parameter, parameter)
      low.selves.set(declaration >= 0 ? declaration : parameter, classIndex)
    } else lowerParameter(low, parameter, parameters, decorators)
  }
  const body = childByField(tree, node, field.body)
  if (body >= 0) {
    if (kindOf(low, body) === id.block) lowerStatement(low, body)
    else low.visit.result(low, body)
  }
  low.classDepth = outerDepth
}

function lowerParameter(low: PythonLowering, node: number, parameters: ParameterList, decorators: readonly number[]): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const named = childByField(tree, node, field.name)
  const inner = kindOf(low, node) === id.identifier ? node : named >= 0 ? named : firstNamedChild(tree, node)
  if (inner < 0) return
  const isSplat = (at: number): boolean => kindOf(low, at) === id.list_splat_pattern || kindOf(low, at) === id.dictionary_splat_pattern
  const splat = isSplat(inner) ? inner : node
  const name = isSplat(inner) ? firstNamedChild(tree, inner) : inner
  if (name < 0 || kindOf(low, name) !== id.identifier) return
  const annotation = childByField(tree, node, field.type)
  const typeText = typeTextOf(low, annotation)
  const typeNode = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
  const fallback = childByField(tree, node, field.value)
  const declaration = low.names.declarationOf[name]
  const variable = declaration >= 0 ? declaration : name
  const word = nodeText(tree, text, name)
  const isChecked = fallback >= 0 && kindOf(low, fallback) === id.call && hasPattern(nodeText(tree, text, fallback))
  const isHarmless =
    isChecked || isHarmlessType(low, typeText) || isLimitedByDecorator(low, decorators, word) || isFieldOfDecorator(low, decorators, word)
  const scalar = isHarmless && (typeText === 'int' || typeText === 'float' ? 'number' : 'other')
  const provided = lowerProvided(low, typeNode, fallback)
  const harmless = low.harmlessFields.get(modelOf(typeText)) ?? fieldsLimitedByDecorator(low, decorators)
  const made = parameters.add({
    node: name,
    name: word,
    kind: kindOf(low, splat) === id.list_splat_pattern ? 'rest' : kindOf(low, splat) === id.dictionary_splat_pattern ? 'keywords' : 'positional',
    variable: fallback < 0 && provided < 0 && harmless.length === 0 ? variable : -1,
    type: scalar ? -1 : typeOf(low, typeNode),
    scalar,
  })
  const instead = provided >= 0 ? provided : fallback >= 0 ? lowerExpression(low, fallback) : -1
  if (instead >= 0 || harmless.length > 0) {
    let either = instead < 0 ? made : join(low, node, [made, instead])
    for (const field of harmless) either = storePart(low, either, field, value(low, OP.unknown, name), name)
    assignTo(low, name, either)
    parameters.withDefault(variable, either, made)
    low.valueAt[name] = made
  }
  low.valueAt[node] = made
}

/** The class that an annotation names: `Db`, `"Db"`, `Optional[Db]`, `Db | None`, `Annotated[Db, …]`; -1 for none. */
export function typeOf(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id } = kinds
  const inner = node >= 0 && kindOf(low, node) === id.type ? firstNamedChild(tree, node) : node
  if (inner < 0) return -1
  const kind = kindOf(low, inner)
  if (kind === id.identifier || kind === id.attribute) return lowerExpression(low, inner)
  if (kind === id.binary_operator || kind === id.union_type) return typeOf(low, firstNamedChild(tree, inner))
  if (kind === id.string) {
    const declaration = low.moduleNames.get(nodeText(tree, low.text, inner).replace(/^(["'])(.*)\1$/, '$2'))
    return declaration === undefined ? -1 : low.valueAt[declaration]
  }
  if (kind !== id.generic_type && kind !== id.subscript) return -1
  const [name = -1, ...others] = namedChildren(tree, inner)
  const named = others.flatMap((other) => (kindOf(low, other) === id.type_parameter ? namedChildren(tree, other) : [other]))
  const written = name < 0 ? '' : nodeText(tree, low.text, name)
  if (CONTAINERS.test(written)) return lowerContainerType(low, inner, typeOf(low, named.at(-1) ?? -1))
  return HOLDERS.test(written) ? typeOf(low, named[0] ?? -1) : -1
}

/** Types that stand for what they hold. */
const HOLDERS = /^(?:typing\.)?(?:Optional|Annotated|Awaitable|Final|ClassVar|type|Type)$/

/** Types of which any part that is taken out is of what they name last. */
const CONTAINERS =
  /^(?:typing\.|collections\.(?:abc\.)?)?(?:list|List|dict|Dict|set|Set|frozenset|FrozenSet|Sequence|Iterable|Iterator|AsyncIterator|Mapping|MutableMapping|Collection|deque|defaultdict|OrderedDict)$/

function lowerClass(low: PythonLowering, node: number, name: number, decorators: readonly number[]): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const className = name < 0 ? '' : nodeText(tree, text, name)
  const supers = childByField(tree, node, field.superclasses)
  const bases =
    supers < 0
      ? []
      : namedChildren(tree, supers)
          .filter((base) => kindOf(low, base) !== id.keyword_argument && kindOf(low, base) !== 0)
          .map((base) => lowerExpression(low, base))
  const body = childByField(tree, node, field.body)
  const members = body < 0 ? [] : namedChildren(tree, body)
  const extended = supers < 0 ? '' : nodeText(tree, text, supers)
  const isEnumeration = /\b(?:Int|Str)?(?:Enum|Flag)\b|TextChoices\b/.test(extended)
  if (isEnumeration) low.enumerations.add(className)
  const definitions = members.map((member) => {
    const inner = kindOf(low, member) === id.decorated_definition ? childByField(tree, member, field.definition) : member
    return { member, inner, isMethod: kindOf(low, inner) === id.function_definition }
  })
  const above = supers < 0 ? [] : namedChildren(tree, supers).flatMap((base) => low.records.get(nodeText(tree, text, base)) ?? [])
  const isModel = RECORD_BASES.test(extended) || above.some((each) => each.isModel)
  const isRecord = isModel || decorators.some((each) => RECORDS.test(nodeText(tree, text, each)))
  const own = isRecord ? recordFields(low, members) : []
  const fields = [...above.flatMap((each) => each.fields).filter((each) => !own.some(({ name: same }) => same === each.name)), ...own]
  if (isRecord) low.records.set(className, { fields, isModel })
  const limited = isRecord || bases.length > 0 ? harmlessFieldsOf(low, members) : []
  if (isRecord) low.harmlessFields.set(className, limited)
  const classIndex = declareClass(low, { name: className, bases, limited: isEnumeration ? 'all' : limited, isInterface: false })
  const known = low.classes[classIndex]
  let made = -1
  const methods: { name: string; value: number; node: number }[] = []
  for (const { member, inner, isMethod } of definitions) {
    if (!isMethod) continue
    const nameNode = childByField(tree, inner, field.name)
    const methodName = nameNode < 0 ? '' : nodeText(tree, text, nameNode)
    const decorators = inner === member ? [] : namedChildren(tree, member).filter((child) => kindOf(low, child) === id.decorator)
    for (const decorator of decorators) lowerExpression(low, firstNamedChild(tree, decorator))
    const method = lowerFunctionValue(low, inner, { classIndex, isConstructor: methodName === '__init__' }, decorators)
    if (nameNode >= 0) low.valueAt[nameNode] = method
    const accessor = accessorOf(low, decorators, methodName)
    ;(accessor === 'get' ? known.getters : accessor === 'set' ? known.setters : known.methods).set(methodName, low.store.a(method))
    if (accessor !== undefined) continue
    if (methodName === '__init__') made = method
    else methods.push({ name: methodName, value: method, node: inner })
  }
  if (made < 0) {
    made = lowerFunction(low, {
      node,
      name: className,
      hasReceiver: isRecord || bases.length > 0,
      classIndex,
      isConstructor: true,
      body: (parameters) => {
        if (!isRecord) {
          if (bases.length > 0) passToBase(low, node, parameters, FAILURE.test(extended))
          return
        }
        lowerRecord(low, node, fields, parameters, { isTuple: /\bNamedTuple\b/.test(extended), limited: VALIDATES.test(extended) ? limited : [] })
        if (known.methods.has('__post_init__')) callOwn(low, node, '__post_init__')
      },
    }).value
  }
  known.construct = low.store.a(made)
  let held = storePart(low, value(low, OP.join, node, made), '__init__', made, node)
  for (const method of methods) held = storePart(low, held, method.name, method.value, method.node)
  low.classDepth++
  for (const { member, isMethod } of definitions) {
    if (isMethod) continue
    if (kindOf(low, member) === id.expression_statement) lowerClassField(low, member, classIndex)
    else lowerStatement(low, member)
  }
  low.classDepth--
  for (const [key, fields] of known.fields) for (const each of fields) if (!each.isType) held = storePart(low, held, key, each.value, node)
  assignTo(low, name, held)
}

/** `Annotated[Filters, Query()]`, `Optional[Filters]`, `Filters | None`: what a parameter of this type holds. */
function modelOf(typeText: string): string {
  return /^(?:\w+\.)?(?:Annotated|Optional)\[(\w+)[,\]]/.exec(typeText)?.[1] ?? typeText.replace(/\|None$/, '')
}

/** `@property`, `@cached_property`, `@name.setter`. */
function accessorOf(low: PythonLowering, decorators: readonly number[], name: string): 'get' | 'set' | undefined {
  for (const decorator of decorators) {
    const written = nodeText(low.tree, low.text, decorator).replace(/^@\s*/, '')
    if (/(?:^|\.)(?:cached_|hybrid_|async_)?property$/.test(written)) return 'get'
    if (written === `${name}.setter`) return 'set'
  }
  return undefined
}

/** `name: Type = value` in a class body. */
function lowerClassField(low: PythonLowering, statement: number, classIndex: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const assignment = firstNamedChild(tree, statement)
  if (assignment < 0) return
  if (kindOf(low, assignment) !== id.assignment) {
    lowerExpression(low, assignment)
    return
  }
  const left = childByField(tree, assignment, field.left)
  const annotation = childByField(tree, assignment, field.type)
  const right = childByField(tree, assignment, field.right)
  const typeNode = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
  if (left < 0 || kindOf(low, left) !== id.identifier) {
    lowerExpression(low, assignment)
    return
  }
  const name = nodeText(tree, text, left)
  const type = typeOf(low, typeNode)
  if (type >= 0) addField(low, classIndex, name, type, true)
  if (right >= 0) addField(low, classIndex, name, lowerExpression(low, right), false)
}
