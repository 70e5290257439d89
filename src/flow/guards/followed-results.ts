import { OP } from '../../model/program.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import type { Project } from '../program/link-program.ts'

/** Methods that may restrict a string in a way that the solver does not know. */
const RESTRICTING =
  /^(?:replace|replaceAll|sub|subn|translate|test|exec|match|fullmatch|search|startsWith|endsWith|startswith|endswith|includes|indexOf|split|join|charAt|charCodeAt|codePointAt|slice|filter|reduce|map|parse\w*|format)$/

/** The solver knows what it proves to replace a constant. */
const REPLACING = /^replace(?:All)?$/

/**
 * Results of calls that enter only functions of the program without any check, and values on the branches where such a call was the guard. What these
 * functions do is known, so that their names prove nothing: `function sanitize(text) { return text.trim() }`.
 */
export function findFollowedResults(project: Project, { calls, targets }: CallGraph): ReadonlySet<number> {
  const { op, a, b, count, files, fileOf, firstValue } = project
  const restricting = findRestrictingFunctions(project, calls)
  const isFollowed = (call: number): boolean => targets[call].length > 0 && targets[call].every((target) => !restricting.has(target))
  const found = new Set<number>()
  for (const [index, { result }] of calls.entries()) if (isFollowed(index)) found.add(result)
  for (let value = 0; value < count; value++) {
    if (op[value] !== OP.refine || b[value] < 0) continue
    const { callResult } = files[fileOf[value]].program.guards[b[value]]
    if (callResult >= 0 && isFollowed(a[firstValue[fileOf[value]] + callResult])) found.add(value)
  }
  return found
}

/** Functions that check a value or change a string. They and the functions around them may do more than the solver can prove. */
function findRestrictingFunctions({ op, owner, count, functions }: Project, calls: CallGraph['calls']): ReadonlySet<number> {
  const found = new Set<number>()
  const add = (index: number): void => {
    for (let at = index; at >= 0 && !found.has(at); at = functions[at].parent) found.add(at)
  }
  for (let value = 0; value < count; value++) if (op[value] === OP.refine) add(owner[value])
  for (const { spelledName, arguments: passed, owner: home } of calls)
    if (RESTRICTING.test(spelledName) && !(REPLACING.test(spelledName) && typeof passed[0]?.constant === 'string')) add(home)
  return found
}
