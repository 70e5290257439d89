import type { ParameterSelector } from '../../model/flow.ts'
import type { ProgramParameter } from '../../model/program.ts'

/** Whether a source selects this parameter, which has the index `position`. Parameters whose type admits harmless values only are never selected. */
export function selectsParameter(selector: ParameterSelector | undefined, { name, scalar, isString }: ProgramParameter, position: number): boolean {
  if (scalar) return false
  const which = selector?.which ?? '*'
  return which === '*' || which === position || which === name || (which === '*text' && isString)
}
