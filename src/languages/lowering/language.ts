import type { BranchCondition, ParameterTerm } from '../../model/program-branch.ts'
import type { ConditionForm } from './condition-form.ts'
import { type BranchFacts, type GuardFact, NO_FACTS } from './guard-facts.ts'
import { UNKNOWN_CONDITION } from './branch-conditions.ts'
import type { ReturnedProperties } from './guard-summary.ts'
import type { BackEdgeStates } from './loop-guards.ts'
import type { Lowering } from './lowering.ts'
import type { SeparatorSyntax } from './separator-syntax.ts'

/** Fields that have the same name in the grammars of all languages. */
type SharedField = 'name' | 'value' | 'left' | 'right' | 'operator' | 'condition' | 'consequence' | 'alternative' | 'body' | 'function' | 'arguments'

/** A lowering with the node types and the table of its language. */
export interface TableLowering<L> extends Lowering {
  readonly kinds: {
    readonly table: Uint8Array
    readonly id: Readonly<Record<'identifier' | 'else_clause' | 'finally_clause', number>>
    readonly field: Readonly<Record<SharedField, number>>
  }
  readonly language: Language<L>
}

/** The fields of `object.key` or `object[key]`. */
export interface MemberSyntax {
  readonly object: number
  readonly key: number
  /** Whether the key is an expression. */
  readonly isComputed: boolean
}

/** A loop that guards each element of the collection at `node`. */
export interface GuardedLoop {
  readonly loop: number
  readonly node: number
  readonly guards: readonly number[]
  readonly backEdges: BackEdgeStates
}

/** What the shared readers must know of a language. Tables are indexed by kind of node; most kinds have no entry. */
export interface Language<L> {
  /** Expressions. All operands flow to the result of other kinds. */
  readonly expressions: readonly (((low: L, node: number) => number) | undefined)[]
  /** Statements. Other kinds are expressions. */
  readonly statements: readonly (((low: L, node: number) => void) | undefined)[]
  /** Assignment targets and patterns. */
  readonly targets: readonly (((low: L, target: number, given: number) => void) | undefined)[]
  /** Handlers of exceptions. */
  readonly handlers: readonly (((low: L, handler: number, thrown: number) => void) | undefined)[]
  readonly members: readonly (MemberSyntax | undefined)[]
  /** Kinds of assignments. Their target is in the field `left`. */
  readonly assignments: ReadonlySet<number>
  /** The kind of calls. */
  readonly call: number
  /** Whether `object[key](…)` passes the object as the receiver. */
  readonly bindsComputedReceiver: boolean
  /** The kind of the target that takes the remaining elements; -1 for none. */
  readonly restTarget: number
  /** Imprecise lowering: all names in the code flow to the result. */
  lowerCoarsely(low: L, node: number): number
  /** Replaces the value of an expression. */
  finishExpression?(low: L, node: number, made: number): number
  lowerName(low: L, node: number): number
  /** A constant key; undefined for other expressions. */
  constantKey(low: L, node: number): string | undefined
  /** The access path from a variable. Equal texts denote equal paths. */
  accessPathOf(low: L, node: number): string | undefined
  /** What an assignment to a name means further, for example in the body of a class. */
  nameAssigned?(low: L, target: number, given: number): void
  /** What an assignment to a member means further, for example a new field of a class. */
  memberAssigned?(low: L, target: number, given: number): void
  /** The object after a store with an unknown key. */
  storeKey?(low: L, target: number, stored: number): number
  /** The label of a loop or switch. */
  labelOf?(low: L, node: number): string | undefined
  /** The element of a loop over a value. `right` is the node of the collection, `over` its value. */
  loopElement(low: L, loop: number, right: number, over: number): number
  /** Applies facts after a loop that guards each element. */
  guardElements(low: L, loop: GuardedLoop): void
  /** The form of a condition without parentheses. */
  conditionForm(low: L, node: number): ConditionForm
  /** What a condition of another form proves. `isCompound` is true inside conditions. */
  otherFacts(low: L, node: number, depth: number, isCompound: boolean): BranchFacts
  /** Further facts of a variable. */
  nameFacts?(low: L, node: number, depth: number): BranchFacts
  /** The path condition of a condition of another form. */
  otherCondition(low: L, node: number): BranchCondition
  /** The parameter, or property of a parameter, that an expression contains. */
  parameterTermAt(low: L, node: number): ParameterTerm | undefined
  /** The guarded expressions that an expression reads. */
  factsOn(low: L, node: number): readonly GuardFact[]
  /** The base expressions of a property, a part or another form of them, one step back; -1 for an unknown one. */
  derivedFrom(low: L, node: number): readonly number[]
  /** Whether the node is the match of a restrictive regex. Its groups consist of the same characters. */
  isRegexMatch(low: L, node: number): boolean
  /** Whether the parent of the declaration is a loop that assigns each element to it. */
  isLoopVariable(low: L, declaration: number): boolean
  readonly separators: SeparatorSyntax<L>
  /** The guarded expressions in a query whose result tells whether a record exists. */
  queryFacts(low: L, call: number): readonly GuardFact[]
  /** Whether the expression is a list of constants, or a table with constant keys. */
  isConstantCollection(low: L, node: number): boolean
  /** The operand of a conversion whose checks hold for the operand too. */
  convertedOperand?(low: L, node: number): number | undefined
  /** Whether a condition is constant. */
  knownTruth(low: L, node: number): boolean | undefined
  /** Whether the functions that a block declares after the statement can be called before it. */
  declaresFunctionAfter?(low: L, statement: number): boolean
  /** Whether a returned expression is truthy, where that is known. */
  returnedTruth(low: L, node: number): boolean | undefined
  /** What the truthiness of a returned expression proves. The expression is already lowered. */
  readReturnedFacts(low: L, node: number): BranchFacts | undefined
  readReturnedProperties(low: L, node: number): ReturnedProperties | undefined
  /** The names of functions that throw for invalid arguments, and whether a method may also reject its object. */
  readonly rejection: { readonly name: RegExp; readonly checksReceiver: boolean }
}

/** A language whose conditions prove nothing. */
export const NO_CONDITIONS = {
  guardElements: () => {},
  conditionForm: (): ConditionForm => ({ kind: 'other' }),
  otherFacts: () => NO_FACTS,
  otherCondition: () => UNKNOWN_CONDITION,
  parameterTermAt: () => undefined,
  factsOn: () => [],
  derivedFrom: () => [],
  isRegexMatch: () => false,
  isLoopVariable: () => false,
  queryFacts: () => [],
  isConstantCollection: () => false,
  separators: { separator: /(?!)/, joins: /(?!)/, separatesEmptyPart: false, compoundEnds: () => undefined },
  knownTruth: () => undefined,
  returnedTruth: () => undefined,
  readReturnedFacts: () => undefined,
  readReturnedProperties: () => undefined,
  rejection: { name: /(?!)/, checksReceiver: false },
  accessPathOf: () => undefined,
}
