import type { Callback } from '../../model/call-models.ts'
import type { FlowCall, Project } from '../program/link-program.ts'

/** How a call calls the callbacks that are passed to it, if a model describes it: `[x].forEach(show)`, `load(x).then(show)`. */
export function callbackOf({ models }: Project, { name, spelledName, receiver, file }: FlowCall): Callback | undefined {
  return models[file].callbackOf(name) ?? (receiver >= 0 ? models[file].methodCallbackOf(spelledName) : undefined)
}
