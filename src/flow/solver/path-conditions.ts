import { OP } from '../../model/program.ts'
import type { AskedParameter, BranchCondition } from '../../model/program-branch.ts'
import { argumentFor, constantArgument } from '../call-graph/constant-arguments.ts'
import type { FlowCall, FlowFunction, Project } from '../program/link-program.ts'

/** Branches of a function that places in it lie in: each set of them has a number, 0 where a place lies in none. */
export interface BranchGates {
  /** The set for a place of a function. */
  gateAt(func: number, file: number, offset: number): number
  /** False where a call passes constants for which the code behind the gate is never run. */
  opensFor(func: number, gate: number, call: number, isPlain: boolean): boolean
  /** What a gate of a function asks of the function that calls it, where the call hands on what that was passed. */
  seenFrom(outer: number, call: number, func: number, gate: number): number
  /** The set of those in either. */
  both(gate: number, other: number): number
}

/** Sets that are told apart; beyond, a place lies in none. */
const MOST_SETS = 20_000
/** More than a program has calls. */
const CALLS = 2 ** 32
/** Conditions of one set. */
const MOST_CONDITIONS = 12

export function createBranchGates(project: Project): BranchGates {
  const sets: (readonly BranchCondition[])[] = [[]]
  const ids = new Map<string, number>()
  const known = new Map<number, boolean>()

  const setOf = (conditions: readonly BranchCondition[]): number => {
    if (conditions.length === 0 || conditions.length > MOST_CONDITIONS || sets.length > MOST_SETS) return 0
    const id = [...new Set(conditions.map((each) => JSON.stringify(each)))].sort().join()
    const gate = ids.get(id)
    if (gate !== undefined) return gate
    ids.set(id, sets.length)
    return sets.push(conditions) - 1
  }
  const seen = new Map<number, number>()
  const places = new Map<number, Map<number, number>>()
  const unions = new Map<number, number>()

  return {
    gateAt: (func, file, offset) => {
      const { branches, file: home } = project.functions[func]
      if (branches.length === 0 || file !== home) return 0
      const known = places.get(func) ?? new Map<number, number>()
      places.set(func, known)
      const gate = known.get(offset) ?? setOf(branches.flatMap(({ start, end, condition }) => (start <= offset && offset < end ? [condition] : [])))
      known.set(offset, gate)
      return gate
    },
    opensFor: (func, gate, call, isPlain) => {
      if (gate === 0 || !isPlain) return true
      const id = gate * CALLS + call
      const answer = known.get(id) ?? sets[gate].every((condition) => answerOf(condition, project.functions[func], project.calls[call]) !== false)
      known.set(id, answer)
      return answer
    },
    seenFrom: (outer, call, func, gate) => {
      if (gate === 0) return 0
      const id = gate * CALLS + call
      const found = seen.get(id) ?? setOf(sets[gate].flatMap((condition) => askedThrough(project, condition, { outer, call, func }) ?? []))
      seen.set(id, found)
      return found
    },
    both: (gate, other) => {
      if (gate === 0 || other === 0 || gate === other) return gate === 0 ? other : gate
      const id = gate * CALLS + other
      const union = unions.get(id) ?? setOf([...sets[gate], ...sets[other]])
      unions.set(id, union)
      return union
    },
  }
}

/** Whether a condition holds for what a call passes, where that is known. */
function answerOf(condition: BranchCondition, func: FlowFunction, call: FlowCall): boolean | undefined {
  switch (condition.kind) {
    case 'unknown':
      return undefined
    case 'all':
    case 'any': {
      const decides = condition.kind === 'any'
      const answers = condition.of.map((each) => answerOf(each, func, call))
      return answers.includes(decides) ? decides : answers.includes(undefined) ? undefined : !decides
    }
    default: {
      const passed = constantArgument(condition, func, call)
      if (passed === undefined) return undefined
      return (condition.kind === 'truth' ? Boolean(passed) : condition.constants.includes(passed)) === condition.holds
    }
  }
}

interface Passage {
  /** The function that calls, its call, and the function that is called. */
  readonly outer: number
  readonly call: number
  readonly func: number
}

/** The condition in terms of what the calling function was passed; undefined where nothing of it asks that. */
function askedThrough(project: Project, condition: BranchCondition, passage: Passage): BranchCondition | undefined {
  switch (condition.kind) {
    case 'unknown':
      return undefined
    case 'all':
    case 'any': {
      const of = condition.of.map((each): BranchCondition => askedThrough(project, each, passage) ?? constantAnswer(project, each, passage))
      return of.every((each) => each.kind === 'unknown') ? undefined : { kind: condition.kind, of }
    }
    default: {
      const asked = askedOfOuter(project, condition, passage)
      return asked === undefined ? undefined : { ...condition, part: undefined, absent: undefined, ...asked }
    }
  }
}

/** A part of a condition that the call has answered itself: nothing is left to ask, and it holds or not whatever the outer function was passed. */
function constantAnswer(project: Project, condition: BranchCondition, { func, call }: Passage): BranchCondition {
  const answer = answerOf(condition, project.functions[func], project.calls[call])
  return answer === undefined ? { kind: 'unknown' } : { kind: answer ? 'all' : 'any', of: [] }
}

function askedOfOuter(project: Project, asked: AskedParameter, { outer, call, func }: Passage): AskedParameter | undefined {
  const { functions, calls, op, a, key, keys } = project
  const { parameters } = functions[func]
  const at = parameters.findIndex(({ value }) => value === asked.parameter)
  if (at < 0 || parameters[at].kind !== 'positional' || calls[call].arguments.some(({ kind }) => kind.endsWith('spread'))) return undefined
  const given = argumentFor(at, parameters, calls[call])?.value ?? -1
  const handed = parameterHeld(project, outer, given)
  // A call may have changed parts of an object before it was handed on.
  if (asked.part !== undefined && given >= 0 && project.op[given] === OP.after) return undefined
  if (handed >= 0) return { parameter: handed, part: asked.part, absent: asked.absent }
  if (asked.part !== undefined || given < 0 || op[given] !== OP.load || key[given] < 0) return undefined
  const base = parameterHeld(project, outer, a[given])
  return base < 0 ? undefined : { parameter: base, part: keys[key[given]] }
}

/** Checks and branches that a value went through since it was passed. */
const MOST_STEPS = 12

/** The parameter of a function that a value is as it was passed, or its default where it was not; -1 for none. */
function parameterHeld(project: Project, func: number, value: number, steps = 0): number {
  const { op, a, functions } = project
  if (value < 0 || steps > MOST_STEPS) return -1
  if (op[value] === OP.parameter) return functions[func].parameters.some((each) => each.value === value && each.kind === 'positional') ? value : -1
  if (op[value] === OP.refine || op[value] === OP.after) return parameterHeld(project, func, a[value], steps + 1)
  if (op[value] !== OP.join) return -1
  const joined = sourcesOf(project, value)
  const held = joined.map((each) => parameterHeld(project, func, each, steps + 1))
  const [first = -1] = held.filter((each) => each >= 0)
  if (held.every((each) => each === first)) return first
  const isDefaulted = functions[func].parameters.some(
    (each) => each.value === first && (each.fallback !== undefined || each.fallbackParts !== undefined),
  )
  return isDefaulted && joined.length === 2 && joined.includes(first) ? first : -1
}

function sourcesOf({ a, b, joinStart, joinSource }: Project, value: number): readonly number[] {
  return [a[value], b[value], ...joinSource.subarray(joinStart[value], joinStart[value + 1])].filter((each) => each >= 0)
}
