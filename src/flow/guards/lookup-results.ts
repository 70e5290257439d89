import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { CallEffects } from '../models/call-effects.ts'
import type { Project } from '../program/link-program.ts'
import type { GuardedArgument } from './helper-checks.ts'

/**
 * Values under which the program has found something: `release = get_release(name)` and `if not release: raise`. They are keys of existing records.
 * Lookups of files and pages accept any name and prove nothing.
 */
export function findLookupKeys(
  project: Project,
  effectOf: CallEffects,
  { helperChecks, contained }: { readonly helperChecks: readonly GuardedArgument[]; readonly contained: readonly number[] },
): ReadonlySet<number> {
  const { op, a, b, files, fileOf, firstValue, calls } = project
  const found = new Set<number>()
  for (let value = 0; value < project.count; value++) {
    if (op[value] !== OP.refine || b[value] < 0) continue
    const file = fileOf[value]
    const { callResult, argument, outcome, property, isMembership, isPathContainment, schemaParse } = files[file].program.guards[b[value]]
    if (isPathContainment || schemaParse !== undefined || outcome !== 'true' || (property !== undefined && !FOUND_PARTS.has(property))) continue
    if (isMembership && callResult < 0) found.add(value)
    if (callResult < 0 || (argument < 0 && !isMembership)) continue
    const call = a[firstValue[file] + callResult]
    if ((looksUp(effectOf, call) || HOLDS.has(calls[call].spelledName)) && !FINDS_ANYTHING.test(calls[call].spelledName)) found.add(value)
  }
  for (const [index, call] of calls.entries()) {
    const effect = effectOf(index)
    if (effect.kind !== 'unknown' || effect.effect !== 'demands') continue
    for (const passed of passedTo(project, call)) if (passed >= 0) found.add(passed)
  }
  addByHelpers(found, helperChecks, new Set(contained))
  return found
}

/** Nested helpers that look something up. */
const MAX_LEVELS = BOUNDS.lookupLevels.value

/**
 * Adds arguments under which functions of the program have found something, on every path with this outcome. A path may also have proved that the
 * value is contained in a folder.
 */
function addByHelpers(found: Set<number>, helperChecks: readonly GuardedArgument[], contained: ReadonlySet<number>): void {
  for (let level = 0; level < MAX_LEVELS; level++) {
    const before = found.size
    for (const { value, by } of helperChecks)
      if (
        by.some((branch) => branch.some((made) => found.has(made))) &&
        by.every((branch) => branch.some((made) => found.has(made) || contained.has(made)))
      )
        found.add(value)
    if (found.size === before) return
  }
}

/** Length of a chain of calls: `query(T).filter_by(name=x).first_or_404()`. */
const MAX_CHAINED = BOUNDS.lookupChain.value

/** The arguments of a call and of the calls in its chain, as they are afterwards. */
function passedTo({ op, a, calls }: Project, call: Project['calls'][number]): readonly number[] {
  const passed: number[] = []
  let at = call
  for (let steps = 0; steps < MAX_CHAINED; steps++) {
    passed.push(...at.arguments.map(({ postUpdate }) => postUpdate))
    if (at.receiver < 0 || op[at.receiver] !== OP.result) break
    at = calls[a[at.receiver]]
  }
  return passed
}

function looksUp(effectOf: CallEffects, call: number): boolean {
  const effect = effectOf(call)
  return effect.kind === 'unknown'
    ? effect.effect === 'looks-up' || effect.effect === 'demands'
    : effect.kind === 'operation' && effect.operation === 'element'
}

/** Properties of a result that exist if something was found: `const [user] = await findUsers(name)`. */
const FOUND_PARTS: ReadonlySet<string> = new Set(['0', 'length', 'rows', 'rowCount', 'items', 'found', 'exists'])

/** Methods of tables and lists that test membership. */
const HOLDS: ReadonlySet<string> = new Set(['has', 'hasOwnProperty', 'includes', 'contains', '__contains__'])

const FINDS_ANYTHING =
  /^(?:exists|open|read|request|download|require|exec|execute|scan|list|search|count|verify|authenticate)|file|path|dir|folder|url|link|page|image|content|template|asset|stream|remote|http|response|body|json|text|host|domain|module/i
