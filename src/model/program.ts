import type { Span } from './position.ts'
import type { ProgramBranch } from './program-branch.ts'
import type { Scalar } from './scalar.ts'

/**
 * Parts under names that no program uses: the members of the class above, the keys of a dictionary, what any element of a container is, values of which a type
 * says that its objects are the same, what a framework passes for a parameter of a type, what is in fields of which nobody knows the names, and what one call left under
 * such a name for others.
 */
export const HIDDEN_PART = {
  super: '%super',
  keys: '%keys',
  element: '%element',
  like: '%like',
  provided: '%provided',
  fields: '%fields',
  left: '%left',
  schema: '%schema',
} as const

/**
 * The instruction set that every language lowers to. A file becomes a graph of **values**: each is made once, by one instruction, from other values
 * (static single assignment), so order within a function, branches and loops are in the graph already. What reads a variable gets the value it holds there.
 * `a`, `b` and `key` are the operands; `joins` may add further sources to any value.
 */
export const OP = {
  /** Comes from nowhere that is followed: literals, globals, comparisons. */
  unknown: 0,
  /** `a`: index in the function's `parameters`, -1 for the receiver (`this`, `self`). */
  parameter: 1,
  /** The same thing as `a` or any of its joins: after branches, in loops, through casts. `b`: the class that it is said to be of, -1 for none. With key 1 it is `a`, and its joins are what was put into it elsewhere. */
  join: 2,
  /** The part `key` of `a`; -1 for a part nobody knows. `b`: 0 for what a loop comes to, of a dictionary its names; else -1. */
  load: 3,
  /** `a` after `b` was put into its part `key`; -1 for a part nobody knows, which leaves the other parts as they are. */
  store: 4,
  /** Text or number made of `a`, `b` and joins: concatenation, templates. */
  combine: 5,
  /** What call `a` gives. */
  result: 6,
  /** `a` after it was passed to call `b` as argument number `key` (-1 for the receiver). */
  after: 7,
  /** Function `a` of this file. */
  function: 8,
  /** What import `a` gives. */
  imported: 9,
  /** `a` where a check has made sure of it. `b` is the index of the check, -1 when it makes everything harmless. */
  refine: 10,
  /** A variable that functions within its function use: whatever is written to it. */
  cell: 11,
  /** `a`, `b` and joins with all their parts, in some way that is not known. */
  mix: 12,
} as const

/** The values of a file as parallel arrays, by value id. */
export interface ProgramValues {
  readonly count: number
  readonly op: Uint8Array
  readonly a: Int32Array
  readonly b: Int32Array
  /** String id for parts, argument number for `after`. */
  readonly key: Int32Array
  /** Offsets of the code it stands for. */
  readonly start: Int32Array
  readonly end: Int32Array
  /** Index of the function it lies in. */
  readonly owner: Int32Array
  /** Pairs: a value, and a further value that it may be. */
  readonly joins: Int32Array
}

export interface ProgramParameter {
  readonly name: string
  readonly value: number
  readonly kind: 'positional' | 'rest' | 'keywords'
  /** The value of the class named by its annotation, -1 when it has none that is a name. */
  readonly type: number
  /** What its annotation makes of it, where that is harmless: a plain number, which may be as large as the caller wants, or something else, a boolean or a word of a list. */
  readonly scalar: 'number' | 'other' | false
  /** Whether its annotation says that it is a text, or a list of texts, and the program names nothing that makes it. */
  readonly isText: boolean
  /** The value it has when the function ends, for what was stored in it; -1 when nothing was. */
  readonly out: number
  /** What it is where nothing is passed, where that is a constant: its default, `null` for what counts as nothing. */
  readonly fallback?: Scalar | undefined
  /** What the default has under plain names, where it is an object that is written out. */
  readonly fallbackParts?: PartConstants | undefined
}

/** What an object that is written out has under plain names: a constant, or undefined for what is none. It has no others. */
export type PartConstants = ReadonlyMap<string, Scalar | undefined>

/** A check that a function makes: where it is known, the parameter is harmless, or a part of it. */
export interface ProgramAssurance {
  readonly parameter: number
  /** The name of the part; undefined for all of it. */
  readonly part: string | undefined
  /** Known where the function gave something true, something false, or whenever it came to its end. */
  readonly when: 'true' | 'false' | 'end'
  /** The part of what the function gives of which `when` speaks: `ok` of `{ ok: false, why }`, `0` of `False, 'unknown'`; undefined for all of it. */
  readonly told: string | undefined
  /**
   * For each way to that end the values of the parameter of which one must be harmless to a rule: what checks that rules know have made of it. Empty when it is
   * harmless to every rule.
   */
  readonly by: readonly (readonly number[])[]
}

export interface ProgramFunction extends Span {
  /** Empty when it has none. */
  readonly name: string
  /** Index of the enclosing function, -1 for the module itself, which is function 0. */
  readonly parent: number
  readonly parameters: readonly ProgramParameter[]
  /** The receiver: `this`, `self`. */
  readonly self: number
  /** The receiver when the function ends, -1 when nothing was stored in it. */
  readonly selfOut: number
  /** The value of the class that its result is said to be of, -1 for none. */
  readonly type: number
  /** The join of all that it throws. */
  readonly thrown: number
  /** The join of all it returns; what a generator yields are elements of it. */
  readonly result: number
  /** Index of the class it belongs to, -1 for none. */
  readonly classIndex: number
  readonly isConstructor: boolean
  readonly assures: readonly ProgramAssurance[]
}

