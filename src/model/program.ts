import type { Span } from './position.ts'
import type { ProgramBranch } from './program-branch.ts'
import type { Scalar } from './scalar.ts'
import type { StringContexts } from './string-context.ts'

/**
 * Synthetic access-path keys. No program uses these names. They stand for: members of the superclass, keys of a dictionary, any element of a
 * container, values whose properties an object of a described type shares, the value that a framework injects for a parameter of a type, fields with
 * unknown names that the program fixes, values that one call stores under an unknown name for later calls, and the schema of a type.
 */
export const SYNTHETIC_KEY = {
  super: '%super',
  keys: '%keys',
  element: '%element',
  exemplar: '%like',
  injected: '%provided',
  fields: '%fields',
  persisted: '%left',
  schema: '%schema',
} as const

/**
 * The instruction set of the intermediate representation that every language lowers to: static single assignment form (built as in Braun et al., CC
 * 2013). One instruction defines each value. `a`, `b` and `key` are its operands. `extraOperands` adds further operands to phi, captured, combine and
 * mix.
 */
export const OP = {
  /** A value that is not tracked: a literal, a global, a comparison. */
  unknown: 0,
  /** `a`: index in the function's `parameters`; -1 for the receiver (`this`, `self`). */
  parameter: 1,
  /**
   * Phi: one of `a` and the extra operands. With `b` >= 0 a cast: `b` is the value of the class in the annotation. With `key` 1 a copy: the value is
   * `a`, and the extra operands are its updates in nested functions.
   */
  phi: 2,
  /**
   * Property `key` of `a`; `key` -1 for an unknown property. `b`: 0 for the element of a loop over `a` (for a dictionary, its keys); otherwise -1.
   */
  load: 3,
  /** `a` after `b` was assigned to its property `key`. With `key` -1 the property is unknown (weak update). */
  store: 4,
  /** A string or number computed from `a`, `b` and the extra operands: concatenation, templates. */
  combine: 5,
  /** The result of call `a`. */
  result: 6,
  /** Post-update node: `a` after call `b`, to which it was passed as argument `key` (-1 for the receiver). */
  postUpdate: 7,
  /** Function `a` of this file. */
  function: 8,
  /** The value of import `a`. */
  imported: 9,
  /** `a` on the branch where guard `b` holds (index in `guards`). `b` -1: the guard sanitizes for every rule. */
  refine: 10,
  /** A variable that nested functions capture: all values that are assigned to it. */
  captured: 11,
  /** A value that contains `a`, `b` and the extra operands with all their properties, in an unknown way. */
  mix: 12,
} as const

/** The values of a file as parallel typed arrays, by value id. All of them are transferable. */
export interface ProgramValues {
  readonly count: number
  readonly op: Uint8Array
  readonly a: Int32Array
  readonly b: Int32Array
  /** String id of a property; argument number of `postUpdate`. */
  readonly key: Int32Array
  /** Offsets of its code. */
  readonly start: Int32Array
  readonly end: Int32Array
  /** Index of the function that contains it. */
  readonly owner: Int32Array
  /** Pairs of a value and one more operand of it. */
  readonly extraOperands: Int32Array
}

export interface ProgramParameter {
  readonly name: string
  readonly value: number
  readonly kind: 'positional' | 'rest' | 'keywords'
  /** The value of the class that its annotation names; -1 for none. */
  readonly type: number
  /** Whether its annotation limits it to a number (of any size) or to another scalar: a boolean or one of a fixed list of strings. */
  readonly scalar: 'number' | 'other' | false
  /** Whether its annotation is a string or a list of strings, and the framework injects nothing for it. */
  readonly isString: boolean
  /** Whether it has an annotation. */
  readonly isTyped: boolean
  /** Its value at the end of the function, with the properties that were assigned; -1 when none were. */
  readonly atExit: number
  /** Its default, where that is a constant; `null` for none, null and undefined. */
  readonly defaultValue?: Scalar | undefined
  /** The properties of its default, where that is an object literal. */
  readonly defaultProperties?: ConstantProperties | undefined
}

