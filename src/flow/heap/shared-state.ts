import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { addToGroup } from '../../model/group-by.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { EDGE, type DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'

/** Nested calls between the store and the read that are followed. */
const MAX_DEPTH = BOUNDS.sharedStateDepth.value
/** Functions that are visited from one. */
const MAX_FUNCTIONS = BOUNDS.sharedStateFunctions.value

/** Whether a value is stored in a variable that outlives the call, and no caller or callee of the function reads it. */
export type SharedStateTest = (stored: number, variable: number) => boolean

/**
 * Tests whether one call stores a value in a module variable for other calls. Data of a request in a cache or in settings is read by all users and is
 * not what they have sent themselves. If the same call chain reads it, it is the same request, except through a function that others call too, such
 * as `getSettings`.
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

/** The function that uses a value. */
function readerOf({ owner, calls }: Project, { kind, target }: DataFlowEdges, edge: number): number {
  return kind[edge] === EDGE.argument ? calls[target[edge]].owner : owner[target[edge]]
}

/** Callees by calling function. */
function callsByFunction({ calls }: Project, { targets }: CallGraph): ReadonlyMap<number, readonly number[]> {
  const called = new Map<number, number[]>()
  for (const [index, { owner }] of calls.entries()) {
    for (const target of targets[index]) addToGroup(called, owner, target)
  }
  return called
}

/** Functions that run in the same call chain: enclosing and nested functions, callers, and the callees of these. */
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
