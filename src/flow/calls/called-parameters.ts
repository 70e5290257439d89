import { OP } from '../../model/program.ts'
import type { FlowCall, Project } from '../project/build-project.ts'
import type { FunctionResolver } from './resolve-functions.ts'

/** A parameter that is called: by its function, `function each(list, show) { … show(x) … }`, or by one that this makes, `(run) => (...list) => run(...list)`. */
export interface CalledParameter {
  /** The function that the call stands in. */
  readonly func: number
  /** The one whose parameter it is: the same, or one around it. */
  readonly of: number
  /** Its index. */
  readonly at: number
}

/** Where a function is called: the call, or its argument of this position, which the call hands on. */
export interface Site {
  readonly call: number
  /** -1 for the call itself. */
  readonly callback: number
}

/** Calls of parameters of the function that they stand in, or of those around it. */
export function findCalledParameters(
  { calls, functions, op, a, owner }: Project,
  resolver: FunctionResolver,
  targets: readonly (readonly number[])[],
): ReadonlyMap<number, CalledParameter> {
  const found = new Map<number, CalledParameter>()
  for (const [index, { callee, owner: func }] of calls.entries()) {
    if (callee < 0 || targets[index].length === 0) continue
    const called = resolver.identityOf(callee)
    if (op[called] !== OP.parameter || a[called] < 0) continue
    if (owner[called] === func || owner[called] === functions[func].parent) found.set(index, { func, of: owner[called], at: a[called] })
  }
  return found
}

/** Functions that are passed for the parameter by who calls its function at a site, or has made what is called there; undefined where that is not plain to see. */
export function functionsPassedFor(project: Project, links: Links, site: Site, called: CalledParameter): readonly number[] | undefined {
  if (called.of !== called.func) {
    const made = madeBy(project, links, site, called.of)
    return made < 0 ? undefined : passedIn(project, links.resolver, project.calls[made], called)
  }
  return site.callback >= 0 || links.ahead.has(site.call) ? undefined : passedIn(project, links.resolver, project.calls[site.call], called)
}

/** The call of a function that has made what is called at a site: `make(x)` of `const run = make(x)`; -1 where that is not plain to see. */
export function madeBy(
  { op, a, calls }: Project,
  { resolver, targets }: Pick<Links, 'resolver' | 'targets'>,
  { call, callback }: Site,
  maker: number,
): number {
  const called = callback < 0 ? calls[call].callee : (calls[call].arguments[callback]?.value ?? -1)
  let at = called < 0 ? called : resolver.identityOf(called)
  if (at >= 0 && op[at] === OP.load) at = resolver.identityOf(a[at])
  return at >= 0 && op[at] === OP.result && targets[a[at]].includes(maker) ? a[at] : -1
}

interface Links {
  readonly resolver: FunctionResolver
  readonly targets: readonly (readonly number[])[]
  /** Calls of functions of which some arguments were given before. */
  readonly ahead: ReadonlyMap<number, number>
}

function passedIn(project: Project, resolver: FunctionResolver, call: FlowCall, { of, at }: CalledParameter): readonly number[] | undefined {
  const parameter = project.functions[of].parameters[at]
  if (parameter === undefined || parameter.kind !== 'positional') return undefined
  if (call.arguments.some(({ kind }) => kind === 'spread' || kind === 'keyword-spread')) return undefined
  const argument =
    call.arguments.find(({ kind, name }) => kind === 'keyword' && name === parameter.name) ??
    (call.arguments[at]?.kind === 'positional' ? call.arguments[at] : undefined)
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
