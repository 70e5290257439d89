import type { ProgramArgument } from '../../model/program.ts'
import { ANY, isAll } from './access-paths.ts'
import type { FlowFunction } from '../program/link-program.ts'
import type { ContextSensitiveCall, CallSite } from '../call-graph/context-sensitive-calls.ts'
import { enter, reachBeyond } from './interprocedural-edges.ts'
import { passToUnknown } from './unknown-calls.ts'
import { type Caller, type Entry, goesOn, type Solving } from './solver-state.ts'

/** Tainted data is passed to a call, as argument number `position`; -1 for the receiver. */
export function passArgument(s: Solving, fact: number, callIndex: number, position: number): void {
  const { facts, links } = s
  const settled = links.promiseSettlers.get(callIndex)
  if (settled !== undefined) {
    if (position >= 0) reachBeyond(s, facts.origin[fact], settled, facts.path[fact], facts.bits[fact], fact)
    return
  }
  if (links.replaced.has(callIndex) || (position >= 0 && isModulePart(s, fact))) return
  const reached = links.targets[callIndex]
  if (reached.length === 0) {
    passToUnknown(s, fact, callIndex, position)
    return
  }
  const from = facts.origin[fact] - s.sources
  const chosen = from < 0 ? undefined : s.callees.callIn(callIndex, s.entries[from].func)
  if (chosen !== undefined) callBack(s, s.entries[from], { call: callIndex, callback: -1, fact }, position, chosen)
  else for (const target of reached) passTo(s, { call: callIndex, callback: -1, fact }, position, target)
}

/** What a variable of a module holds does not go where the module is handed as a whole: `patch.object(run, 'name')`, `vars(logging)`. */
function isModulePart({ facts, project, isModule }: Solving, fact: number): boolean {
  const held = facts.value[fact]
  return !isAll(facts.path[fact]) && project.files[project.fileOf[held]].language === 'python' && isModule(held)
}

/** A function that was entered calls what its callers have chosen: what those who entered it chose is called, and not what others did. */
function callBack(s: Solving, entry: Entry, within: Caller, position: number, chosen: ContextSensitiveCall): void {
  const entered = new Set<number>()
  const apply = (site: CallSite): void => {
    if (!goesOn(s)) return
    for (const target of s.callees.calleesAt(site, chosen) ?? s.links.targets[within.call]) {
      if (entered.has(target)) continue
      entered.add(target)
      passTo(s, within, position, target)
    }
  }
  entry.onSite.set(`${within.call}:${position}:${within.fact}`, apply)
  for (const site of [...entry.sites.values()]) apply(site)
}

function passTo(s: Solving, caller: Caller, at: number, target: number): void {
  const { project, facts, links, budget } = s
  const call = project.calls[caller.call]
  const func = project.functions[target]
  const part = facts.path[caller.fact]
  if (at < 0) {
    if (!call.construct) enter(s, target, func.self, part, caller)
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

function passKeyword(s: Solving, caller: Caller, target: number, { parameters }: FlowFunction, { name }: ProgramArgument): void {
  const part = s.facts.path[caller.fact]
  const parameter = parameters.find((each) => each.name === name && each.kind === 'positional')
  if (parameter !== undefined) {
    enter(s, target, parameter.value, part, caller)
    return
  }
  const rest = parameters.find(({ kind }) => kind === 'keywords')
  if (rest !== undefined) enter(s, target, rest.value, s.paths.prefix(s.project.keyId(name ?? ''), part), caller)
}

function passKeywordSpread(s: Solving, caller: Caller, target: number, { parameters }: FlowFunction, argument: ProgramArgument): void {
  const limited = s.limitedSpreads.get(argument.value) ?? NO_NAMES
  const without = (path: number, name: string): number => (path < 0 ? path : s.paths.without(path, s.project.keyId(name)))
  const part = s.facts.path[caller.fact]
  for (const { kind, name, value } of parameters) {
    if (kind === 'keywords') enter(s, target, value, [...limited].reduce(without, part), caller)
    else if (kind === 'positional' && !limited.has(name)) enter(s, target, value, s.paths.within(part, s.project.keyId(name)), caller)
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

function passSpread(s: Solving, caller: Caller, target: number, { parameters }: FlowFunction, position: number): void {
  const part = s.facts.path[caller.fact]
  for (const [index, { kind, value }] of parameters.entries()) {
    if (kind === 'rest') {
      enter(s, target, value, part, caller)
      // What stands behind is passed by name.
      return
    }
    if (kind === 'positional' && index >= position) enter(s, target, value, s.paths.within(part, s.project.keyId(String(index - position))), caller)
  }
}

function passPositional(s: Solving, caller: Caller, target: number, { parameters }: FlowFunction, position: number, spreadBefore: boolean): void {
  const part = s.facts.path[caller.fact]
  const rest = parameters.findIndex(({ kind }) => kind === 'rest')
  if (rest >= 0 && (position >= rest || spreadBefore))
    enter(s, target, parameters[rest].value, s.paths.prefix(spreadBefore ? ANY : s.project.keyId(String(position - rest)), part), caller)
  if (spreadBefore || (rest >= 0 && position >= rest)) return
  const parameter = parameters[position]
  if (parameter !== undefined && parameter.kind === 'positional') enter(s, target, parameter.value, part, caller)
}
