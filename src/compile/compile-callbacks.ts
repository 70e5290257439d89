import type { Callback } from '../model/call-models.ts'
import type { ModelCallbackSpec } from '../model/rule-spec.ts'
import { indexNames, type NameIndex } from './name-index.ts'
import { listOf } from './list-of.ts'
import { readInput } from './read-model-place.ts'

/** The `callbacks` of models. */
export function compileCallbacks(specs: readonly ModelCallbackSpec[]): NameIndex<Callback> {
  return indexNames(specs.map((spec) => [spec.call, toCallback(spec)]))
}

function toCallback({ passes = {}, returns, accumulates, rest, watches }: ModelCallbackSpec): Callback {
  return {
    passes: Object.entries(passes).flatMap(([written, from]) => {
      const parameter = Number(written.slice('Parameter['.length, -1))
      return listOf(from).map((each) => ({ parameter, from: readInput(each) }))
    }),
    returns: returns === undefined ? 'none' : returns === 'ReturnValue' ? 'same' : 'element',
    ...(accumulates && { accumulates }),
    ...(rest !== undefined && { passesRest: rest }),
    ...(watches && { watches }),
  }
}
