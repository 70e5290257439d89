import { compileModels } from '../../../src/compile/compile-models.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FlowCall, type FlowFunction, linkProgram, type Project } from '../../../src/flow/program/link-program.ts'
import { createPathConditions } from '../../../src/flow/solver/path-conditions.ts'
import type { BranchCondition } from '../../../src/model/program-branch.ts'
import type { Scalar } from '../../../src/model/scalar.ts'

const PARAMETERS = [0, 1, 2]
const SCALARS: readonly Scalar[] = [true, false, null, 0, 1, 'a']

/** `function f(p0, p1, p2)` whose branches lie at the offsets 0, 1, 2, … */
function functionWith(conditions: readonly BranchCondition[]): FlowFunction {
  return {
    file: 0,
    name: 'f',
    parent: -1,
    parameters: PARAMETERS.map((value) => ({
      name: `p${value}`,
      value,
      kind: 'positional',
      type: -1,
      scalar: false,
      isString: false,
      isTyped: false,
      atExit: -1,
    })),
    receiver: -1,
    receiverAtExit: -1,
    result: -1,
    thrown: -1,
    returnType: -1,
    classIndex: -1,
    isConstructor: false,
    guardFacts: [],
    branches: conditions.map((condition, start) => ({ owner: 0, condition, start, end: start + 1 })),
    start: 0,
    end: conditions.length,
  }
}

function callWith(constants: readonly (Scalar | undefined)[]): FlowCall {
  return {
    file: 0,
    result: 10,
    callee: -1,
    receiver: -1,
    receiverPostUpdate: -1,
    name: 'f',
    spelledName: 'f',
    arguments: constants.map((constant) => ({ kind: 'positional', value: -1, postUpdate: -1, constant })),
    isConstruct: false,
    isTaggedTemplate: false,
    catchTarget: -1,
    hasExplicitReceiver: false,
    constantKey: undefined,
    owner: -1,
    start: 0,
    end: 0,
  }
}

function projectOf(conditions: readonly BranchCondition[], constants: readonly (Scalar | undefined)[]): Project {
  return { ...linkProgram([], compileModels([])), functions: [functionWith(conditions)], calls: [callWith(constants)] }
}

/** Whether a condition holds when every argument is known. An unknown condition may hold. */
function mayHold(condition: BranchCondition, constants: readonly Scalar[]): boolean {
  switch (condition.kind) {
    case 'unknown':
      return true
    case 'all':
      return condition.of.every((each) => mayHold(each, constants))
    case 'any':
      return condition.of.some((each) => mayHold(each, constants))
    case 'truth':
      return Boolean(constants[condition.parameter]) === condition.holds
    case 'equals':
      return condition.constants.includes(constants[condition.parameter]) === condition.holds
  }
}

const scalar = fc.constantFrom(...SCALARS)
const { condition: anyCondition } = fc.letrec<{ condition: BranchCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant('truth' as const), parameter: fc.constantFrom(...PARAMETERS), holds: fc.boolean() }),
    fc.record({
      kind: fc.constant('equals' as const),
      parameter: fc.constantFrom(...PARAMETERS),
      constants: fc.array(scalar, { minLength: 1, maxLength: 2 }),
      holds: fc.boolean(),
    }),
    fc.constant({ kind: 'unknown' as const }),
    fc.record({ kind: fc.constantFrom('all' as const, 'any' as const), of: fc.array(tie('condition'), { maxLength: 3 }) }),
  ),
}))
const conditions = fc.array(anyCondition, { minLength: 1, maxLength: 3 })
const known = fc.tuple(scalar, scalar, scalar)

describe('path conditions', () => {
  it('hold for a call with constant arguments as the condition does', () => {
    fc.assert(
      fc.property(anyCondition, known, (condition, constants) => {
        const paths = createPathConditions(projectOf([condition], constants))
        expect(paths.mayHold(0, paths.conditionAt(0, 0, 0), 0, true)).toBe(mayHold(condition, constants))
      }),
    )
  })

  it('may hold for unknown arguments if they hold for some constants', () => {
    fc.assert(
      fc.property(anyCondition, known, fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), (condition, constants, isKnown) => {
        const paths = createPathConditions(
          projectOf(
            [condition],
            PARAMETERS.map((at) => (isKnown[at] ? constants[at] : undefined)),
          ),
        )
        if (mayHold(condition, constants)) expect(paths.mayHold(0, paths.conditionAt(0, 0, 0), 0, true)).toBe(true)
      }),
    )
  })

  it('form a conjunction that is commutative, idempotent, and holds if all its terms do', () => {
    fc.assert(
      fc.property(conditions, known, (all, constants) => {
        const paths = createPathConditions(projectOf(all, constants))
        const ids = all.map((_, offset) => paths.conditionAt(0, 0, offset))
        const both = ids.reduce((left, right) => paths.and(left, right), 0)
        expect(ids.reduceRight((left, right) => paths.and(left, right), 0)).toBe(both)
        for (const id of ids) expect(paths.and(both, id)).toBe(both)
        expect(paths.mayHold(0, both, 0, true)).toBe(all.every((each) => mayHold(each, constants)))
      }),
    )
  })

  it('are always true outside of branches and for calls whose arguments are not passed plainly', () => {
    const never: BranchCondition = { kind: 'any', of: [] }
    const paths = createPathConditions(projectOf([never], [1, 1, 1]))
    expect(paths.conditionAt(0, 0, 5)).toBe(0)
    expect(paths.conditionAt(0, 1, 0)).toBe(0)
    const condition = paths.conditionAt(0, 0, 0)
    expect([paths.mayHold(0, condition, 0, true), paths.mayHold(0, condition, 0, false), paths.mayHold(0, 0, 0, true)]).toEqual([false, true, true])
  })
})
