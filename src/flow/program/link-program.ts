import type { FlowFile } from '../../model/flow.ts'
import type { ProgramBranch } from '../../model/program-branch.ts'
import { branchesByFunction, NO_BRANCHES } from './path-conditions.ts'
import {
  OP,
  type ProgramArgument,
  type ProgramGuardFact,
  type ProgramCall,
  type ProgramClass,
  type ProgramFunction,
  type ProgramParameter,
  type ProgramValues,
} from '../../model/program.ts'

/** All files as one program: values, functions, classes and calls count through, keys are interned over all files. */
export interface Project {
  readonly files: readonly FlowFile[]
  readonly count: number
  readonly op: Uint8Array
  readonly a: Int32Array
  readonly b: Int32Array
  readonly key: Int32Array
  readonly owner: Int32Array
  /** File by value. */
  readonly fileOf: Int32Array
  readonly firstValue: readonly number[]
  /** By file: the first of its calls. */
  readonly firstCall: readonly number[]
  readonly functions: readonly FlowFunction[]
  readonly classes: readonly FlowClass[]
  readonly calls: readonly FlowCall[]
  readonly imports: readonly { readonly specifier: string; readonly name: string; readonly value: number; readonly file: number }[]
  /** Values that a value may be beside its operands, in compressed rows: those of `v` lie from `operandStart[v]` to `operandStart[v + 1]`. */
  readonly operandStart: Int32Array
  readonly operandSource: Int32Array
  readonly keys: readonly string[]
  /** By `load` of a part nobody knows: the value that names it. */
  readonly dynamicKeys: ReadonlyMap<number, number>
  /** The number of a key; adds the key when it is new. */
  keyId(text: string): number
  /** The number of a key, -1 when the program has no such key. */
  findKey(text: string): number
}

export interface FlowFunction {
  readonly file: number
  readonly name: string
  readonly parent: number
  readonly parameters: readonly ProgramParameter[]
  readonly receiver: number
  readonly receiverAtExit: number
  readonly result: number
  readonly thrown: number
  readonly returnType: number
  readonly classIndex: number
  readonly isConstructor: boolean
  readonly guardFacts: readonly ProgramGuardFact[]
  /** Code in it that runs for some constants that callers pass, and not for others. */
  readonly branches: readonly ProgramBranch[]
  readonly start: number
  readonly end: number
}

export interface FlowClass {
  readonly constructorFunction: number
  readonly methods: ReadonlyMap<string, number>
  readonly getters: ReadonlyMap<string, number>
  readonly setters: ReadonlyMap<string, number>
  readonly bases: readonly number[]
  readonly fields: ReadonlyMap<string, readonly { readonly value: number; readonly isType: boolean }[]>
  readonly constrainedFields: ProgramClass['constrainedFields']
  readonly isInterface: boolean
}

export interface FlowCall {
  readonly file: number
  readonly result: number
  readonly callee: number
  readonly receiver: number
  readonly receiverPostUpdate: number
  readonly name: string
  readonly spelledName: string
  readonly arguments: readonly ProgramArgument[]
  readonly isConstruct: boolean
  readonly isTaggedTemplate: boolean
  readonly catchTarget: number
  /** Its receiver is passed by hand: `Base.__init__(self, x)`. */
  readonly hasExplicitReceiver: boolean
  readonly constantKey: string | undefined
  readonly owner: number
  readonly start: number
  readonly end: number
}

export function linkProgram(files: readonly FlowFile[]): Project {
  const keys: string[] = []
  const ids = new Map<string, number>()
  const keyId = (text: string): number => {
    const known = ids.get(text)
    if (known !== undefined) return known
    ids.set(text, keys.length)
    keys.push(text)
    return keys.length - 1
  }
  const count = files.reduce((sum, file) => sum + file.program.values.count, 0)
  const op = new Uint8Array(count)
  const [a, b, key, owner, fileOf] = [0, 1, 2, 3, 4].map(() => new Int32Array(count))
  const firstValue: number[] = []
  const firstCalls: number[] = []
  const functions: FlowFunction[] = []
  const classes: FlowClass[] = []
  const calls: FlowCall[] = []
  const imports: Project['imports'][number][] = []
  const operandStart = new Int32Array(count + 1)
  const operandSource = new Int32Array(files.reduce((sum, file) => sum + file.program.values.extraOperands.length / 2, 0))
  const dynamicKeys = new Map<number, number>()
  let base = 0
  let firstJoin = 0
  for (const [index, { program }] of files.entries()) {
    firstValue.push(base)
    const { values, strings } = program
    const firstFunction = functions.length
    const firstClass = classes.length
    const firstCall = calls.length
    firstCalls.push(firstCall)
    const firstImport = imports.length
    const keyIds = strings.map(keyId)
    for (let local = 0; local < values.count; local++) {
      const id = base + local
      const kind = values.op[local]
      op[id] = kind
      owner[id] = values.owner[local] < 0 ? firstFunction : firstFunction + values.owner[local]
      fileOf[id] = index
      const first = values.a[local]
      const isIndex = kind === OP.parameter
      a[id] =
        isIndex || first < 0
          ? first
          : kind === OP.function
            ? first + firstFunction
            : kind === OP.result
              ? first + firstCall
              : kind === OP.imported
                ? first + firstImport
                : first + base
      const second = values.b[local]
      b[id] = second < 0 ? -1 : kind === OP.postUpdate ? second + firstCall : kind === OP.refine ? second : second + base
      const part = values.key[local]
      key[id] = kind === OP.load || kind === OP.store ? (part < 0 ? -1 : keyIds[part]) : part
    }
    firstJoin = addExtraOperands(program.values, base, firstJoin, operandStart, operandSource)
    const places: FileOffsets = { file: index, value: base, func: firstFunction, klass: firstClass }
    const branches = branchesByFunction(program.branches, base)
    for (const [at, each] of program.functions.entries()) functions.push(relocateFunction(each, places, branches.get(at) ?? NO_BRANCHES))
    for (const each of program.classes) classes.push(relocateClass(each, places))
    for (const each of program.calls) calls.push(relocateCall(each, places))
    for (const each of program.imports) imports.push({ specifier: each.specifier, name: each.name, value: relocate(each.value, base), file: index })
    for (const [load, index] of program.dynamicKeys) dynamicKeys.set(load + base, index + base)
    base += values.count
  }
  return {
    files,
    count,
    op,
    a,
    b,
    key,
    owner,
    fileOf,
    firstValue,
    firstCall: firstCalls,
    functions,
    classes,
    calls,
    imports,
    operandStart,
    operandSource,
    keys,
    dynamicKeys,
    keyId,
    findKey: (text) => ids.get(text) ?? -1,
  }
}

