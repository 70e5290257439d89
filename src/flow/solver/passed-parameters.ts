import type { SourceSite } from '../../model/flow.ts'
import { selectsParameter } from '../endpoints/selects-parameter.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import type { Project } from '../program/link-program.ts'
import { ANY_KEY } from './path-table.ts'

/**
 * The parameters that a source selects of functions which are passed to a call, or which an argument of it holds. `base` is the first value of the
 * file.
 */
export function passedParameters({ functions, keyId }: Project, pointsTo: PointsTo, site: SourceSite, base: number): readonly number[] {
  const { callbacks, parameter } = site
  const holders = (parameter?.function?.keys ?? []).reduce<readonly number[]>(
    (values, key) => values.flatMap((value) => pointsTo.propertyValues(value, key === undefined ? ANY_KEY : keyId(key))),
    callbacks.map((value) => base + value),
  )
  return holders
    .flatMap((value) => pointsTo.functionsOrElements(value))
    .flatMap((target) => functions[target].parameters.flatMap((each, index) => (selectsParameter(parameter, each, index) ? [each.value] : [])))
}