export interface ProgramClass {
  readonly name: string
  /** Index of the function that constructs it. */
  readonly construct: number
  /** Function indexes by method name. */
  readonly methods: ReadonlyMap<string, number>
  /** Function indexes by the name of the field that they are read or written as: `get x()`, `@property`, `set x(v)`. */
  readonly getters: ReadonlyMap<string, number>
  readonly setters: ReadonlyMap<string, number>
  /** Values of the classes it extends. */
  readonly bases: readonly number[]
  /** Values that any method assigns to a field of the receiver, and values of annotations of fields (`isType`). */
  readonly fields: ReadonlyMap<string, readonly { readonly value: number; readonly isType: boolean }[]>
  /** Fields that hold nothing harmful once something was read as this class; `all` where it is one of a fixed list of values. */
  readonly limited: readonly string[] | 'all'
  /** Whether it only says what objects have, which may be of any class that says to be of it. */
  readonly isInterface: boolean
}

export interface ProgramArgument {
  readonly kind: 'positional' | 'keyword' | 'spread' | 'keyword-spread'
  readonly name?: string | undefined
  readonly value: number
  /** The `after` value of what was passed, -1 when nobody can see a change of it. */
  readonly after: number
  /** What is passed, where that is a constant. */
  readonly constant?: Scalar | undefined
  /** What it has under plain names, where it is an object that is written out. */
  readonly parts?: PartConstants | undefined
}

export interface ProgramCall extends Span {
  readonly result: number
  readonly callee: number
  /** -1 when it is no method call. */
  readonly receiver: number
  readonly receiverAfter: number
  /** Resolved name of the callee, empty when it has none. */
  readonly name: string
  /** Last part of the name as written. */
  readonly written: string
  readonly arguments: readonly ProgramArgument[]
  readonly construct: boolean
  /** A tagged template. */
  readonly tagged: boolean
  /** What gets what the called function throws: the `catch` around it, or all that the function around it throws. */
  readonly caught: number
  /** The first argument when it is a constant text, of calls that take a key or the name of an event; its resolved name, of those that take a function for each element. */
  readonly subject: string | undefined
  readonly owner: number
}

/** Something that a condition asks of a value: whoever knows what it asks can tell what it makes sure of. */
export interface ProgramCheck {
  /** The result of the call that is the check, -1 when it is none. */
  readonly result: number
  /** Which argument is checked; -1 for the receiver. */
  readonly argument: number
  /** Whether it held, or whether the call has come to its end without throwing. */
  readonly when: 'true' | 'false' | 'end'
  /** The part of the call's result that was looked at, as in `if (!result.ok)`; undefined for all of it. */
  readonly part: string | undefined
  /** Whether it is that something is there under it: a key of a table, a word that a search was made by. */
  readonly isFound: boolean
  /** Whether it is that a path lies within a folder: harmless to rules that do not say otherwise. */
  readonly isContained: boolean
  /** Of a call that is passed a schema as this argument. The check holds where its functions return the part as the schema left it. */
  readonly parsed?: ParsedBySchema | undefined
}

export interface ParsedBySchema {
  /** The property of the argument that is the schema; undefined where the argument is. */
  readonly of: string | undefined
  /** Whether the caller asks another part of the result, which may say that the schema has refused the data. */
  readonly isAsked: boolean
}

export interface ProgramImport {
  /** As written: `./db`, `..models`, `pkg.mod`. */
  readonly specifier: string
  /** What is taken of the module; empty for all of it. */
  readonly name: string
  readonly value: number
}

export interface ProgramExport {
  /** Empty for the module as a whole (`module.exports = f`); `*` with `from` for everything another module exports. */
  readonly name: string
  /** -1 with `from`. */
  readonly value: number
  /** Re-exported from this specifier, under `imported` there. */
  readonly from?: string
  readonly imported?: string
}

/** One file, lowered. Holds no syntax and no text. */
export interface FileProgram {
  readonly values: ProgramValues
  /** Strings by id: keys of parts. */
  readonly strings: readonly string[]
  readonly functions: readonly ProgramFunction[]
  readonly classes: readonly ProgramClass[]
  readonly calls: readonly ProgramCall[]
  readonly imports: readonly ProgramImport[]
  readonly exports: readonly ProgramExport[]
  /** By the index that `refine` values hold. */
  readonly checks: readonly ProgramCheck[]
  /** By `load` of a part nobody knows: the value that names it, in pairs. */
  readonly indexes: readonly (readonly [load: number, index: number])[]
  /** Code that runs for some constants that callers pass, and not for others. */
  readonly branches: readonly ProgramBranch[]
  /** Whether part of the file was lowered coarsely because it nests too deep. */
  readonly coarse: boolean
}

/** A lowered file while its tree is at hand: where in the program syntax nodes are. */
export interface LoweredFile {
  readonly program: FileProgram
  /** Value of an expression, a parameter or a declared name by node, -1 where there is none. */
  readonly valueAt: Int32Array
  /** Call by node of the call expression. */
  readonly callAt: ReadonlyMap<number, number>
  /** Call by node of a name under which a function is handed to another call, which calls it. */
  readonly handedAt: ReadonlyMap<number, number>
  /** Function by node. */
  readonly functionAt: ReadonlyMap<number, number>
  /** Nodes of decorators by function index. */
  readonly decorators: ReadonlyMap<number, readonly number[]>
  /** Nodes of decorators that stand on a parameter, by its value. */
  readonly parameterDecorators: ReadonlyMap<number, readonly number[]>
  /** Checks by index: the calls or comparisons that `refine` values rest on. */
  readonly checks: readonly (Pick<ProgramCheck, 'argument' | 'when' | 'part' | 'parsed'> & { readonly node: number })[]
}
