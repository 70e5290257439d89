import { OP } from '../../model/program.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import type { Project } from '../program/link-program.ts'

/** Methods that may restrict a string in a way that the solver does not know. */
const RESTRICTING =
  /^(?:replace|replaceAll|sub|subn|translate|test|exec|match|fullmatch|search|startsWith|endsWith|startswith|endswith|includes|indexOf|split|join|charAt|charCodeAt|codePointAt|slice|filter|reduce|map|parse\w*|format)$/

/** The solver knows what it proves to replace a constant. */
const REPLACING = /^replace(?:All)?$/

/** Methods of these that only look at a string, and do not make another of it. */
const LOOKING = /^(?:test|startsWith|endsWith|startswith|endswith|includes)$/

/** What counts for a value that a call returns, has changed, or guards: the name of the callee, or its body. */
export interface CalleeKnowledge {
  /**
   * Whether the call enters only functions of the program without any check. What these functions do is known, so that their names prove nothing:
   * `function sanitize(text) { return text.trim() }`.
   */
  isUnchecked(value: number): boolean
  /** Also for what any function of the program guards, and for results of those that change no string: their bodies count, and not their names. */
  isProvenByBody(value: number): boolean
  /**
   * Whether nothing is known of the function but its name, because it is not in the program: `import { sanitize } from 'tools'`,
   * `if (!isAllowed(url)) return`. Results count for imported functions only.
   */
  isUnknown(value: number): boolean
}

/** Finds out what is known of the functions that values come from. */
export function createCalleeKnowledge(project: Project, { calls, targets, pointsTo }: CallGraph): CalleeKnowledge {
  const { op, a, b, files, fileOf, firstValue } = project
  const restricting = findFunctions(project, calls, (name) => RESTRICTING.test(name), true)
  const changing = findFunctions(project, calls, (name) => RESTRICTING.test(name) && !LOOKING.test(name), false)
  const enters = (call: number, except: ReadonlySet<number>): boolean =>
    call >= 0 && targets[call].length > 0 && targets[call].every((target) => !except.has(target))
  const isImported = (call: number): boolean => {
    const { callee } = calls[call]
    if (callee < 0) return false
    let at = pointsTo.rootOf(callee)
    for (let steps = 0; steps < 4 && op[at] === OP.load; steps++) at = pointsTo.rootOf(a[at])
    return op[at] === OP.imported
  }
  const callOf = (value: number): number => {
    if (op[value] === OP.result) return a[value]
    if (op[value] === OP.postUpdate) return b[value]
    if (op[value] !== OP.refine || b[value] < 0) return -1
    const { callResult } = files[fileOf[value]].program.guards[b[value]]
    return callResult < 0 ? -1 : a[firstValue[fileOf[value]] + callResult]
  }
  return {
    isUnchecked: (value) => op[value] !== OP.postUpdate && enters(callOf(value), restricting),
    isProvenByBody: (value) => enters(callOf(value), op[value] === OP.result ? changing : NONE),
    isUnknown(value) {
      const call = callOf(value)
      return call >= 0 && targets[call].length === 0 && (op[value] !== OP.result || isImported(call))
    },
  }
}

const NONE: ReadonlySet<number> = new Set()

/** Functions that call such a method or, with `guards`, check a value. They and the functions around them may do more than the solver can prove. */
function findFunctions(
  { op, owner, count, functions }: Project,
  calls: CallGraph['calls'],
  isMethod: (name: string) => boolean,
  guards: boolean,
): ReadonlySet<number> {
  const found = new Set<number>()
  const add = (index: number): void => {
    for (let at = index; at >= 0 && !found.has(at); at = functions[at].parent) found.add(at)
  }
  if (guards) for (let value = 0; value < count; value++) if (op[value] === OP.refine) add(owner[value])
  for (const { spelledName, arguments: passed, owner: home } of calls)
    if (isMethod(spelledName) && !(REPLACING.test(spelledName) && typeof passed[0]?.constant === 'string')) add(home)
  return found
}
