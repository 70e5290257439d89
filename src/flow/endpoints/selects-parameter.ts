import type { ParameterSelector } from '../../model/flow.ts'
import type { ProgramParameter } from '../../model/program.ts'

/** Whether a source means this parameter, which is number `position`. What only harmless values fit is never meant. */
export function selectsParameter(selector: ParameterSelector | undefined, { name, scalar, isString }: ProgramParameter, position: number): boolean {
  if (scalar) return false
  const which = selector?.which ?? '*'
  return which === '*' || which === position || which === name || (which === '*text' && isString)
}
