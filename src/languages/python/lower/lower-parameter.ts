import { OP, type ProgramParameter } from '../../../model/program.ts'
import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import type { ParameterList } from '../../lowering/lower-function.ts'
import { join, storePart, value } from '../../lowering/values.ts'
import { isKeptForCommands, isLimitedByDecorator, limitedOptionsOf } from './command-options.ts'
import { hasPattern, isHarmlessType, typeTextOf } from './harmless-type.ts'
import { lowerProvided } from './lower-provided.ts'
import { assignTo } from './lower-target.ts'
import { constantPassed, partConstants } from './read-branch-condition.ts'
import { fieldsLimitedByDecorator, isFieldOfDecorator, schemaOfDecorators } from './parsed-arguments.ts'
import { kindOf, lowerExpression, type PythonLowering } from './python-lowering.ts'
import { typeOf } from './read-type.ts'
import { classTakenAs } from './view-classes.ts'

interface ParameterHome {
  readonly parameters: ParameterList
  /** Those of the function. */
  readonly decorators: readonly number[]
}

/** Adds a parameter, and makes its name hold what stands for it too: its default, what a framework passes, fields that hold nothing harmful. */
export function lowerParameter(low: PythonLowering, node: number, { parameters, decorators }: ParameterHome): void {
  const written = readParameter(low, node)
  if (written === undefined) return
  const { name, typeNode, fallback } = written
  const declaration = low.names.declarationOf[name]
  const variable = declaration >= 0 ? declaration : name
  const limited = scalarOf(low, written, decorators)
  const scalar = limited !== false ? limited : isKeptForCommands(low, decorators, node) && 'other'
  const provided = lowerProvided(low, typeNode, fallback)
  const harmless = [
    ...(low.harmlessFields.get(modelOf(written.typeText)) ?? fieldsLimitedByDecorator(low, decorators)),
    ...limitedOptionsOf(low, written.kind, written.word),
  ]
  const made = parameters.add({
    node: name,
    name: written.word,
    kind: written.kind,
    variable: fallback < 0 && provided < 0 && harmless.length === 0 ? variable : -1,
    type: limited
      ? -1
      : typeNode >= 0
        ? typeOf(low, typeNode)
        : decorators.length > 0
          ? schemaOfDecorators(low, decorators)
          : classTakenAs(low, written.word, name),
    scalar,
    isText: provided < 0 && TEXT_TYPE.test(written.typeText),
    fallback: fallback < 0 ? undefined : constantPassed(low, fallback),
    ...(fallback < 0 ? {} : { fallbackParts: partConstants(low, fallback) }),
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

/** `str`, `Optional[str]`, `str | None`, `list[str]`, `Annotated[str, Query()]`, without spaces. */
const TEXT_TYPE = /^(?:(?:typing\.)?(?:Annotated|Optional|Union|[Ll]ist)\[)*str\b/

interface WrittenParameter {
  /** Its identifier, and the text of that. */
  readonly name: number
  readonly word: string
  readonly kind: ProgramParameter['kind']
  /** Its type, and the text of that without spaces; -1 and empty for none. */
  readonly typeNode: number
  readonly typeText: string
  /** Its default, -1 for none. */
  readonly fallback: number
}

/** Undefined for what is no parameter: `/`, `*`, broken code. */
function readParameter(low: PythonLowering, node: number): WrittenParameter | undefined {
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

/** What it holds when its type, its default or a decorator lets nothing harmful through. */
function scalarOf(low: PythonLowering, { word, typeText, fallback }: WrittenParameter, decorators: readonly number[]): ProgramParameter['scalar'] {
  const isChecked = fallback >= 0 && kindOf(low, fallback) === low.kinds.id.call && hasPattern(nodeText(low.tree, low.text, fallback))
  const isHarmless =
    isChecked || isHarmlessType(low, typeText) || isLimitedByDecorator(low, decorators, word) || isFieldOfDecorator(low, decorators, word)
  return isHarmless && (typeText === 'int' || typeText === 'float' ? 'number' : 'other')
}

/** `Annotated[Filters, Query()]`, `Optional[Filters]`, `Filters | None`: what a parameter of this type holds. */
function modelOf(typeText: string): string {
  return /^(?:\w+\.)?(?:Annotated|Optional)\[(\w+)[,\]]/.exec(typeText)?.[1] ?? typeText.replace(/\|None$/, '')
}
