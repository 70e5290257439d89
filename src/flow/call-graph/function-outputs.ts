import type { Project } from '../program/link-program.ts'

/** How data leaves a function by a value: it is returned, thrown, or stored in the receiver or in an argument. */
export interface FunctionOutput {
  readonly func: number
  readonly kind: 'result' | 'self' | 'parameter' | 'thrown'
  /** The index of the parameter if `kind` is `parameter`. */
  readonly at: number
}

export interface FunctionOutputs {
  readonly list: readonly FunctionOutput[]
  /** By value: the index in the list; -1 if the value is no output. */
  readonly byValue: Int32Array
}

/** Values through which data leaves functions. */
export function findFunctionOutputs(project: Project): FunctionOutputs {
  const list: FunctionOutput[] = []
  const byValue = new Int32Array(project.count).fill(-1)
  const add = (value: number, role: FunctionOutput): void => {
    if (value < 0) return
    byValue[value] = list.length
    list.push(role)
  }
  for (const [func, each] of project.functions.entries()) {
    add(each.result, { func, kind: 'result', at: 0 })
    add(each.thrown, { func, kind: 'thrown', at: 0 })
    add(each.receiverAtExit, { func, kind: 'self', at: 0 })
    for (const [at, parameter] of each.parameters.entries()) add(parameter.atExit, { func, kind: 'parameter', at })
  }
  return { list, byValue }
}
