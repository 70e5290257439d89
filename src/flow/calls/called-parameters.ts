import { OP } from '../../model/program.ts'
import type { FlowCall, Project } from '../project/build-project.ts'
import type { FunctionResolver } from './resolve-functions.ts'

/** A parameter that its function calls: `function each(list, show) { … show(x) … }`. */
export interface CalledParameter {
  readonly func: number
  /** Its index. */
  readonly at: number
}

/** Calls of parameters of the function that they stand in. */
export function findCalledParameters(
  { calls, op, a, owner }: Project,
  resolver: FunctionResolver,
  targets: readonly (readonly number[])[],
): ReadonlyMap<number, CalledParameter> {
  const found = new Map<number, CalledParameter>()
  for (const [index, { callee, owner: func }] of calls.entries()) {
    if (callee < 0 || targets[index].length === 0) continue
    const called = resolver.identityOf(callee)
    if (op[called] === OP.parameter && a[called] >= 0 && owner[called] === func) found.set(index, { func, at: a[called] })
  }
  return found
}

/** Functions that a call passes for the parameter; undefined where that is not plain to see. */
export function functionsPassedFor(
  project: Project,
  resolver: FunctionResolver,
  call: FlowCall,
  { func, at }: CalledParameter,
): readonly number[] | undefined {
  const parameter = project.functions[func].parameters[at]
  if (parameter === undefined || parameter.kind !== 'positional') return undefined
  // What is spread behind the argument is no part of it: `later(show, *names, **options)`.
  const isPlaced = call.arguments.slice(0, at + 1).every(({ kind }) => kind === 'positional')
  const argument = isPlaced ? call.arguments[at] : call.arguments.find(({ kind, name }) => kind === 'keyword' && name === parameter.name)
  if (argument === undefined) return undefined
  const passed = resolver.functionsOf(argument.value)
  return passed.length === 0 && !isForeign(project, resolver, argument.value) ? undefined : passed
}

/** Whether a value comes from outside of the project: `print`, `console.log`. */
function isForeign({ op, a }: Project, resolver: FunctionResolver, value: number): boolean {
  let at = resolver.identityOf(value)
  for (let steps = 0; steps < 4 && op[at] === OP.load; steps++) at = resolver.identityOf(a[at])
  return op[at] === OP.unknown || op[at] === OP.imported
}
