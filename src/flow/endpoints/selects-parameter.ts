import type { ParameterSelector } from '../../model/flow.ts'
import type { ProgramParameter } from '../../model/program.ts'

/** Whether a source selects this parameter, which has the index `position`. Parameters whose type admits harmless values only are never selected. */
export function selectsParameter(selector: ParameterSelector | undefined, parameter: ProgramParameter, position: number): boolean {
  const { name, scalar, isString, isTyped } = parameter
  if (scalar) return false
  const which = selector?.which ?? '*'
  if (selector?.isExcepted?.(name) === true || (selector?.texts === true && isTyped && !isString)) return false
  if (selector?.isRest === true && typeof which === 'number') return position >= which
  return which === '*' || which === position || which === name || (which === '*text' && isString)
}
