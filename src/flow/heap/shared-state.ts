import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { addToGroup } from '../../model/group-by.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { EDGE, type DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'

/** Calls within calls that are followed from where something is stored to where it is read. */
const MAX_DEPTH = BOUNDS.sharedStateDepth.value
/** Functions that are looked at from one. */
const MAX_FUNCTIONS = BOUNDS.sharedStateFunctions.value

/** Whether a value is stored in a variable that outlives the call, where none that the call leads to, or that led to it, reads it. */
export type SharedStateTest = (stored: number, variable: number) => boolean

/**
 * Tells of variables of a module what one call leaves there for others: what a request put into a cache or into settings is taken out by all who
 * ask, and is not what they were sent. Where the same chain of calls reads it, it is the same request; but not where it does so by a function that
 * others ask too, `getSettings`.
 */
export function createSharedStateTest(project: Project, edges: DataFlowEdges, links: CallGraph): SharedStateTest {
  const { op, owner, functions, calls } = project
  const chains = new Map<number, ReadonlySet<number>>()
  const calledBy = callsByFunction(project, links)
  const known = new Map<string, boolean>()
  const chainOf = (writer: number): ReadonlySet<number> => {
    const found = chains.get(writer) ?? findChain(writer, calledBy, links, project)
    chains.set(writer, found)
    return found
  }
  const isUsedByOthers = (reader: number, chain: ReadonlySet<number>): boolean =>
    (links.callSites.get(reader) ?? []).some(({ call }) => !chain.has(calls[call].owner))
  const isRead = (variable: number, writer: number): boolean => {
    const chain = chainOf(writer)
    for (let edge = edges.start[variable]; edge < edges.start[variable + 1]; edge++) {
      const reader = readerOf(project, edges, edge)
      if (reader !== writer && chain.has(reader) && !isUsedByOthers(reader, chain)) return true
    }
    return false
  }
  return (stored, variable) => {
    const writer = owner[stored]
    if (op[variable] !== OP.captured || functions[owner[variable]].parent >= 0 || functions[writer].parent < 0) return false
    const key = `${writer} ${variable}`
    const answer = known.get(key) ?? !isRead(variable, writer)
    known.set(key, answer)
    return answer
  }
}

/** The function that does something with a value. */
function readerOf({ owner, calls }: Project, { kind, target }: DataFlowEdges, edge: number): number {
  return kind[edge] === EDGE.argument ? calls[target[edge]].owner : owner[target[edge]]
}

/** Functions by those whose code calls them. */
function callsByFunction({ calls }: Project, { targets }: CallGraph): ReadonlyMap<number, readonly number[]> {
  const called = new Map<number, number[]>()
  for (const [index, { owner }] of calls.entries()) {
    for (const target of targets[index]) addToGroup(called, owner, target)
  }
  return called
}

/** Functions that run in the same call as one: around it and within it, those that call it, and those that any of these call. */
function findChain(
  func: number,
  calledBy: ReadonlyMap<number, readonly number[]>,
  { callSites: sites }: CallGraph,
  { functions, calls }: Project,
): ReadonlySet<number> {
  const around: number[] = []
  for (let at = func; at >= 0 && functions[at].parent >= 0; at = functions[at].parent) around.push(at)
  const callers = (sites.get(func) ?? []).map(({ call }) => calls[call].owner).filter((each) => functions[each].parent >= 0)
  const chain = new Set([...around, ...callers])
  let open = [...chain]
  for (let depth = 0; depth < MAX_DEPTH && chain.size < MAX_FUNCTIONS; depth++) {
    const next = open.flatMap((each) => calledBy.get(each) ?? []).filter((each) => !chain.has(each))
    for (const each of next) chain.add(each)
    open = next
  }
  return chain
}
