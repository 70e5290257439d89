import { BOUNDS } from '../../model/bounds.ts'
import { union, EMPTY } from './query-cache.ts'
import type { QueryContext } from './query-context.ts'

/** Superclasses of one class that are ordered. */
const MAX_CLASSES = BOUNDS.resolutionOrderClasses.value

/**
 * The class and its superclasses in the order in which a member is looked up. Empty if a base may be one of several classes, or if no order agrees
 * with the orders of all bases. Classes of libraries are left out.
 *
 * Barrett et al., "A Monotonic Superclass Linearization for Dylan" (OOPSLA 1996), known as C3 in Python. With single inheritance it is the chain of
 * bases.
 */
export function queryResolutionOrder(r: QueryContext, classIndex: number): readonly number[] {
  return linearize(r, classIndex, new Set()) ?? EMPTY
}

function linearize(r: QueryContext, classIndex: number, below: ReadonlySet<number>): readonly number[] | undefined {
  if (below.has(classIndex) || below.size > MAX_CLASSES) return undefined
  const inner = new Set([...below, classIndex])
  const bases: number[] = []
  for (const base of r.project.classes[classIndex].bases) {
    const found = classesOf(r, base)
    if (found.length > 1) return undefined
    bases.push(...found)
  }
  const orders: (readonly number[])[] = []
  for (const base of bases) {
    const order = linearize(r, base, inner)
    if (order === undefined) return undefined
    orders.push(order)
  }
  const above = mergeOrders([...orders, bases])
  return above === undefined ? undefined : [classIndex, ...above]
}

/** Merges lists into one that keeps the order of each; undefined if that is impossible. */
function mergeOrders(lists: readonly (readonly number[])[]): readonly number[] | undefined {
  const order: number[] = []
  let left = lists.filter(({ length }) => length > 0)
  while (left.length > 0) {
    if (order.length > MAX_CLASSES) return undefined
    const next = left.map(([first]) => first).find((first) => left.every((list) => !list.includes(first, 1)))
    if (next === undefined) return undefined
    order.push(next)
    left = left.map((list) => (list[0] === next ? list.slice(1) : list)).filter(({ length }) => length > 0)
  }
  return order
}

/** Classes that a value is. */
export function classesOf({ project, functionsOf }: QueryContext, value: number): readonly number[] {
  let found = EMPTY
  for (const each of functionsOf(value)) {
    const { isConstructor, classIndex } = project.functions[each]
    if (isConstructor && classIndex >= 0) found = union(found, [classIndex])
  }
  return found
}
