import type { FlowLoss } from '../../model/explanation.ts'
import type { BackwardEdge } from './backward-edges.ts'
import type { BreakScope } from './break-scope.ts'
import { placeOfSpan, placeOfValue, quote } from './describe-code.ts'

/** Why data that is passed to a function that is not among the files does not come out of it. */
export function describeUnknownCall({ explained, solved }: BreakScope, { call: index, from, position }: BackwardEdge, _to: number): FlowLoss {
  const { state } = solved.solution
  const call = state.project.calls[index]
  const name = call.name === '' ? call.spelledName : call.name
  const effect = state.effectOf(index)
  const places = { place: placeOfSpan(explained, call.file, call), lastSeen: placeOfValue(explained, from) }
  const passed = position < 0 ? 'its receiver' : `argument ${position}`
  const named = quote(name === '' ? 'this function' : name)
  if (effect.kind === 'operation' && effect.operation === 'clean')
    return {
      ...places,
      code: 'unknown-call',
      term: 'library model',
      message: `${named} returns a value without data: its model has \`operation: clean\`, or its name asks a question (\`is…\`, \`has…\`).`,
    }
  if (effect.kind === 'operation')
    return {
      ...places,
      code: 'container',
      term: 'container operation',
      message: `${named} is the container operation \`${effect.operation}\`, which does not pass on data from ${passed}.`,
    }
  if (effect.kind === 'rows')
    return { ...places, code: 'unknown-call', term: 'library model', message: `The library model of ${named} passes on no data from ${passed}.` }
  const guess = effect.effect === undefined ? '' : ` Its name looks like a function that ${GUESSES[effect.effect]}.`
  return {
    ...places,
    code: 'unknown-call',
    term: 'unknown call',
    message: `${named} is not among the files and has no model, so that data of ${passed} is not certain to come out of it.${guess}`,
  }
}

const GUESSES = { builds: 'builds something', 'looks-up': 'looks something up', demands: 'requires something' } as const
