import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { ParameterTerm, BranchCondition } from '../../model/program-branch.ts'
import { argumentFor } from '../../model/match-arguments.ts'
import { constantArgument } from '../call-graph/constant-arguments.ts'
import type { FlowCall, FlowFunction, Project } from '../program/link-program.ts'

/** Path conditions: conjunctions of branch conditions over parameters. Each has a number; 0 is the condition that is always true. */
export interface PathConditions {
  /** The conjunction of the branches that contain an offset of a function. */
  conditionAt(func: number, file: number, offset: number): number
  /** False if the constants that a call passes contradict the condition. */
  mayHold(func: number, condition: number, call: number, isPlain: boolean): boolean
  /** The condition over parameters of the calling function, if the call passes those on; 0 if nothing depends on them. */
  inCaller(caller: number, call: number, func: number, condition: number): number
  /** The conjunction of both. */
  and(condition: number, other: number): number
}

/** Different conditions of one program. Further ones count as true. */
const MAX_CONDITIONS = BOUNDS.pathConditions.value
/** An upper bound of the number of calls, to combine two numbers in one key. */
const CALLS = 2 ** 32
/** Terms of one conjunction. A longer one counts as true. */
const MAX_TERMS = BOUNDS.pathConditionTerms.value

export function createPathConditions(project: Project): PathConditions {
  const sets: (readonly BranchCondition[])[] = [[]]
  const ids = new Map<string, number>()
  const known = new Map<number, boolean>()

  const setOf = (conditions: readonly BranchCondition[]): number => {
    if (conditions.length === 0 || conditions.length > MAX_TERMS || sets.length > MAX_CONDITIONS) return 0
    const id = [...new Set(conditions.map((each) => JSON.stringify(each)))].sort().join()
    const condition = ids.get(id)
    if (condition !== undefined) return condition
    ids.set(id, sets.length)
    return sets.push(conditions) - 1
  }
  const seen = new Map<number, number>()
  const places = new Map<number, Map<number, number>>()
  const unions = new Map<number, number>()

  return {
    conditionAt: (func, file, offset) => {
      const { branches, file: home } = project.functions[func]
      if (branches.length === 0 || file !== home) return 0
      const known = places.get(func) ?? new Map<number, number>()
      places.set(func, known)
      const condition =
        known.get(offset) ?? setOf(branches.flatMap(({ start, end, condition }) => (start <= offset && offset < end ? [condition] : [])))
      known.set(offset, condition)
      return condition
    },
    mayHold: (func, condition, call, isPlain) => {
      if (condition === 0 || !isPlain) return true
      const id = condition * CALLS + call
      const answer =
        known.get(id) ?? sets[condition].every((condition) => evaluate(condition, project.functions[func], project.calls[call]) !== false)
      known.set(id, answer)
      return answer
    },
    inCaller: (outer, call, func, condition) => {
      if (condition === 0) return 0
      const id = condition * CALLS + call
      const found = seen.get(id) ?? setOf(sets[condition].flatMap((condition) => conditionInCaller(project, condition, { outer, call, func }) ?? []))
      seen.set(id, found)
      return found
    },
    and: (condition, other) => {
      if (condition === 0 || other === 0 || condition === other) return condition === 0 ? other : condition
      const id = condition * CALLS + other
      const union = unions.get(id) ?? setOf([...sets[condition], ...sets[other]])
      unions.set(id, union)
      return union
    },
  }
}

/** Whether a condition holds for the arguments of a call; undefined if it depends on an unknown value. */
function evaluate(condition: BranchCondition, func: FlowFunction, call: FlowCall): boolean | undefined {
  switch (condition.kind) {
    case 'unknown':
      return undefined
    case 'all':
    case 'any': {
      const decides = condition.kind === 'any'
      const answers = condition.of.map((each) => evaluate(each, func, call))
      return answers.includes(decides) ? decides : answers.includes(undefined) ? undefined : !decides
    }
    default: {
      const passed = constantArgument(condition, func, call)
      if (passed === undefined) return undefined
      return (condition.kind === 'truth' ? Boolean(passed) : condition.constants.includes(passed)) === condition.holds
    }
  }
}

