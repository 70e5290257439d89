import type { FlowCall, FlowFunction } from './link-program.ts'

/**
 * The index of the parameter that an argument of the call is passed to, of those that take the rest what holds of all elements; -1 where that is not
 * known.
 */
export function parameterOf({ parameters }: FlowFunction, call: FlowCall, argument: number): number {
  const passed = call.arguments[argument]
  if (passed === undefined || call.arguments.slice(0, argument + 1).some(({ kind }) => kind === 'spread' || kind === 'keyword-spread')) return -1
  if (passed.kind === 'keyword') return parameters.findIndex(({ name, kind }) => name === passed.name && kind === 'positional')
  const rest = parameters.findIndex(({ kind }) => kind === 'rest')
  return rest >= 0 && argument >= rest ? rest : argument
}