/** All properties of an object literal: a constant, or undefined for a value that is not constant. */
export type ConstantProperties = ReadonlyMap<string, Scalar | undefined>

/** What the outcome of a call proves about an argument: the parameter, or a property of it, is sanitized. */
export interface ProgramGuardFact {
  readonly parameter: number
  /** The property that is sanitized; undefined for the parameter itself. */
  readonly property: string | undefined
  /** It holds where the function returned a truthy value, a falsy value, or whenever it returned. */
  readonly outcome: 'true' | 'false' | 'end'
  /** The property of the result that `outcome` is about: `ok` of `{ ok: false, why }`, `0` of `False, 'unknown'`; undefined for the result itself. */
  readonly resultProperty: string | undefined
  /**
   * Guarded values of the parameter, by path to that outcome. The fact holds for a rule when on every path one of them is sanitized for the rule.
   * Empty when it holds for every rule.
   */
  readonly guardedValues: readonly (readonly number[])[]
}

export interface ProgramFunction extends Span {
  /** Empty for an anonymous function. */
  readonly name: string
  /** Index of the enclosing function, -1 for the module itself, which is function 0. */
  readonly parent: number
  readonly parameters: readonly ProgramParameter[]
  /** The receiver: `this`, `self`. */
  readonly receiver: number
  /** The receiver at the end of the function; -1 when nothing was assigned to its properties. */
  readonly receiverAtExit: number
  /** The value of the class in the annotation of its result; -1 for none. */
  readonly returnType: number
  /** The phi of all values that it throws. */
  readonly thrown: number
  /** The phi of all values that it returns. Values that a generator yields are elements of it. */
  readonly result: number
  /** Index of its class; -1 for none. */
  readonly classIndex: number
  readonly isConstructor: boolean
  readonly guardFacts: readonly ProgramGuardFact[]
}

export interface ProgramClass {
  readonly name: string
  /** Index of its constructor. */
  readonly constructorFunction: number
  /** Function indexes by method name. */
  readonly methods: ReadonlyMap<string, number>
  /** Function indexes of accessors by property: `get x()`, `@property`, `set x(v)`. */
  readonly getters: ReadonlyMap<string, number>
  readonly setters: ReadonlyMap<string, number>
  /** Values of its superclasses. */
  readonly bases: readonly number[]
  /** Values that methods assign to a field of the receiver, and values of field annotations (`isType`). */
  readonly fields: ReadonlyMap<string, readonly { readonly value: number; readonly isType: boolean }[]>
  /** Fields that the class constrains to sanitized values when data is parsed as it; `all` for an enumeration. */
  readonly constrainedFields: readonly string[] | 'all'
  /** Whether it is an interface or an abstract class without code: objects may be of any implementation. */
  readonly isInterface: boolean
}

export interface ProgramArgument {
  readonly kind: 'positional' | 'keyword' | 'spread' | 'keyword-spread'
  readonly name?: string | undefined
  readonly value: number
  /** The post-update node of the argument; -1 when no later code can see an update. */
  readonly postUpdate: number
  /** The constant that is passed; undefined for other values. */
  readonly constant?: Scalar | undefined
  /** The properties of the argument, where it is an object literal. */
  readonly constantProperties?: ConstantProperties | undefined
}

export interface ProgramCall extends Span {
  readonly result: number
  readonly callee: number
  /** -1 for a call without a receiver. */
  readonly receiver: number
  readonly receiverPostUpdate: number
  /** The resolved name of the callee; empty when it has none. */
  readonly name: string
  /** The last component of the callee as spelled. */
  readonly spelledName: string
  readonly arguments: readonly ProgramArgument[]
  readonly isConstruct: boolean
  /** A tagged template. */
  readonly isTaggedTemplate: boolean
  /** The value that receives exceptions of the callee: the `catch` parameter around it, or `thrown` of the enclosing function. */
  readonly catchTarget: number
  /**
   * The first argument of calls that take a key or an event name, where it is a constant string. Of calls that take a callback per element, its
   * resolved name.
   */
  readonly constantKey: string | undefined
  readonly owner: number
}

