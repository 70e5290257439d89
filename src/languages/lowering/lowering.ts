import type { GuardChains } from './guard-chains.ts'
import type { CodeSyntax } from '../../model/language.ts'
import type { ProgramGuardFact, ProgramCall, ProgramGuard, ProgramClass, ProgramExport, ProgramFunction, ProgramImport } from '../../model/program.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { ParameterTerm, ProgramBranch } from '../../model/program-branch.ts'
import type { FlatTree } from '../../model/tree.ts'
import type { NameMap } from './map-names.ts'
import type { ValueStore } from './value-store.ts'
import type { VariableTable } from './variable-table.ts'

/** A loop, switch or labelled block that `break` and `continue` leave. */
export interface JumpTarget {
  readonly kind: 'loop' | 'switch' | 'block'
  readonly label: string | undefined
  readonly depth: number
  readonly breaks: ReadonlyMap<number, number>[]
  readonly continues: ReadonlyMap<number, number>[]
}

/**
 * By what a parameter is made harmless: `every` by a check that counts for every rule, else values of it by what made them, which rules may know. Where the ways
 * to an end know different things, each way has its own values: a rule must know one of each.
 */
export type GuardAlternatives = 'every' | readonly ReadonlyMap<string, number>[]

/** What is known of parameters, by the first value of their names. */
export type GuardedValues = ReadonlyMap<number, GuardAlternatives>

/** What a function gives back at one place, and what was checked by then. */
export interface ReturnSite {
  readonly known: GuardedValues
  /** By name of a part: whether it counts as true, where that is known, and what is known where it does and where it does not. Undefined for what may have any parts. */
  readonly properties:
    | ReadonlyMap<string, { readonly truth: boolean | undefined; readonly whenTrue: GuardedValues; readonly whenFalse: GuardedValues }>
    | undefined
  /** Whether it has no other parts. */
  readonly isComplete: boolean
}

/** A parameter, or a part of one, under a name. */
export interface GuardableParameter {
  readonly variable: number
  readonly initial: number
  readonly parameter: number
  readonly part: string | undefined
}

/** A name that holds a part of a parameter, or what the pattern that took it apart says for where that is not passed. */
export interface DestructuredProperty {
  readonly variable: number
  readonly initial: number
  readonly term: ParameterTerm
}

/** The function that is being lowered. */
export interface Frame {
  readonly index: number
  readonly table: VariableTable
  readonly result: number
  readonly jumpTargets: JumpTarget[]
  /** Values that `catch` of the enclosing `try` statements may get. */
  readonly thrown: number[]
  /** Parameters and the receiver, and the values that callers see of them afterwards. */
  readonly outs: { readonly variable: number; readonly initial: number; readonly atExit: number }[]
  /** Parameters, and parts of those that are taken apart, that stand under a name, with what the name holds at first. */
  readonly guardable: GuardableParameter[]
  /** Names that hold parts of parameters. */
  readonly destructured: DestructuredProperty[]
  /** By the first value of their names: parameters and parts that a check makes harmless wherever the function has come to an end so far: in any way, with something true, with something false. */
  readonly guaranteed: Record<ProgramGuardFact['outcome'], GuardedValues | undefined>
  /** What it gives back, as far as parts of that may tell what was checked; undefined once there is too much of it. */
  returnSites: ReturnSite[] | undefined
  /** Whether a path (`req.query.id`) was checked in it. */
  guardsPaths: boolean
  /** No code runs here: after `return`, `throw`, `break`. */
  dead: boolean
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** A program while it is made. Languages drive it; it knows none. */
export interface Lowering {
  readonly tree: FlatTree
  readonly text: string
  readonly symbols: Symbols
  readonly syntax: CodeSyntax
  readonly names: NameMap
  readonly store: ValueStore
  readonly valueAt: Int32Array
  readonly callAt: Map<number, number>
  /** Nodes of calls by their index, the other way round. */
  readonly callNodes: Map<number, number>
  readonly callbackCallAt: Map<number, number>
  readonly functionAt: Map<number, number>
  readonly decorators: Map<number, number[]>
  readonly parameterDecorators: Map<number, number[]>
  readonly guards: (Omit<ProgramGuard, 'callResult'> & { readonly node: number })[]
  readonly guardIds: Map<number | string, number>
  readonly branches: ProgramBranch[]
  readonly dynamicKeys: (readonly [load: number, index: number])[]
  /** What is known of checked paths. */
  readonly guardChains: GuardChains
  /** Values that a check has made harmless, and what was checked. */
  readonly sanitized: Map<number, number>
  /** Of joins of one value, seen differently where branches met: the value before any of it, and what each branch knew of it. */
  readonly mustAliasPhis: Map<number, { readonly root: number; readonly incoming: readonly number[] }>
  /** Of what a loop holds in variables that none of its rounds assigns: the value before the loop. */
  readonly loopInvariants: Map<number, number>
  /** Values that are dictionaries, as they are made: a loop over one comes to its names. */
  readonly dictionaries: Set<number>
  readonly functions: Mutable<ProgramFunction>[]
  readonly classes: (Omit<Mutable<ProgramClass>, 'methods' | 'getters' | 'setters' | 'fields'> & {
    methods: Map<string, number>
    getters: Map<string, number>
    setters: Map<string, number>
    fields: Map<string, { value: number; isType: boolean }[]>
  })[]
  readonly calls: ProgramCall[]
  readonly imports: ProgramImport[]
  readonly exports: ProgramExport[]
  /** Work to be done once the current function is finished. */
  readonly deferred: (() => void)[]
  readonly capturedValues: Map<number, number>
  /** Cells of what other functions make of variables whose parts they change. */
  readonly capturedUpdates: Map<number, number>
  readonly variablesByValue: Map<number, number[]>
  /** Variables that a function has captured already: later writes reach it too. */
  readonly captured: Set<number>
  /** Those of `captured` that a branch may take back: what another branch writes does not reach its functions. In their order. */
  readonly captureLog: number[]
  frame: Frame
  depth: number
  isCoarse: boolean
  stringId(text: string): number
  guardedPathVariable(path: string): number
  /** The same where the path was checked anywhere; undefined else. */
  knownGuardedPath(path: string): number | undefined
  /** Paths that were checked somewhere, and their variables, by the declaration that they start from. */
  readonly guardedPaths: Map<string, Map<number, string>>
  globalVariable(name: string): number
  strings: readonly string[]
}
