/** An argument as a call passes it. */
export interface PassedArgument {
  readonly kind: 'positional' | 'keyword' | 'spread' | 'keyword-spread'
  /** For keyword arguments. */
  readonly name?: string | undefined
}

/** A parameter as a function declares it. */
export interface DeclaredParameter {
  readonly kind: 'positional' | 'rest' | 'keywords'
  readonly name: string
}

/** How an argument reaches one parameter. */
export type ParameterBinding = {
  /** Index of the parameter. */
  readonly parameter: number
} & (
  | { /** The parameter is the argument. */ readonly kind: 'value' }
  | {
      /** The argument is an element of the rest parameter. The index is undefined after a spread argument. */
      readonly kind: 'rest-element'
      readonly index: number | undefined
    }
  | { /** The elements of a spread argument are elements of the rest parameter. */ readonly kind: 'rest-elements' }
  | { /** The argument is an entry of the keywords parameter. */ readonly kind: 'keyword-entry'; readonly name: string }
  | { /** The entries of a spread dictionary are entries of the keywords parameter. */ readonly kind: 'keyword-entries' }
  | { /** The parameter is an element of a spread argument. */ readonly kind: 'spread-element'; readonly index: number }
  | { /** The parameter is an entry of a spread dictionary. */ readonly kind: 'spread-entry'; readonly name: string }
)

/**
 * Returns the parameters that an argument of a call may reach, by the index of the argument. `bound` is the number of arguments that a partial application has bound
 * before the first argument of this call. Looks through both lists once, so that binding all arguments of a call takes linear time.
 */
export function createArgumentBinder(
  parameters: readonly DeclaredParameter[],
  passed: readonly PassedArgument[],
  bound = 0,
): (at: number) => readonly ParameterBinding[] {
  const rest = parameters.findIndex(({ kind }) => kind === 'rest')
  const firstSpread = passed.findIndex(({ kind }) => kind === 'spread')
  return (at) => {
    const argument = passed[at]
    switch (argument?.kind) {
      case 'positional':
        return bindPositional(parameters, at + bound, { rest, isAfterSpread: firstSpread >= 0 && at > firstSpread })
      case 'keyword':
        return bindKeyword(parameters, argument.name ?? '')
      case 'spread':
        return bindSpread(parameters, at + bound)
      case 'keyword-spread':
        return bindKeywordSpread(parameters)
      default:
        return NO_BINDINGS
    }
  }
}

const NO_BINDINGS: readonly ParameterBinding[] = []

/** The position of an argument after a spread is unknown. Such an argument is bound to the rest parameter only. */
function bindPositional(
  parameters: readonly DeclaredParameter[],
  position: number,
  { rest, isAfterSpread }: { readonly rest: number; readonly isAfterSpread: boolean },
): readonly ParameterBinding[] {
  if (rest >= 0 && (isAfterSpread || position >= rest))
    return [{ parameter: rest, kind: 'rest-element', index: isAfterSpread ? undefined : position - rest }]
  return !isAfterSpread && parameters[position]?.kind === 'positional' ? [{ parameter: position, kind: 'value' }] : NO_BINDINGS
}

function bindKeyword(parameters: readonly DeclaredParameter[], name: string): readonly ParameterBinding[] {
  const named = parameters.findIndex((each) => each.kind === 'positional' && each.name === name)
  if (named >= 0) return [{ parameter: named, kind: 'value' }]
  const keywords = parameters.findIndex(({ kind }) => kind === 'keywords')
  return keywords < 0 ? NO_BINDINGS : [{ parameter: keywords, kind: 'keyword-entry', name }]
}

/** Parameters after the rest parameter are passed by name only. */
function bindSpread(parameters: readonly DeclaredParameter[], position: number): readonly ParameterBinding[] {
  const bindings: ParameterBinding[] = []
  for (const [parameter, { kind }] of parameters.entries()) {
    if (kind === 'rest') return [...bindings, { parameter, kind: 'rest-elements' }]
    if (kind === 'positional' && parameter >= position) bindings.push({ parameter, kind: 'spread-element', index: parameter - position })
  }
  return bindings
}

