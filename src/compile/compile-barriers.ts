import type { Barrier } from '../model/call-models.ts'
import type { ModelBarrierSpec } from '../model/rule-spec.ts'
import { contextBit, NO_CONTEXTS } from '../model/string-context.ts'
import { indexNames, type NameIndex } from './name-index.ts'

/** The `barriers` of models. */
export function compileBarriers(specs: readonly ModelBarrierSpec[]): NameIndex<Barrier> {
  return indexNames(specs.map((spec) => [spec.call, toBarrier(spec)]))
}

function toBarrier(spec: ModelBarrierSpec): Barrier {
  const { value, when = 'returns' } = spec
  return { value: value === 'ReturnValue' ? 'result' : positionOf(value), when, proof: proofOf(spec) }
}

function proofOf({ allows, excludes, escapes = [], 'member-of': list }: ModelBarrierSpec): Barrier['proof'] {
  if (list !== undefined) return { kind: 'member', list: positionOf(list) }
  if (allows !== undefined) return { kind: 'regex', text: `^(?:${allows})$` }
  if (excludes !== undefined) return { kind: 'regex', text: `^[^${excludes.map(escapeInClass).join('')}]*$` }
  return { kind: 'contexts', contexts: escapes.reduce((all, each) => all | contextBit(each), NO_CONTEXTS) }
}

function positionOf(argument: string): number {
  return Number(argument.slice('Argument['.length, -1))
}

function escapeInClass(character: string): string {
  return /[\\\]^-]/.test(character) ? `\\${character}` : character
}
