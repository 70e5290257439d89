import { BOUNDS } from '../../model/bounds.ts'
import type { ProgramGuard } from '../../model/program.ts'
import { ALL_CONTEXTS, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { RegexProof } from './regex-proof.ts'

/** A field of the receiver. A guard of it holds in other methods too: `self.place`. */
export interface ReceiverField {
  /** The variable that contains the receiver. */
  readonly variable: number
  readonly name: string
}

/** What a condition proves about an expression. */
export interface GuardFact {
  /** The guarded expression: a variable, or an access path from one (`req.query.id`). A guarded path is refined wherever it is read again. */
  readonly target: { readonly variable: number } | { readonly path: string; readonly field?: ReceiverField | undefined }
  readonly node: number
  /** The node of the barrier guard, a call or comparison that rules or the callee must recognise; -1 if it sanitizes for every rule. */
  readonly guard: number
  /** The argument of the call that is guarded; -1 for the receiver and for comparisons. */
  readonly argument: number
  /** The outcome of the guard for which the fact holds. */
  readonly outcome: ProgramGuard['outcome']
  /** The source text of the derived value that is tested. Two guards of the same derived value can replace each other. */
  readonly subject?: string | undefined
  /** The tested property of the call's result: `ok` of `if (!result.ok)`. */
  readonly property?: string | undefined
  /** Whether the guard tests membership. */
  readonly isMembership?: boolean | undefined
  /** Whether the guard tests that a path lies within a directory. Most rules accept it. */
  readonly isPathContainment?: boolean | undefined
  /** Of a test for containment: whether a directory with a longer name may pass it too, as `/srv/data-old` passes `startsWith('/srv/data')`. */
  readonly isPrefixOnly?: boolean | undefined
  /** Whether only the keys of the dictionary are guarded, and not its values. */
  readonly areKeys?: boolean | undefined
  /** The contexts in which strings that pass the guard are harmless. */
  readonly contexts?: StringContexts | undefined
}

/** The facts on the two branches of a condition. */
export interface BranchFacts {
  readonly whenTrue: readonly GuardFact[]
  readonly whenFalse: readonly GuardFact[]
}

export const NO_FACTS: BranchFacts = { whenTrue: [], whenFalse: [] }

export function negate({ whenTrue, whenFalse }: BranchFacts): BranchFacts {
  return { whenTrue: whenFalse, whenFalse: whenTrue }
}

export function conjunction(left: BranchFacts, right: BranchFacts): BranchFacts {
  return { whenTrue: [...left.whenTrue, ...right.whenTrue], whenFalse: factsOfEither(left.whenFalse, right.whenFalse) }
}

export function disjunction(left: BranchFacts, right: BranchFacts): BranchFacts {
  return { whenTrue: factsOfEither(left.whenTrue, right.whenTrue), whenFalse: [...left.whenFalse, ...right.whenFalse] }
}

/** Maximum number of facts of a disjunction. `kind === A || kind === B || …` may have hundreds of operands. */
const MAX_ALTERNATIVES = BOUNDS.disjunctionFacts.value

/** The facts that hold whichever operand holds: `x === 'a' || x === 'b'` guards x. */
function factsOfEither(left: readonly GuardFact[], right: readonly GuardFact[]): GuardFact[] {
  const found = new Map<string, GuardFact>()
  const add = (checked: GuardFact): void => {
    if (checked.guard < 0 || found.size < MAX_ALTERNATIVES) found.set(factKey(checked), checked)
  }
  for (const checked of left) {
    for (const other of right) {
      if (!sameTarget(checked, other)) continue
      if (isSanitizing(checked)) add(other)
      else if (isSanitizing(other) || (checked.isPrefixOnly && other.isPrefixOnly)) add(checked)
      else if (checked.guard === other.guard) {
        if (
          checked.argument === other.argument &&
          checked.outcome === other.outcome &&
          checked.property === other.property &&
          checked.isMembership === other.isMembership &&
          checked.contexts === other.contexts
        )
          add(checked)
      } else if (checked.contexts !== undefined && other.contexts !== undefined) {
        // Either regex matched: what both prove holds.
        const contexts = checked.contexts & other.contexts
        if (contexts !== NO_CONTEXTS) add({ ...checked, contexts })
      } else if (checked.subject !== undefined && checked.subject === other.subject) {
        // `host === 'a' || isOwn(host)`: both guards test one derived value, so a rule that knows one accepts the other.
        add(checked)
        add(other)
      }
    }
  }
  return [...found.values()]
}

function isSanitizing({ guard, isPathContainment, isPrefixOnly, areKeys }: GuardFact): boolean {
  return (guard < 0 && areKeys !== true) || (isPathContainment === true && isPrefixOnly !== true)
}

function factKey({
  target,
  guard,
  argument,
  outcome,
  property = '',
  isMembership = false,
  areKeys = false,
  contexts = NO_CONTEXTS,
}: GuardFact): string {
  return `${'variable' in target ? target.variable : target.path} ${guard} ${argument} ${outcome} ${property} ${isMembership} ${areKeys} ${contexts}`
}

/** A fact that sanitizes its target for every rule. */
export function sanitizedFact(target: GuardFact['target'], node: number): GuardFact {
  return { target, node, guard: -1, argument: -1, outcome: 'true' }
}

/** Facts that a value is harmless in these contexts where the guard has the outcome; in all of them, it is sanitized for every rule. */
export function contextFacts(
  facts: readonly GuardFact[],
  { guard, argument, outcome, contexts }: Required<Pick<GuardFact, 'guard' | 'argument' | 'outcome' | 'contexts'>>,
): GuardFact[] {
  if (contexts === ALL_CONTEXTS) return [...facts]
  return contexts === NO_CONTEXTS ? [] : facts.map(({ target, node }) => ({ target, node, guard, argument, outcome, contexts }))
}

/** The facts of a test with a regex: what it proves of the tested expressions. */
export function regexTestFacts(facts: readonly GuardFact[], { whenTrue, whenFalse }: RegexProof, guard: number, argument: number): BranchFacts {
  return {
    whenTrue: contextFacts(facts, { guard, argument, outcome: 'true', contexts: whenTrue }),
    whenFalse: contextFacts(facts, { guard, argument, outcome: 'false', contexts: whenFalse }),
  }
}

/** Facts that a path lies within a directory, or with `isPrefixOnly` that its text begins like that of one. */
export function containmentFacts(facts: readonly GuardFact[], guard: number, isPrefixOnly = false): GuardFact[] {
  return facts.map(({ target, node }) => ({ target, node, guard, argument: -1, outcome: 'true', isPathContainment: true, isPrefixOnly }))
}

/** Facts that something was found under a key: a key of a table, or the argument of the search call at `guard`. */
export function membershipFacts(facts: readonly GuardFact[], guard: number): BranchFacts {
  return { whenTrue: facts.map(({ target, node }) => ({ target, node, guard, argument: -1, outcome: 'true', isMembership: true })), whenFalse: [] }
}

/** Facts of a guard that rules or the callee must recognise, for both outcomes. */
export function guardedBy(facts: readonly GuardFact[], guard: number, argument: number, subject?: string): BranchFacts {
  return {
    whenTrue: facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'true', subject })),
    whenFalse: facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'false', subject })),
  }
}

/** The same for a property of the call's result. */
export function guardedByResult(facts: readonly GuardFact[], guard: number, argument: number, property: string | undefined): BranchFacts {
  const { whenTrue, whenFalse } = guardedBy(facts, guard, argument)
  return { whenTrue: whenTrue.map((each) => ({ ...each, property })), whenFalse: whenFalse.map((each) => ({ ...each, property })) }
}

/** Facts after a call that returned without throwing. Rules know which calls reject values. */
export function factsAfterReturn(facts: readonly GuardFact[], guard: number, argument: number): GuardFact[] {
  return facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'end' }))
}

export function unionFacts(conditions: readonly BranchFacts[]): BranchFacts {
  if (conditions.length === 1) return conditions[0]
  return { whenTrue: conditions.flatMap(({ whenTrue }) => whenTrue), whenFalse: conditions.flatMap(({ whenFalse }) => whenFalse) }
}

function sameTarget(left: GuardFact, right: GuardFact): boolean {
  if ('variable' in left.target) return 'variable' in right.target && left.target.variable === right.target.variable
  return 'path' in right.target && left.target.path === right.target.path
}
