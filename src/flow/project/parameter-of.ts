import type { FlowCall, FlowFunction } from './build-project.ts'

/** The index of the parameter that an argument of the call is passed to; -1 where that is not known. */
export function parameterOf({ parameters }: FlowFunction, call: FlowCall, argument: number): number {
  const passed = call.arguments[argument]
  if (passed === undefined || call.arguments.slice(0, argument + 1).some(({ kind }) => kind === 'spread' || kind === 'keyword-spread')) return -1
  return passed.kind === 'keyword' ? parameters.findIndex(({ name }) => name === passed.name) : argument
}