/** Where what a file has begins among that of all files. */
interface FileOffsets {
  readonly file: number
  readonly value: number
  readonly func: number
  readonly klass: number
}

function relocate(local: number, first: number): number {
  return local < 0 ? -1 : local + first
}

// Written out: there are thousands, and to copy and overwrite takes several times as long.
function relocateFunction(each: ProgramFunction, { file, value, func, klass }: FileOffsets, branches: readonly ProgramBranch[]): FlowFunction {
  return {
    file,
    name: each.name,
    parent: relocate(each.parent, func),
    parameters: each.parameters.length === 0 ? NO_PARAMETERS : each.parameters.map((parameter) => relocateParameter(parameter, value)),
    receiver: relocate(each.receiver, value),
    receiverAtExit: relocate(each.receiverAtExit, value),
    result: relocate(each.result, value),
    thrown: relocate(each.thrown, value),
    returnType: relocate(each.returnType, value),
    classIndex: relocate(each.classIndex, klass),
    isConstructor: each.isConstructor,
    guardFacts: each.guardFacts,
    branches,
    start: each.start,
    end: each.end,
  }
}

const NO_PARAMETERS: readonly ProgramParameter[] = []

function relocateParameter(
  { name, value, kind, type, scalar, isString, atExit, defaultValue, defaultProperties }: ProgramParameter,
  first: number,
): ProgramParameter {
  return {
    name,
    value: relocate(value, first),
    kind,
    type: relocate(type, first),
    scalar,
    isString,
    atExit: relocate(atExit, first),
    defaultValue,
    defaultProperties,
  }
}

function relocateClass(each: ProgramClass, { value, func }: FileOffsets): FlowClass {
  return {
    constructorFunction: each.constructorFunction + func,
    methods: relocateMembers(each.methods, func),
    getters: relocateMembers(each.getters, func),
    setters: relocateMembers(each.setters, func),
    bases: each.bases.map((base) => relocate(base, value)),
    fields: new Map(
      [...each.fields].map(([name, held]) => [name, held.map((field) => ({ value: relocate(field.value, value), isType: field.isType }))]),
    ),
    constrainedFields: each.constrainedFields,
    isInterface: each.isInterface,
  }
}

function relocateCall(each: ProgramCall, { file, value, func }: FileOffsets): FlowCall {
  return {
    file,
    result: relocate(each.result, value),
    callee: relocate(each.callee, value),
    receiver: relocate(each.receiver, value),
    receiverPostUpdate: relocate(each.receiverPostUpdate, value),
    name: each.name,
    spelledName: each.spelledName,
    arguments: each.arguments.length === 0 ? NO_ARGUMENTS : each.arguments.map((argument) => relocateArgument(argument, value)),
    isConstruct: each.isConstruct,
    isTaggedTemplate: each.isTaggedTemplate,
    catchTarget: relocate(each.catchTarget, value),
    hasExplicitReceiver: false,
    constantKey: each.constantKey,
    owner: each.owner + func,
    start: each.start,
    end: each.end,
  }
}

const NO_ARGUMENTS: readonly ProgramArgument[] = []

function relocateArgument({ kind, name, value, postUpdate, constant, constantProperties }: ProgramArgument, first: number): ProgramArgument {
  return { kind, name, value: relocate(value, first), postUpdate: relocate(postUpdate, first), constant, constantProperties }
}

/** Writes the joins of a file, in the order in which they were made for each value. Returns where those of the next file begin. */
function addExtraOperands({ extraOperands, count }: ProgramValues, base: number, first: number, start: Int32Array, source: Int32Array): number {
  for (let pair = 0; pair < extraOperands.length; pair += 2) start[base + extraOperands[pair] + 1]++
  start[base] = first
  for (let value = base; value < base + count; value++) start[value + 1] += start[value]
  const next = start.slice(base, base + count)
  for (let pair = 0; pair < extraOperands.length; pair += 2) source[next[extraOperands[pair]]++] = base + extraOperands[pair + 1]
  return first + extraOperands.length / 2
}

/** What a value may be beside its operands. */
export function extraOperandsOf({ operandStart, operandSource }: Project, value: number): Int32Array {
  return operandSource.subarray(operandStart[value], operandStart[value + 1])
}

function relocateMembers(members: ReadonlyMap<string, number>, by: number): ReadonlyMap<string, number> {
  return members.size === 0 ? members : new Map([...members].map(([name, member]) => [name, member + by]))
}
