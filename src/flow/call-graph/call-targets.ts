import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import { ELEMENT_PARAMETERS } from '../program/collection-methods.ts'
import { createArgumentBinder, type ParameterBinding } from '../../model/match-arguments.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** Levels of functions that pass functions on. */
const MAX_ROUNDS = BOUNDS.callTargetRounds.value

const NOTHING: readonly number[] = []

/** Resolves the callees of all calls: callees bind their parameters to arguments, and these bindings resolve further calls. */
export function resolveCallTargets(project: Project, pointsTo: PointsTo): (readonly number[])[] {
  const { calls } = project
  const calledOn = parametersCalledOn(project, pointsTo)
  const targets: (readonly number[])[] = new Array<readonly number[]>(calls.length).fill(NOTHING)
  const handing = calls.filter(
    ({ spelledName, receiver, arguments: passed }) =>
      receiver >= 0 && passed.length > 0 && (spelledName === 'then' || ELEMENT_PARAMETERS.has(spelledName)),
  )
  const all = calls.map((_, index) => index)
  let open = all
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const index of open) targets[index] = pointsTo.functionsOf(calls[index].callee)
    let news = false
    for (const index of open) if (targets[index].length > 0 && bindArguments(project, pointsTo, calledOn, calls[index], targets[index])) news = true
    for (const call of handing) if (bindCallbackParameters(project, pointsTo, calledOn, call)) news = true
    if (!news) break
    pointsTo.invalidate()
    // If all results are still valid, no binding changes.
    open = all.filter((index) => !isKnown(project, pointsTo, calls[index], targets[index]))
  }
  return targets
}

function isKnown({ op }: Project, pointsTo: PointsTo, call: FlowCall, targets: readonly number[]): boolean {
  if (!pointsTo.isCached(call.callee)) return false
  return targets.length === 0 || call.arguments.every(({ value }) => isNeverFunction(op[value]) || pointsTo.isCached(value))
}

/** Whether values of this kind are never functions, nor hold any. */
function isNeverFunction(op: number): boolean {
  return op === OP.unknown || op === OP.combine
}

/** Binds arguments to the parameters of callees. Returns whether a points-to set has grown. */
function bindArguments(
  { functions, op }: Project,
  pointsTo: PointsTo,
  calledOn: ReadonlySet<number>,
  call: FlowCall,
  targets: readonly number[],
): boolean {
  let news = false
  // Functions of an object call each other through it: `get(x) { return this.request(x) }`.
  for (const target of call.receiver < 0 ? NOTHING : targets) {
    const { receiver } = functions[target]
    if (calledOn.has(receiver) && pointsTo.addValueToParameter(receiver, call.receiver)) news = true
  }
  const binders = targets.map((target) => createArgumentBinder(functions[target].parameters, call.arguments))
  for (const [position, argument] of call.arguments.entries()) {
    if (isNeverFunction(op[argument.value])) continue
    const passed = pointsTo.functionsOf(argument.value)
    for (const [index, target] of targets.entries())
      for (const binding of binders[index](position)) {
        if (!holdsArgument(binding)) continue
        const { value } = functions[target].parameters[binding.parameter]
        if (passed.length > 0 && pointsTo.addFunctionsToParameter(value, passed)) news = true
        if (passed.length === 0 && calledOn.has(value) && pointsTo.addValueToParameter(value, argument.value)) news = true
      }
  }
  return news
}

/** Whether the parameter is the argument, or a list of such arguments. */
function holdsArgument({ kind }: ParameterBinding): boolean {
  return kind === 'value' || kind === 'rest-element' || kind === 'rest-elements'
}

/** `then` passes its receiver to the callback, `forEach` the elements of its receiver. */
function bindCallbackParameters({ functions }: Project, pointsTo: PointsTo, calledOn: ReadonlySet<number>, call: FlowCall): boolean {
  let news = false
  const at = ELEMENT_PARAMETERS.get(call.spelledName)
  for (const target of pointsTo.functionsOf(call.arguments[0].value)) {
    const parameter = functions[target].parameters[at ?? 0]
    if (parameter === undefined) continue
    const isCalledOn = calledOn.has(parameter.value)
    if (at === undefined) {
      if (isCalledOn && pointsTo.addValueToParameter(parameter.value, call.receiver)) news = true
      continue
    }
    for (const element of pointsTo.elementsOf(call.receiver)) {
      const passed = pointsTo.functionsOf(element)
      if (
        passed.length > 0
          ? pointsTo.addFunctionsToParameter(parameter.value, passed)
          : isCalledOn && pointsTo.addValueToParameter(parameter.value, element)
      )
        news = true
    }
  }
  return news
}

/** Parameters whose methods are called: `service.find(x)`, also if a field contains them. */
function parametersCalledOn({ calls, classes, functions, op, a, owner }: Project, pointsTo: PointsTo): ReadonlySet<number> {
  const found = new Set<number>()
  const addParameter = (value: number): void => {
    let at = pointsTo.rootOf(value)
    for (let steps = 0; steps < 4 && op[at] === OP.load; steps++) at = pointsTo.rootOf(a[at])
    if (op[at] === OP.parameter && (a[at] >= 0 || functions[owner[at]].classIndex < 0)) found.add(at)
  }
  for (const { receiver, callee } of calls) {
    if (receiver >= 0) addParameter(receiver)
    // `({ onPick }) => onPick(x)`
    else if (callee >= 0 && op[pointsTo.rootOf(callee)] === OP.load) addParameter(callee)
  }
  for (const { fields } of classes)
    for (const declarations of fields.values()) for (const { value } of declarations) if (value >= 0) addParameter(value)
  return found
}
