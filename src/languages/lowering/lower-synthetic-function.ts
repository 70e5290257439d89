import { lowerFunction } from './lower-function.ts'
import type { Lowering } from './lowering.ts'

/** A function with one parameter that does not appear in the source: a state setter, a method of a schema. The value of the node is unchanged. */
export function lowerSyntheticFunction(low: Lowering, node: number, body: (given: number) => void): number {
  return lowerFunction(low, {
    node,
    name: '',
    hasReceiver: false,
    classIndex: -1,
    isConstructor: false,
    body: (parameters) => {
      const before = low.valueAt[node]
      const given = parameters.add({ node, name: '', kind: 'positional', variable: -1, type: -1, scalar: false })
      low.valueAt[node] = before
      body(given)
    },
  }).value
}
