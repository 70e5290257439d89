import type { ProgramArgument } from '../../model/program.ts'
import { isEmptyPath } from './access-paths.ts'
import type { FlowFunction } from '../program/link-program.ts'
import type { ContextSensitiveCall, CallSite } from '../call-graph/context-sensitive-calls.ts'
import type { EntryFact, IncomingEdge } from './entry-facts.ts'
import { enterFunction, propagateOrExit } from './interprocedural-edges.ts'
import { ANY_KEY } from './path-table.ts'
import { passToUnknown } from './unknown-calls.ts'
import { type SolverState, takeStep } from './solver-state.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** A fact is passed to a call as the argument at `position`; -1 for the receiver. */
export function passArgument(s: SolverState, fact: number, callIndex: number, position: number): void {
  const { facts, links } = s
  const settled = links.promiseSettlers.get(callIndex)
  if (settled !== undefined) {
    if (position >= 0) propagateOrExit(s, facts.entry[fact], settled, facts.path[fact], facts.labels[fact], fact)
    return
  }
  if (links.replaced.has(callIndex) || (position >= 0 && isModuleVariable(s, fact))) return
  const targets = links.targets[callIndex]
  if (targets.length === 0) {
    if (position >= 0 || !passMethodResult(s, fact, callIndex)) passToUnknown(s, fact, callIndex, position)
    return
  }
  const entry = facts.entry[fact]
  const edge: IncomingEdge = { call: callIndex, callback: -1, fact }
  const chosen = entry < 0 ? undefined : s.callees.callIn(callIndex, s.entryFacts[entry].func)
  if (chosen !== undefined) passToChosenCallees(s, s.entryFacts[entry], edge, position, chosen)
  else for (const target of targets) passToFunction(s, edge, position, target)
}

/** Propagates what a method of the receiver returns, if the key of the tainted path is the method: `json()` of a request. Returns whether it is. */
function passMethodResult(s: SolverState, fact: number, callIndex: number): boolean {
  const { project, facts, paths } = s
  const path = facts.path[fact]
  const { spelledName, result } = project.calls[callIndex]
  const key = project.keys[paths.firstKey(path)] ?? ''
  if (key.length !== spelledName.length + 2 || key !== `${spelledName}()`) return false
  propagateOrExit(s, facts.entry[fact], result, paths.suffix(path, paths.firstKey(path)), facts.labels[fact], fact)
  return true
}

/** Whether a variable of a module is tainted, and the module itself is passed: `patch.object(run, 'name')`, `vars(logging)`. That passes no data. */
function isModuleVariable({ facts, project, isModule }: SolverState, fact: number): boolean {
  const value = facts.value[fact]
  return !isEmptyPath(facts.path[fact]) && semanticsOf(project.files[project.fileOf[value]].language).hasModuleObjects && isModule(value)
}

/** The callers of an entry fact choose the callees of a call in its function. Only callees that callers of this entry fact choose are entered. */
function passToChosenCallees(s: SolverState, entryFact: EntryFact, edge: IncomingEdge, position: number, chosen: ContextSensitiveCall): void {
  const entered = new Set<number>()
  const apply = (site: CallSite): void => {
    if (!takeStep(s)) return
    for (const target of s.callees.calleesAt(site, chosen) ?? s.links.targets[edge.call]) {
      if (entered.has(target)) continue
      entered.add(target)
      passToFunction(s, edge, position, target)
    }
  }
  entryFact.siteListeners.set(`${edge.call}:${position}:${edge.fact}`, apply)
  for (const site of [...entryFact.callSites.values()]) apply(site)
}

function passToFunction(s: SolverState, edge: IncomingEdge, at: number, target: number): void {
  const { project, facts, links, budget } = s
  const call = project.calls[edge.call]
  const func = project.functions[target]
  const path = facts.path[edge.fact]
  if (at < 0) {
    if (!call.isConstruct) enterFunction(s, target, func.receiver, path, edge)
    return
  }
  const argument = call.arguments[at]
  const position = at + (links.partialArguments.get(edge.call) ?? 0)
  switch (argument.kind) {
    case 'keyword':
      passKeyword(s, edge, target, func, argument)
      return
    case 'keyword-spread':
      passKeywordSpread(s, edge, target, func, argument)
      return
    case 'spread':
      passSpread(s, edge, target, func, position)
      return
    default:
      budget.steps -= at
      passPositional(
        s,
        edge,
        target,
        func,
        position,
        call.arguments.slice(0, at).some(({ kind }) => kind === 'spread'),
      )
  }
}

function passKeyword(s: SolverState, edge: IncomingEdge, target: number, { parameters }: FlowFunction, { name }: ProgramArgument): void {
  const path = s.facts.path[edge.fact]
  const parameter = parameters.find((each) => each.name === name && each.kind === 'positional')
  if (parameter !== undefined) {
    enterFunction(s, target, parameter.value, path, edge)
    return
  }
  const rest = parameters.find(({ kind }) => kind === 'keywords')
  if (rest !== undefined) enterFunction(s, target, rest.value, s.paths.prefix(s.project.keyId(name ?? ''), path), edge)
}

function passKeywordSpread(s: SolverState, edge: IncomingEdge, target: number, { parameters }: FlowFunction, argument: ProgramArgument): void {
  const constrained = s.schemaConstrainedSpreads.get(argument.value) ?? NO_NAMES
  const without = (path: number, name: string): number => (path < 0 ? path : s.paths.exclude(path, s.project.keyId(name)))
  const path = s.facts.path[edge.fact]
  for (const { kind, name, value } of parameters) {
    if (kind === 'keywords') enterFunction(s, target, value, [...constrained].reduce(without, path), edge)
    else if (kind === 'positional' && !constrained.has(name)) enterFunction(s, target, value, s.paths.suffix(path, s.project.keyId(name)), edge)
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

function passSpread(s: SolverState, edge: IncomingEdge, target: number, { parameters }: FlowFunction, position: number): void {
  const path = s.facts.path[edge.fact]
  for (const [index, { kind, value }] of parameters.entries()) {
    if (kind === 'rest') {
      enterFunction(s, target, value, path, edge)
      // Parameters after it are passed by name.
      return
    }
    if (kind === 'positional' && index >= position)
      enterFunction(s, target, value, s.paths.suffix(path, s.project.keyId(String(index - position))), edge)
  }
}

function passPositional(
  s: SolverState,
  edge: IncomingEdge,
  target: number,
  { parameters }: FlowFunction,
  position: number,
  spreadBefore: boolean,
): void {
  const path = s.facts.path[edge.fact]
  const rest = parameters.findIndex(({ kind }) => kind === 'rest')
  if (rest >= 0 && (position >= rest || spreadBefore))
    enterFunction(s, target, parameters[rest].value, s.paths.prefix(spreadBefore ? ANY_KEY : s.project.keyId(String(position - rest)), path), edge)
  if (spreadBefore || (rest >= 0 && position >= rest)) return
  const parameter = parameters[position]
  if (parameter !== undefined && parameter.kind === 'positional') enterFunction(s, target, parameter.value, path, edge)
}
