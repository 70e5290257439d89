import type { RegexProver } from './regex-proof.ts'
import type { GuardChains } from './guard-chains.ts'
import type { LanguageModels } from '../../model/call-models.ts'
import type { CodeSyntax } from '../../model/language.ts'
import type { ProgramGuardFact, ProgramCall, ProgramGuard, ProgramClass, ProgramExport, ProgramFunction, ProgramImport } from '../../model/program.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { ParameterTerm, ProgramBranch } from '../../model/program-branch.ts'
import type { FlatTree } from '../../model/tree.ts'
import type { NameMap } from './map-names.ts'
import type { ValueStore } from './value-store.ts'
import type { VariableTable } from './variable-table.ts'

/** A loop, switch or labelled block: the target of `break` and `continue`. */
export interface JumpTarget {
  readonly kind: 'loop' | 'switch' | 'block'
  readonly label: string | undefined
  readonly depth: number
  readonly breaks: ReadonlyMap<number, number>[]
  readonly continues: ReadonlyMap<number, number>[]
}

/**
 * The guards of a parameter: `every` if it is sanitized for every rule, otherwise one guard set per path (guard to guarded value). A rule must know
 * one guard of each set.
 */
export type GuardAlternatives = 'every' | readonly ReadonlyMap<string, number>[]

/** Guards of parameters, by the initial value of the parameter. */
export type GuardedValues = ReadonlyMap<number, GuardAlternatives>

/** A return site and the guards that hold there. */
export interface ReturnSite {
  readonly known: GuardedValues
  /**
   * Properties of the returned object: their truthiness, where known, and the guards if they are truthy or falsy. Undefined for an unknown object.
   */
  readonly properties:
    | ReadonlyMap<string, { readonly truth: boolean | undefined; readonly whenTrue: GuardedValues; readonly whenFalse: GuardedValues }>
    | undefined
  /** Whether there are no other properties. */
  readonly isComplete: boolean
}

/** A variable that initially contains a parameter, or a property of one. */
export interface GuardableParameter {
  readonly variable: number
  readonly initial: number
  readonly parameter: number
  readonly part: string | undefined
}

/** A variable that contains a property of a parameter, with the default of the destructuring pattern. */
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
  /** The values that receive exceptions: one per enclosing `try`, after that of the function. */
  readonly thrown: number[]
  /** Parameters and the receiver with their values at exit. */
  readonly outs: { readonly variable: number; readonly initial: number; readonly atExit: number }[]
  /** Variables that initially contain parameters or properties of parameters. */
  readonly guardable: GuardableParameter[]
  /** Variables that contain destructured properties of parameters. */
  readonly destructured: DestructuredProperty[]
  /** Guards that hold at every exit so far, by outcome: at any exit, with a truthy result, with a falsy result. */
  readonly guaranteed: Record<ProgramGuardFact['outcome'], GuardedValues | undefined>
  /** Return sites; undefined when there are too many. */
  returnSites: ReturnSite[] | undefined
  /** Whether an access path (`req.query.id`) is guarded in the function. */
  guardsPaths: boolean
  /** Whether the current code is unreachable: after `return`, `throw`, `break`. */
  dead: boolean
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The state of a lowering. It is independent of the language. */
export interface Lowering {
  readonly tree: FlatTree
  readonly text: string
  readonly symbols: Symbols
  readonly syntax: Pick<CodeSyntax, 'commentTypes' | 'unwrap' | 'callAt' | 'handedAt' | 'propertiesAt'>
  /** What is known of libraries. */
  readonly models: LanguageModels
  readonly names: NameMap
  readonly store: ValueStore
  readonly valueAt: Int32Array
  readonly callAt: Map<number, number>
  /** Nodes of calls by call index. */
  readonly callNodes: Map<number, number>
  readonly callbackCallAt: Map<number, number>
  readonly functionAt: Map<number, number>
  readonly decorators: Map<number, number[]>
  readonly parameterDecorators: Map<number, number[]>
  readonly guards: (Omit<ProgramGuard, 'callResult'> & { readonly node: number })[]
  readonly regexes: RegexProver
  readonly guardIds: Map<number | string, number>
  readonly branches: ProgramBranch[]
  readonly dynamicKeys: (readonly [load: number, index: number])[]
  /** Guards of access paths. */
  readonly guardChains: GuardChains
  /** Values that a guard sanitizes for every rule, with the must-alias root that was guarded. */
  readonly sanitized: Map<number, number>
  /** Phis whose incoming values all have one must-alias root, with that root and the incoming values. */
  readonly mustAliasPhis: Map<number, { readonly root: number; readonly incoming: readonly number[] }>
  /** Loop-head phis of variables that no iteration assigns, with the value before the loop. */
  readonly loopInvariants: Map<number, number>
  /** Values that are dictionaries by construction. A loop over one yields its keys. */
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
  /** Function bodies to lower after the current function. */
  readonly deferred: (() => void)[]
  readonly capturedValues: Map<number, number>
  /** Captured updates of objects in variables, by variable: changes that nested functions make to properties. */
  readonly capturedUpdates: Map<number, number>
  readonly variablesByValue: Map<number, number[]>
  /** Variables that a nested function has captured. Later assignments are added to the captured value. */
  readonly captured: Set<number>
  /** Members of `captured` in capture order. A branch removes its captures at its end, so that assignments of other branches do not reach them. */
  readonly captureLog: number[]
  frame: Frame
  depth: number
  isCoarse: boolean
  stringId(text: string): number
  guardedPathVariable(path: string): number
  /** The variable of a path that is guarded somewhere; otherwise undefined. */
  knownGuardedPath(path: string): number | undefined
  /** Guarded paths and their variables, by the declaration of the root. */
  readonly guardedPaths: Map<string, Map<number, string>>
  globalVariable(name: string): number
  strings: readonly string[]
}
