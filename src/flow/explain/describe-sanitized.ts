import type { CodePlace, FlowLoss } from '../../model/explanation.ts'
import { OP, type ProgramGuard } from '../../model/program.ts'
import { NO_CONTEXTS, STRING_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { BreakScope } from './break-scope.ts'
import { placeOfSpan, placeOfValue, quote } from './describe-code.ts'

/** Which sanitizer or barrier guard makes the data of a value harmless. */
export function describeSanitized(scope: BreakScope, from: number, to: number): FlowLoss {
  const { project } = scope.solved.solution.state
  const places = { place: placeOfValue(scope.explained, to), lastSeen: placeOfValue(scope.explained, from) }
  const own = sanitizerOf(scope, to)
  if (own !== undefined) return describeSanitizer(scope, to, own, places)
  const guard = guardOf(scope, to)
  if (guard !== undefined) return describeGuard(scope, to, guard, places)
  if (project.op[to] === OP.result) return describeResult(scope, to, places)
  return {
    ...places,
    code: 'barrier-guard',
    term: 'barrier guard',
    message: `A check on line ${places.place.line} proves that the value is harmless for the rule.`,
  }
}

interface Places {
  readonly place: CodePlace
  readonly lastSeen: CodePlace
}

interface OwnSanitizer {
  readonly clause: string
  /** Undefined if the value itself is safe; else the outcome of the check. */
  readonly when: boolean | undefined
}

/** The sanitizer of the rule at a value. */
function sanitizerOf({ explained }: BreakScope, value: number): OwnSanitizer | undefined {
  const { project } = explained.program.solver
  const file = project.fileOf[value]
  const local = value - project.firstValue[file]
  for (const { values, uses } of project.files[file].sanitizers) {
    if (!values.includes(local)) continue
    const [use] = uses.filter(({ role }) => role === 'sanitizer')
    if (use !== undefined) return { clause: use.clause, when: use.when }
  }
  return undefined
}

function describeSanitizer(scope: BreakScope, value: number, { clause, when }: OwnSanitizer, places: Places): FlowLoss {
  const check = guardOf(scope, value)
  const place = check?.place ?? places.place
  const isCheck = when !== undefined || check !== undefined
  if (!isCheck)
    return {
      ...places,
      code: 'sanitizer',
      term: 'sanitizer',
      clause,
      message: `${quote(place.text)} on line ${place.line} sanitizes the data: it matches \`${clause}\`.`,
    }
  return {
    ...places,
    place,
    code: 'barrier-guard',
    term: 'barrier guard',
    clause,
    message: `The check ${quote(place.text)} on line ${place.line} guards the data ${branchOf(check?.guard)}: it matches \`${clause}\`.`,
  }
}

interface FoundGuard {
  readonly guard: ProgramGuard | undefined
  readonly place: CodePlace
}

/** The check that a value has passed. */
function guardOf({ explained }: BreakScope, value: number): FoundGuard | undefined {
  const { project } = explained.program.solver
  if (project.op[value] !== OP.refine) return undefined
  const file = project.fileOf[value]
  const index = project.b[value]
  const from = project.a[value]
  // The call that checks the value is the last one that got it.
  const checked = project.op[from] === OP.postUpdate ? from : value
  if (index < 0) return { guard: undefined, place: placeOfValue(explained, checked) }
  return { guard: project.files[file].program.guards[index], place: placeOfSpan(explained, file, explained.files[file].guards[index]) }
}

function describeGuard(scope: BreakScope, value: number, { guard, place }: FoundGuard, places: Places): FlowLoss {
  const base = { ...places, place, code: 'barrier-guard', term: 'barrier guard' } as const
  const shown = `The check ${quote(place.text)} on line ${place.line}`
  if (guard === undefined)
    return { ...base, message: `${shown} lets only harmless values pass (constants, numbers or restricted characters), for every rule.` }
  const branch = branchOf(guard)
  if (guard.isPathContainment) return { ...base, message: `${shown} proves that the path lies inside a directory ${branch}.` }
  if (guard.contexts !== NO_CONTEXTS)
    return { ...base, message: `${shown} allows only characters that are harmless ${namesOf(guard.contexts)} ${branch}.` }
  if (guard.isMembership) return { ...base, message: `${shown} tests membership in a fixed set ${branch}.` }
  const { project } = scope.explained.program.solver
  const call = guard.callResult < 0 ? undefined : project.calls[project.a[project.firstValue[project.fileOf[value]] + guard.callResult]]
  const helper = call === undefined ? '' : `: the function ${quote(call.spelledName)} checks its argument`
  return { ...base, message: `${shown} guards the data ${branch}${helper}.` }
}

function branchOf(guard: ProgramGuard | undefined): string {
  if (guard === undefined) return 'here'
  return guard.outcome === 'end' ? 'after it returned' : `on the branch where it is ${guard.outcome}`
}

function namesOf(contexts: StringContexts): string {
  const names = STRING_CONTEXTS.filter((_, index) => (contexts & (1 << index)) !== 0)
  return names.length > 5 ? 'in every context that the sinks of the rule have' : `in the contexts ${names.map(quote).join(', ')}`
}

function describeResult({ explained }: BreakScope, value: number, places: Places): FlowLoss {
  const { project } = explained.program.solver
  const call = project.calls[project.a[value]]
  const place = placeOfSpan(explained, call.file, call)
  const isModelled = project.models[call.file].barriersOf(call.name).length > 0
  return {
    ...places,
    place,
    code: 'sanitizer',
    term: isModelled ? 'library model' : 'barrier guard',
    message: isModelled
      ? `The library model of ${quote(call.name)} (line ${place.line}) says that its result is harmless for the sinks of the rule.`
      : `${quote(place.text)} on line ${place.line} returns only values that a check has found harmless.`,
  }
}