function bindKeywordSpread(parameters: readonly DeclaredParameter[]): readonly ParameterBinding[] {
  return parameters.flatMap(({ kind, name }, parameter): readonly ParameterBinding[] => {
    if (kind === 'keywords') return [{ parameter, kind: 'keyword-entries' }]
    return kind === 'positional' ? [{ parameter, kind: 'spread-entry', name }] : NO_BINDINGS
  })
}

/** The index of the one parameter that has the argument as its value or as an element; -1 if the argument is spread or its position is unknown. */
export function parameterFor(parameters: readonly DeclaredParameter[], passed: readonly PassedArgument[], at: number): number {
  return valueParameter(createArgumentBinder(parameters, passed)(at))
}

function valueParameter([binding]: readonly ParameterBinding[]): number {
  return binding?.kind === 'value' || (binding?.kind === 'rest-element' && binding.index !== undefined) ? binding.parameter : -1
}

/** The argument that is the value of a parameter; undefined if the call passes none, or if a spread may pass it. */
export function argumentFor<Argument extends PassedArgument>(
  parameters: readonly DeclaredParameter[],
  passed: readonly Argument[],
  parameter: number,
): Argument | undefined {
  if (parameters[parameter]?.kind !== 'positional') return undefined
  const { name } = parameters[parameter]
  const isKeywordOnly = parameters.slice(0, parameter).some(({ kind }) => kind === 'rest')
  const isPositional = !isKeywordOnly && passed[parameter]?.kind === 'positional' && passed.slice(0, parameter).every(({ kind }) => kind !== 'spread')
  return isPositional ? passed[parameter] : passed.find((each) => each.kind === 'keyword' && each.name === name)
}

/**
 * The arguments that a selector of the rule format names: an index from 0, from the end if negative, a keyword, or `*` for all. `behindSpread` states which
 * argument stands for an index at or after a spread: the spread argument, or the positional argument at that index.
 */
export function selectArguments<Argument extends PassedArgument>(
  passed: readonly Argument[],
  selector: number | string,
  behindSpread: 'spread' | 'positional',
): readonly Argument[] {
  if (selector === '*') return passed
  if (typeof selector === 'string' && !isIndex(selector)) return passed.filter(({ kind, name }) => kind === 'keyword' && name === selector)
  const index = Number(selector)
  const positions = passed.filter(({ kind }) => kind === 'positional' || (kind === 'spread' && behindSpread === 'spread'))
  const spread = positions.findIndex(({ kind }) => kind === 'spread')
  const found = positions.at(spread >= 0 && index >= spread ? spread : index)
  return found === undefined ? [] : [found]
}

/** Whether a selector is an index and not a name. */
export function isIndex(selector: number | string): boolean {
  return typeof selector === 'number' || /^-?\d+$/.test(selector)
}

/** Whether some selector names the argument at a position, -1 for the receiver. Without selectors every argument and the receiver are meant. */
export function isSelected(selectors: readonly (number | string)[] | undefined, passed: readonly PassedArgument[], at: number): boolean {
  if (selectors === undefined || selectors.includes('*')) return true
  return at >= 0 && selectors.some((selector) => selectArguments(passed, selector, 'spread').includes(passed[at]))
}

/** Whether an argument is the one with this position or, if it is a keyword argument, with this name. */
export function isArgument({ kind, name }: PassedArgument, at: number, meant: { readonly position: number; readonly name: string }): boolean {
  return kind === 'keyword' ? name === meant.name : at === meant.position
}

/** Whether the argument at a position is one of those from `first` to `last`, both from the end if negative. A spread may be any of those after it. */
export function isInRange(passed: readonly PassedArgument[], at: number, first: number, last: number): boolean {
  const { kind } = passed[at]
  if (kind === 'keyword' || kind === 'keyword-spread') return first === 0 && last === Number.POSITIVE_INFINITY
  return at <= positionFromStart(passed, last) && (kind === 'spread' || at >= positionFromStart(passed, first))
}

/** The last argument is -1. */
export function positionFromStart(passed: readonly PassedArgument[], position: number): number {
  return position < 0 ? passed.length + position : position
}
