import { OP } from '../../model/program.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'

/** Tests whether other files, or other calls of the same function, get the same object: they find what is stored in it. */
export function createSharedObjectTest(project: Project, links: CallGraph): (receiver: number) => boolean {
  const { op, a, functions } = project
  const { pointsTo, targets } = links
  const calls = project.calls
  const known = new Map<number, boolean>()

  const isMade = (value: number): boolean => {
    const root = pointsTo.rootOf(value)
    return op[root] === OP.result && calls[a[root]].isConstruct
  }
  const isKeptPlainly = (value: number): boolean => {
    const kind = op[pointsTo.rootOf(value)]
    return kind === OP.captured || kind === OP.imported || kind === OP.load
  }
  /** Whether a value outlives the call: a field of a class, a variable of an enclosing scope. */
  const isKept = (value: number): boolean => {
    const root = pointsTo.rootOf(value)
    return op[root] === OP.phi ? extraOperandsOf(project, root).some(isKeptPlainly) : isKeptPlainly(root)
  }
  const returnsKept = (target: number): boolean =>
    !functions[target].isConstructor && extraOperandsOf(project, functions[target].result).some((each) => isKept(each) && !isMade(each))

  const isShared = (made: number): boolean => {
    switch (op[made]) {
      case OP.imported:
        return true
      case OP.captured:
        return extraOperandsOf(project, made).some((each) => op[each] === OP.imported)
      case OP.result:
        return !calls[a[made]].isConstruct && targets[a[made]].some(returnsKept)
      default:
        return false
    }
  }

  return (receiver) => {
    const made = pointsTo.rootOf(receiver)
    const answer = known.get(made) ?? isShared(made)
    known.set(made, answer)
    return answer
  }
}
