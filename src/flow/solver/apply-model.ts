import type { FlowRow, ModelPart, ModelPlace } from '../../model/call-models.ts'
import { isInRange, positionFromStart } from '../../model/match-arguments.ts'
import type { FlowCall } from '../program/link-program.ts'
import { withConfidenceOf } from './confidence.ts'
import { ANY_KEY, EMPTY_PATH } from './path-table.ts'
import type { SolverState } from './solver-state.ts'

/** Data that is passed to a call for which a model has flow rows. */
export interface CallInput {
  readonly call: FlowCall
  /** -1 for the receiver. */
  readonly position: number
  readonly path: number
  /** Propagates the data to a value, under this path. */
  propagateTo(to: number, path: number): void
}

/** Propagates data along the flow rows of a model. */
export function applyFlowRows(s: SolverState, rows: readonly FlowRow[], data: CallInput): void {
  for (const { from, to, keepsParts } of rows) {
    for (const { at, parts } of from) {
      if (!isAt(data, at)) continue
      const suffix = parts.reduce((path, part) => (path < 0 ? path : s.paths.suffix(path, keyOf(s, part))), inputPath(s, data))
      if (suffix < 0) continue
      const outputPath = keepsParts ? suffix : withConfidenceOf(suffix, EMPTY_PATH)
      for (const target of to)
        data.propagateTo(
          valueAt(data.call, target),
          target.parts.reduceRight((path, part) => s.paths.prefix(keyOf(s, part), path), outputPath),
        )
    }
  }
}

/** Whether data at a position of a call is at the place that a row names. */
export function isAt({ call: { arguments: passed }, position }: Pick<CallInput, 'call' | 'position'>, at: ModelPlace['at']): boolean {
  if (at.kind === 'receiver') return position < 0
  if (at.kind === 'result' || position < 0) return false
  const { kind, name } = passed[position]
  if (at.kind === 'keyword') return kind === 'keyword-spread' || (kind === 'keyword' && name === at.name)
  return isInRange(passed, position, at.first, at.last)
}

function inputPath({ paths }: SolverState, { call, position, path }: CallInput): number {
  return position >= 0 && call.arguments[position].kind === 'spread' ? paths.suffix(path, ANY_KEY) : path
}

function valueAt(call: FlowCall, { at }: ModelPlace): number {
  if (at.kind === 'result') return call.result
  if (at.kind === 'receiver') return call.receiverPostUpdate
  const found =
    at.kind === 'keyword'
      ? call.arguments.find(({ kind, name }) => kind === 'keyword' && name === at.name)
      : call.arguments[positionFromStart(call.arguments, at.first)]
  return found?.postUpdate ?? -1
}

export function keyOf({ project, keys }: SolverState, path: ModelPart): number {
  if (path.kind === 'property') return project.keyId(path.name)
  return path.kind === 'element' ? ANY_KEY : keys.keys
}
