import type { Project } from '../program/link-program.ts'

/** How data leaves a function by a value: as what it gives back, throws, or leaves in its receiver or in what was passed for a parameter. */
export interface FunctionOutput {
  readonly func: number
  readonly kind: 'result' | 'self' | 'parameter' | 'thrown'
  /** Of `parameter` its index. */
  readonly at: number
}

export interface FunctionOutputs {
  readonly list: readonly FunctionOutput[]
  /** By value: a place in the list, -1 for none. */
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
