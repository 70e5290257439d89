import { OP } from '../../model/program.ts'
import type { CallEffects } from '../calls/call-effects.ts'
import type { Project } from '../project/build-project.ts'

/**
 * Values of which the program has found something by them before: `release = get_release(name)` and `if not release: raise`. They are names of something that is there, most often of one that others have
 * made. What finds files and pages finds whatever it is asked for, and makes sure of nothing.
 */
export function findLookedUp(project: Project, effectOf: CallEffects): ReadonlySet<number> {
  const { op, a, b, files, fileOf, firstValue, calls } = project
  const found = new Set<number>()
  for (let value = 0; value < project.count; value++) {
    if (op[value] !== OP.refine || b[value] < 0) continue
    const file = fileOf[value]
    const { result, argument, when, part, isContained } = files[file].program.checks[b[value]]
    if (isContained || result < 0 || argument < 0 || when !== 'true' || (part !== undefined && !FOUND_PARTS.has(part))) continue
    const call = a[firstValue[file] + result]
    if (looksUp(effectOf, call) && !FINDS_ANYTHING.test(calls[call].written)) found.add(value)
  }
  return found
}

function looksUp(effectOf: CallEffects, call: number): boolean {
  const effect = effectOf(call)
  return effect.kind === 'unknown' ? effect.effect === 'looks-up' : effect.kind === 'transfer' && effect.transfer === 'element'
}

/** Parts of what a search gives that are there where it has found something: `const [user] = await findUsers(name)`. */
const FOUND_PARTS: ReadonlySet<string> = new Set(['0', 'length', 'rows', 'rowCount', 'items', 'found', 'exists'])

const FINDS_ANYTHING =
  /^(?:exists|open|read|request|download|require|exec|execute|scan|list|search|count|verify|authenticate)|file|path|dir|folder|url|link|page|image|content|template|asset|stream|remote|http|response|body|json|text|host|domain|module/i
