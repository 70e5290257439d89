import type { ProgramArgument } from '../../model/program.ts'
import { ANY_KEY, isEmptyPath } from './access-paths.ts'
import type { FlowFunction } from '../program/link-program.ts'
import type { ContextSensitiveCall, CallSite } from '../call-graph/context-sensitive-calls.ts'
import { enterFunction, propagateOrExit } from './interprocedural-edges.ts'
import { passToUnknown } from './unknown-calls.ts'
import { type IncomingEdge, type EntryFact, takeStep, type SolverState } from './solver-state.ts'

/** Tainted data is passed to a call, as argument number `position`; -1 for the receiver. */
export function passArgument(s: SolverState, fact: number, callIndex: number, position: number): void {
  const { facts, links } = s
  const settled = links.promiseSettlers.get(callIndex)
  if (settled !== undefined) {
    if (position >= 0) propagateOrExit(s, facts.entry[fact], settled, facts.path[fact], facts.labels[fact], fact)
    return
  }
  if (links.replaced.has(callIndex) || (position >= 0 && isModuleVariable(s, fact))) return
  const reached = links.targets[callIndex]
  if (reached.length === 0) {
    passToUnknown(s, fact, callIndex, position)
    return
  }
  const entry = facts.entry[fact] - s.sourceGroupCount
  const chosen = entry < 0 ? undefined : s.callees.callIn(callIndex, s.entryFacts[entry].func)
  if (chosen !== undefined) passToChosenCallees(s, s.entryFacts[entry], { call: callIndex, callback: -1, fact }, position, chosen)
  else for (const target of reached) passToFunction(s, { call: callIndex, callback: -1, fact }, position, target)
}

/** What a variable of a module holds does not go where the module is handed as a whole: `patch.object(run, 'name')`, `vars(logging)`. */
function isModuleVariable({ facts, project, isModule }: SolverState, fact: number): boolean {
  const value = facts.value[fact]
  return !isEmptyPath(facts.path[fact]) && project.files[project.fileOf[value]].language === 'python' && isModule(value)
}

/** A function that was entered calls what its callers have chosen: what those who entered it chose is called, and not what others did. */
function passToChosenCallees(s: SolverState, entry: EntryFact, within: IncomingEdge, position: number, chosen: ContextSensitiveCall): void {
  const entered = new Set<number>()
  const apply = (site: CallSite): void => {
    if (!takeStep(s)) return
    for (const target of s.callees.calleesAt(site, chosen) ?? s.links.targets[within.call]) {
      if (entered.has(target)) continue
      entered.add(target)
      passToFunction(s, within, position, target)
    }
  }
  entry.siteListeners.set(`${within.call}:${position}:${within.fact}`, apply)
  for (const site of [...entry.callSites.values()]) apply(site)
}

function passToFunction(s: SolverState, caller: IncomingEdge, at: number, target: number): void {
  const { project, facts, links, budget } = s
  const call = project.calls[caller.call]
  const func = project.functions[target]
  const path = facts.path[caller.fact]
  if (at < 0) {
    if (!call.isConstruct) enterFunction(s, target, func.receiver, path, caller)
    return
  }
  const argument = call.arguments[at]
  const position = at + (links.partialArguments.get(caller.call) ?? 0)
  switch (argument.kind) {
    case 'keyword':
      passKeyword(s, caller, target, func, argument)
      return
    case 'keyword-spread':
      passKeywordSpread(s, caller, target, func, argument)
      return
    case 'spread':
      passSpread(s, caller, target, func, position)
      return
    default:
      budget.steps -= at
      passPositional(
        s,
        caller,
        target,
        func,
        position,
        call.arguments.slice(0, at).some(({ kind }) => kind === 'spread'),
      )
  }
}

function passKeyword(s: SolverState, caller: IncomingEdge, target: number, { parameters }: FlowFunction, { name }: ProgramArgument): void {
  const path = s.facts.path[caller.fact]
  const parameter = parameters.find((each) => each.name === name && each.kind === 'positional')
  if (parameter !== undefined) {
    enterFunction(s, target, parameter.value, path, caller)
    return
  }
  const rest = parameters.find(({ kind }) => kind === 'keywords')
  if (rest !== undefined) enterFunction(s, target, rest.value, s.paths.prefix(s.project.keyId(name ?? ''), path), caller)
}

function passKeywordSpread(s: SolverState, caller: IncomingEdge, target: number, { parameters }: FlowFunction, argument: ProgramArgument): void {
  const constrained = s.schemaConstrainedSpreads.get(argument.value) ?? NO_NAMES
  const without = (path: number, name: string): number => (path < 0 ? path : s.paths.exclude(path, s.project.keyId(name)))
  const path = s.facts.path[caller.fact]
  for (const { kind, name, value } of parameters) {
    if (kind === 'keywords') enterFunction(s, target, value, [...constrained].reduce(without, path), caller)
    else if (kind === 'positional' && !constrained.has(name)) enterFunction(s, target, value, s.paths.suffix(path, s.project.keyId(name)), caller)
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

function passSpread(s: SolverState, caller: IncomingEdge, target: number, { parameters }: FlowFunction, position: number): void {
  const path = s.facts.path[caller.fact]
  for (const [index, { kind, value }] of parameters.entries()) {
    if (kind === 'rest') {
      enterFunction(s, target, value, path, caller)
      // What stands behind is passed by name.
      return
    }
    if (kind === 'positional' && index >= position)
      enterFunction(s, target, value, s.paths.suffix(path, s.project.keyId(String(index - position))), caller)
  }
}

function passPositional(
  s: SolverState,
  caller: IncomingEdge,
  target: number,
  { parameters }: FlowFunction,
  position: number,
  spreadBefore: boolean,
): void {
  const path = s.facts.path[caller.fact]
  const rest = parameters.findIndex(({ kind }) => kind === 'rest')
  if (rest >= 0 && (position >= rest || spreadBefore))
    enterFunction(s, target, parameters[rest].value, s.paths.prefix(spreadBefore ? ANY_KEY : s.project.keyId(String(position - rest)), path), caller)
  if (spreadBefore || (rest >= 0 && position >= rest)) return
  const parameter = parameters[position]
  if (parameter !== undefined && parameter.kind === 'positional') enterFunction(s, target, parameter.value, path, caller)
}