interface CallContext {
  /** The calling function, its call, and the callee. */
  readonly outer: number
  readonly call: number
  readonly func: number
}

/** The condition over parameters of the calling function; undefined if nothing of it depends on them. */
function conditionInCaller(project: Project, condition: BranchCondition, passage: CallContext): BranchCondition | undefined {
  switch (condition.kind) {
    case 'unknown':
      return undefined
    case 'all':
    case 'any': {
      const of = condition.of.map((each): BranchCondition => conditionInCaller(project, each, passage) ?? constantCondition(project, each, passage))
      return of.every((each) => each.kind === 'unknown') ? undefined : { kind: condition.kind, of }
    }
    default: {
      const term = subjectInCaller(project, condition, passage)
      return term === undefined ? undefined : { ...condition, property: undefined, defaultValue: undefined, ...term }
    }
  }
}

/** The constant that a condition evaluates to for the arguments of a call, as an empty conjunction or disjunction. */
function constantCondition(project: Project, condition: BranchCondition, { func, call }: CallContext): BranchCondition {
  const answer = evaluate(condition, project.functions[func], project.calls[call])
  return answer === undefined ? { kind: 'unknown' } : { kind: answer ? 'all' : 'any', of: [] }
}

function subjectInCaller(project: Project, term: ParameterTerm, { outer, call, func }: CallContext): ParameterTerm | undefined {
  const { functions, calls, op, a, key, keys } = project
  const { parameters } = functions[func]
  const at = parameters.findIndex(({ value }) => value === term.parameter)
  if (at < 0 || parameters[at].kind !== 'positional' || calls[call].arguments.some(({ kind }) => kind.endsWith('spread'))) return undefined
  const argumentValue = argumentFor(parameters, calls[call].arguments, at)?.value ?? -1
  const handed = parameterOf(project, outer, argumentValue)
  // A call may have changed properties of the object before it was passed on.
  if (term.property !== undefined && argumentValue >= 0 && project.op[argumentValue] === OP.postUpdate) return undefined
  if (handed >= 0) return { parameter: handed, property: term.property, defaultValue: term.defaultValue }
  if (term.property !== undefined || argumentValue < 0 || op[argumentValue] !== OP.load || key[argumentValue] < 0) return undefined
  const base = parameterOf(project, outer, a[argumentValue])
  return base < 0 ? undefined : { parameter: base, property: keys[key[argumentValue]] }
}

/** Refinements and updates between a parameter and the argument. */
const MAX_STEPS = BOUNDS.pathConditionSteps.value

/** The parameter of a function that a value equals, or equals unless the default is used; -1 for none. */
function parameterOf(project: Project, func: number, value: number, steps = 0): number {
  const { op, a, functions } = project
  if (value < 0 || steps > MAX_STEPS) return -1
  if (op[value] === OP.parameter) return functions[func].parameters.some((each) => each.value === value && each.kind === 'positional') ? value : -1
  if (op[value] === OP.refine || op[value] === OP.postUpdate) return parameterOf(project, func, a[value], steps + 1)
  if (op[value] !== OP.phi) return -1
  const joined = sourcesOf(project, value)
  const candidates = joined.map((each) => parameterOf(project, func, each, steps + 1))
  const [first = -1] = candidates.filter((each) => each >= 0)
  if (candidates.every((each) => each === first)) return first
  const isDefaulted = functions[func].parameters.some(
    (each) => each.value === first && (each.defaultValue !== undefined || each.defaultProperties !== undefined),
  )
  return isDefaulted && joined.length === 2 && joined.includes(first) ? first : -1
}

function sourcesOf({ a, b, operandStart, operandSource }: Project, value: number): readonly number[] {
  return [a[value], b[value], ...operandSource.subarray(operandStart[value], operandStart[value + 1])].filter((each) => each >= 0)
}