/** A barrier guard: a call or comparison in a condition that may prove something about a value. */
export interface ProgramGuard {
  /** The result of the call that is the guard; -1 for a comparison. */
  readonly callResult: number
  /** The argument that is guarded; -1 for the receiver. */
  readonly argument: number
  /** The branch on which it holds; `end` when the call returned without throwing. */
  readonly outcome: 'true' | 'false' | 'end'
  /** The property of the result that was tested, as in `if (!result.ok)`; undefined for the result itself. */
  readonly property: string | undefined
  /** Whether it tests membership: a key of a table, the argument of a search that found something. */
  readonly isMembership: boolean
  /** Whether it tests that a path lies within a directory. It sanitizes for rules that do not opt out. */
  readonly isPathContainment: boolean
  /** Whether a path in a directory with a longer name may pass that test too. The path is then possibly outside. */
  readonly isPrefixOnly: boolean
  /** The contexts in which every string that passes the guard is harmless: what a regex of the condition proves. */
  readonly contexts: StringContexts
  /** Set where the argument is a schema: the guard holds if the callee returns the property as the schema parsed it. */
  readonly schemaParse?: SchemaParse | undefined
}

export interface SchemaParse {
  /** The property of the argument that is the schema; undefined where the argument itself is. */
  readonly schemaProperty: string | undefined
  /** Whether the caller tests another property of the result, which may say that the schema rejected the data. */
  readonly isOutcomeTested: boolean
}

export interface ProgramImport {
  /** As spelled: `./db`, `..models`, `pkg.mod`. */
  readonly specifier: string
  /** The imported name; empty for the module itself. */
  readonly name: string
  readonly value: number
}

export interface ProgramExport {
  /** Empty for the module itself (`module.exports = f`); `*` with `from` for `export *`. */
  readonly name: string
  /** -1 with `from`. */
  readonly value: number
  /** Re-exported from this specifier, under `imported` there. */
  readonly from?: string
  readonly imported?: string
}

/**
 * The intermediate representation of a file. It contains no syntax and no source text. Plain data: structured clone copies it, and `values` can be
 * transferred.
 */
export interface FileProgram {
  readonly values: ProgramValues
  /** Property names by string id. */
  readonly strings: readonly string[]
  readonly functions: readonly ProgramFunction[]
  readonly classes: readonly ProgramClass[]
  readonly calls: readonly ProgramCall[]
  readonly imports: readonly ProgramImport[]
  readonly exports: readonly ProgramExport[]
  /** By the index in operand `b` of `refine`. */
  readonly guards: readonly ProgramGuard[]
  /** Pairs of a `load` with an unknown key and the value of the key. */
  readonly dynamicKeys: readonly (readonly [load: number, index: number])[]
  /** Code that runs only for some constant arguments. */
  readonly branches: readonly ProgramBranch[]
  /** Whether code was lowered imprecisely because it is nested too deeply. */
  readonly isCoarse: boolean
}

/** A lowered file with the map from syntax nodes to the program. It lives as long as the syntax tree. */
export interface LoweredFile {
  readonly program: FileProgram
  /** The value of an expression, parameter or declared name by node; -1 for none. */
  readonly valueAt: Int32Array
  /** Call by node of the call expression. */
  readonly callAt: ReadonlyMap<number, number>
  /** Implicit call by node: of a function name that is passed as a callback. */
  readonly callbackCallAt: ReadonlyMap<number, number>
  /** Function by node. */
  readonly functionAt: ReadonlyMap<number, number>
  /** Nodes of decorators by function index. */
  readonly decorators: ReadonlyMap<number, readonly number[]>
  /** Nodes of the decorators of a parameter, by its value. */
  readonly parameterDecorators: ReadonlyMap<number, readonly number[]>
  /** By guard index: the node of the call or comparison. */
  readonly guards: readonly (Pick<ProgramGuard, 'argument' | 'outcome' | 'property' | 'contexts' | 'schemaParse'> & { readonly node: number })[]
}
