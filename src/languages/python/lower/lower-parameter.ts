import { OP, type ProgramParameter } from '../../../model/program.ts'
import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import type { ParameterList } from '../../lowering/lower-function.ts'
import { phi, storeField, addValue } from '../../lowering/values.ts'
import { isCommandContext, isConstrainedByDecorator, constrainedOptionsOf } from './command-options.ts'
import { hasPattern, isSanitizingType, typeTextOf } from './sanitizing-type.ts'
import { lowerDependency } from './lower-dependency.ts'
import { constantArgument, constantProperties } from './read-branch-condition.ts'
import { fieldsConstrainedByDecorator, isFieldOfDecorator, schemaOfDecorators } from './request-arguments.ts'
import { assignTo, kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { typeOf } from './read-type.ts'
import { classOfParameter } from './view-classes.ts'

interface ParameterHome {
  readonly parameters: ParameterList
  /** The decorators of the function. */
  readonly decorators: readonly number[]
}

/** Adds a parameter and binds its name to the parameter, its default, the injected value and the sanitized fields of its type. */
export function lowerParameter(low: PythonLowering, node: number, { parameters, decorators }: ParameterHome): void {
  const written = readParameter(low, node)
  if (written === undefined) return
  const { name, typeNode, fallback: defaultValue } = written
  const declaration = low.names.declarationOf[name]
  const variable = declaration >= 0 ? declaration : name
  const limited = scalarOf(low, written, decorators)
  const scalar = limited !== false ? limited : isCommandContext(low, decorators, node) && 'other'
  const provided = lowerDependency(low, typeNode, defaultValue)
  const harmless = [
    ...(low.sanitizedFields.get(modelOf(written.typeText)) ?? fieldsConstrainedByDecorator(low, decorators)),
    ...constrainedOptionsOf(low, written.kind, written.word),
  ]
  const made = parameters.add({
    node: name,
    name: written.word,
    kind: written.kind,
    variable: defaultValue < 0 && provided < 0 && harmless.length === 0 ? variable : -1,
    type: limited
      ? -1
      : typeNode >= 0
        ? typeOf(low, typeNode)
        : decorators.length > 0
          ? schemaOfDecorators(low, decorators)
          : classOfParameter(low, written.word, name),
    scalar,
    isString: provided < 0 && TEXT_TYPE.test(written.typeText),
    isTyped: typeNode >= 0,
    defaultValue: defaultValue < 0 ? undefined : constantArgument(low, defaultValue),
    ...(defaultValue < 0 ? {} : { defaultProperties: constantProperties(low, defaultValue) }),
  })
  const instead = provided >= 0 ? provided : defaultValue >= 0 ? lowerExpression(low, defaultValue) : -1
  if (instead >= 0 || harmless.length > 0) {
    let either = instead < 0 ? made : phi(low, node, [made, instead])
    for (const field of harmless) either = storeField(low, either, field, addValue(low, OP.unknown, name), name)
    assignTo(low, name, either)
    parameters.bindDefault(variable, either, made)
    low.valueAt[name] = made
  }
  low.valueAt[node] = made
}

/** Matches `str`, `Optional[str]`, `str | None`, `list[str]`, `Annotated[str, Query()]`, without spaces. */
const TEXT_TYPE = /^(?:(?:typing\.)?(?:Annotated|Optional|Union|[Ll]ist)\[)*str\b/

interface ParameterSyntax {
  /** Its identifier and its text. */
  readonly name: number
  readonly word: string
  readonly kind: ProgramParameter['kind']
  /** Its type and the text of the type without spaces; -1 and empty for none. */
  readonly typeNode: number
  readonly typeText: string
  /** Its default; -1 for none. */
  readonly fallback: number
}

/** Undefined for `/`, `*` and invalid syntax. */
function readParameter(low: PythonLowering, node: number): ParameterSyntax | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const named = childByField(tree, node, field.name)
  const inner = kindOf(low, node) === id.identifier ? node : named >= 0 ? named : firstNamedChild(tree, node)
  if (inner < 0) return undefined
  const isSplat = kindOf(low, inner) === id.list_splat_pattern || kindOf(low, inner) === id.dictionary_splat_pattern
  const name = isSplat ? firstNamedChild(tree, inner) : inner
  if (name < 0 || kindOf(low, name) !== id.identifier) return undefined
  const splat = kindOf(low, isSplat ? inner : node)
  const annotation = childByField(tree, node, field.type)
  return {
    name,
    word: nodeText(tree, text, name),
    kind: splat === id.list_splat_pattern ? 'rest' : splat === id.dictionary_splat_pattern ? 'keywords' : 'positional',
    typeNode: annotation < 0 ? -1 : firstNamedChild(tree, annotation),
    typeText: typeTextOf(low, annotation),
    fallback: childByField(tree, node, field.value),
  }
}

/** The scalar kind of a parameter whose type, default or decorator constrains it. */
function scalarOf(low: PythonLowering, { word, typeText, fallback }: ParameterSyntax, decorators: readonly number[]): ProgramParameter['scalar'] {
  const isChecked = fallback >= 0 && kindOf(low, fallback) === low.kinds.id.call && hasPattern(low, nodeText(low.tree, low.text, fallback))
  const isHarmless =
    isChecked || isSanitizingType(low, typeText) || isConstrainedByDecorator(low, decorators, word) || isFieldOfDecorator(low, decorators, word)
  return isHarmless && (typeText === 'int' || typeText === 'float' ? 'number' : 'other')
}

/** The model name in `Annotated[Filters, Query()]`, `Optional[Filters]` and `Filters | None`. */
function modelOf(typeText: string): string {
  return /^(?:\w+\.)?(?:Annotated|Optional)\[(\w+)[,\]]/.exec(typeText)?.[1] ?? typeText.replace(/\|None$/, '')
}
