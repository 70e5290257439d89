import { DECORATED, type DecorateCall, findDecorateCalls } from './decorate-calls.ts'
import { findClass, type FoundClass, findMember, type FoundMember } from './find-member.ts'

/** A call of the helper that applies decorators, with the class in whose body they belong. */
export interface DecoratedCode {
  readonly call: DecorateCall
  readonly owner: FoundClass
  /** The method that has the decorators; for the class itself its constructor. */
  readonly member?: FoundMember
}

/** The decorators whose place in a class is known. Methods that are not in the body of a class, as in code for old browsers, are left out. */
export function findDecorated(text: string): readonly DecoratedCode[] {
  if (!DECORATED.test(text)) return []
  const classes = new Map<string, FoundClass | undefined>()
  return findDecorateCalls(text).flatMap((call) => {
    if (!classes.has(call.className)) classes.set(call.className, findClass(text, call.className))
    const owner = classes.get(call.className)
    if (owner === undefined) return []
    const member = findMember(text, owner, call.member === undefined ? 'constructor' : text.slice(call.member.start, call.member.end))
    const isPlaced = member !== undefined || call.member === undefined || call.isField
    return isPlaced ? [{ call, owner, ...(member !== undefined && { member }) }] : []
  })
}
