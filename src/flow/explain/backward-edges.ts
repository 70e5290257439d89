import { argumentFor } from '../../model/match-arguments.ts'
import { EDGE } from '../program/data-flow-edges.ts'
import type { SolverInput } from '../solver/solver-state.ts'

/** How the data of a value may come from another one. */
export interface BackwardEdge {
  readonly from: number
  /**
   * `flow`: along an edge of the program, `edge`. `call`: passed to a call of a function that is not among the files. `pass`: an argument is a
   * parameter. `return`: the result of a function is the result of a call.
   */
  readonly kind: 'flow' | 'call' | 'pass' | 'return'
  /** The kind of the edge in `EDGE`, for `flow`. */
  readonly edge: number
  /** The call, or -1. */
  readonly call: number
  /** The position of the argument, -1 for the receiver. */
  readonly position: number
}

/** By value: where its data may come from. */
export type BackwardEdges = ReadonlyMap<number, readonly BackwardEdge[]>

/** Lists the edges of a program from their targets. */
export function listBackwardEdges(input: SolverInput): BackwardEdges {
  const { project, edges } = input
  const found = new Map<number, BackwardEdge[]>()
  const add = (to: number, edge: BackwardEdge): void => {
    if (to < 0 || edge.from < 0 || to === edge.from) return
    const known = found.get(to)
    if (known === undefined) found.set(to, [edge])
    else known.push(edge)
  }
  for (let value = 0; value < project.count; value++)
    for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
      const kind = edges.kind[edge]
      if (kind === EDGE.argument) addPassed(input, value, edges.target[edge], edges.extra[edge], add)
      else add(edges.target[edge], { from: value, kind: 'flow', edge: kind, call: -1, position: 0 })
    }
  for (const [call, targets] of input.links.targets.entries())
    for (const target of targets)
      add(input.links.calls[call].result, { from: project.functions[target].result, kind: 'return', edge: -1, call, position: 0 })
  addCallbacks(input, add)
  return found
}

type Add = (to: number, edge: BackwardEdge) => void

function addPassed({ project, links }: SolverInput, value: number, index: number, position: number, add: Add): void {
  const call = links.calls[index]
  const targets = links.targets[index]
  const edge = { from: value, edge: -1, call: index, position }
  if (targets.length === 0) {
    add(call.result, { ...edge, kind: 'call' })
    if (position >= 0) add(call.receiverPostUpdate, { ...edge, kind: 'call' })
    for (const [at, argument] of call.arguments.entries()) if (at !== position) add(argument.postUpdate, { ...edge, kind: 'call' })
    return
  }
  for (const target of targets) {
    const { parameters, receiver, isConstructor } = project.functions[target]
    if (position < 0 && !isConstructor) add(receiver, { ...edge, kind: 'pass' })
    for (const [at, parameter] of parameters.entries())
      if (position >= 0 && argumentFor(parameters, call.arguments, at) === call.arguments[position]) add(parameter.value, { ...edge, kind: 'pass' })
  }
}

function addCallbacks({ project, links }: SolverInput, add: Add): void {
  for (const [index, passed] of links.callbacks) {
    const call = links.calls[index]
    for (const { functions } of passed)
      for (const target of functions) {
        const { parameters, result } = project.functions[target]
        for (const { value } of parameters) {
          add(value, { from: call.receiver, kind: 'call', edge: -1, call: index, position: -1 })
          for (const [position, argument] of call.arguments.entries())
            add(value, { from: argument.value, kind: 'call', edge: -1, call: index, position })
        }
        add(call.result, { from: result, kind: 'return', edge: -1, call: index, position: 0 })
      }
  }
}
