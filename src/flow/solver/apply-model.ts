import type { FlowRow, ModelPart, ModelPlace } from '../../model/call-models.ts'
import type { ProgramArgument } from '../../model/program.ts'
import type { FlowCall } from '../program/link-program.ts'
import { ANY, asSureAs, WHOLE } from './access-paths.ts'
import type { Solving } from './solver-state.ts'

/** Data that is passed to a call of which models say what it does. */
export interface ModelledData {
  readonly call: FlowCall
  /** -1 for the receiver. */
  readonly position: number
  readonly part: number
  /** Tells that the value gets the data in this part. */
  give(to: number, part: number): void
}

/** Passes data on as models say. */
export function applyRows(s: Solving, rows: readonly FlowRow[], data: ModelledData): void {
  for (const { from, to, keepsParts } of rows) {
    for (const { at, parts } of from) {
      if (!isAt(data, at)) continue
      const taken = parts.reduce((left, part) => (left < 0 ? left : s.paths.within(left, keyOf(s, part))), passedPart(s, data))
      if (taken < 0) continue
      const held = keepsParts ? taken : asSureAs(taken, WHOLE)
      for (const target of to)
        data.give(
          valueAt(data.call, target),
          target.parts.reduceRight((path, part) => s.paths.prefix(keyOf(s, part), path), held),
        )
    }
  }
}

function isAt({ call: { arguments: passed }, position }: ModelledData, at: ModelPlace['at']): boolean {
  if (at.kind === 'receiver') return position < 0
  if (at.kind === 'result' || position < 0) return false
  const { kind, name } = passed[position]
  if (at.kind === 'keyword') return kind === 'keyword-spread' || (kind === 'keyword' && name === at.name)
  const isAny = at.first === 0 && at.last === Number.POSITIVE_INFINITY
  if (kind === 'keyword' || kind === 'keyword-spread') return isAny
  const last = fromStart(passed, at.last)
  return position <= last && (kind === 'spread' || position >= fromStart(passed, at.first))
}

/** The last argument is -1. */
function fromStart(passed: readonly ProgramArgument[], position: number): number {
  return position < 0 ? passed.length + position : position
}

function passedPart({ paths }: Solving, { call, position, part }: ModelledData): number {
  return position >= 0 && call.arguments[position].kind === 'spread' ? paths.within(part, ANY) : part
}

function valueAt(call: FlowCall, { at }: ModelPlace): number {
  if (at.kind === 'result') return call.result
  if (at.kind === 'receiver') return call.receiverAfter
  const found =
    at.kind === 'keyword'
      ? call.arguments.find(({ kind, name }) => kind === 'keyword' && name === at.name)
      : call.arguments[fromStart(call.arguments, at.first)]
  return found?.after ?? -1
}

function keyOf({ project, keys }: Solving, part: ModelPart): number {
  if (part.kind === 'property') return project.keyId(part.name)
  return part.kind === 'element' ? ANY : keys.keys
}
