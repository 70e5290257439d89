import type { CallModels, LanguageModels } from '../../model/call-models.ts'
import type { FlowFile } from '../../model/flow.ts'
import type { ProgramBranch } from '../../model/program-branch.ts'
import type { ProgramArgument, ProgramCall, ProgramClass, ProgramFunction, ProgramGuardFact, ProgramParameter } from '../../model/program.ts'
import { branchesByFunction, NO_BRANCHES } from './path-conditions.ts'
import {
  type FileOffsets,
  relocate,
  relocateArgument,
  relocateMembers,
  relocateOperands,
  relocateParameter,
  relocateValues,
  type ValueColumns,
} from './relocate-values.ts'

/** The program of several files. Values, functions, classes and calls are numbered over all files. Keys are interned over all files. */
export interface Project {
  readonly files: readonly FlowFile[]
  /** By file: the models of its language. */
  readonly models: readonly LanguageModels[]
  readonly count: number
  readonly op: Uint8Array
  readonly a: Int32Array
  readonly b: Int32Array
  readonly key: Int32Array
  readonly owner: Int32Array
  /** File by value. */
  readonly fileOf: Int32Array
  readonly firstValue: readonly number[]
  /** By file: its first call. */
  readonly firstCall: readonly number[]
  readonly functions: readonly FlowFunction[]
  readonly classes: readonly FlowClass[]
  readonly calls: readonly FlowCall[]
  readonly imports: readonly { readonly specifier: string; readonly name: string; readonly value: number; readonly file: number }[]
  /** Extra operands in compressed rows: those of `v` lie from `operandStart[v]` to `operandStart[v + 1]`. */
  readonly operandStart: Int32Array
  readonly operandSource: Int32Array
  readonly keys: readonly string[]
  /** By `load` with an unknown key: the value of the key. */
  readonly dynamicKeys: ReadonlyMap<number, number>
  /** The number of a key. Adds a new key. */
  keyId(text: string): number
  /** The number of a key; -1 if the program has no such key. */
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
  /** Branches of the function that are taken for some constant arguments only. */
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
  /** Whether its first argument is the receiver: `Base.__init__(self, x)`. */
  readonly hasExplicitReceiver: boolean
  readonly constantKey: string | undefined
  readonly owner: number
  readonly start: number
  readonly end: number
}

/** Links files to one program: values, functions, classes, calls and imports are numbered in the order of the files. */
export function linkProgram(files: readonly FlowFile[], { forLanguage }: CallModels): Project {
  const keys = createKeys()
  const count = files.reduce((sum, file) => sum + file.program.values.count, 0)
  const columns = createColumns(count)
  const firstValue: number[] = []
  const firstCall: number[] = []
  const functions: FlowFunction[] = []
  const classes: FlowClass[] = []
  const calls: FlowCall[] = []
  const imports: Project['imports'][number][] = []
  const operandStart = new Int32Array(count + 1)
  const operandSource = new Int32Array(files.reduce((sum, file) => sum + file.program.values.extraOperands.length / 2, 0))
  const dynamicKeys = new Map<number, number>()
  let value = 0
  let firstOperand = 0
  for (const [file, { program }] of files.entries()) {
    firstValue.push(value)
    firstCall.push(calls.length)
    const offsets = { file, value, func: functions.length, classIndex: classes.length, call: calls.length, imported: imports.length }
    relocateValues(program, offsets, program.strings.map(keys.keyId), columns)
    firstOperand = relocateOperands(program.values, value, firstOperand, { start: operandStart, source: operandSource })
    const branches = branchesByFunction(program.branches, value)
    for (const [index, each] of program.functions.entries()) functions.push(relocateFunction(each, offsets, branches.get(index) ?? NO_BRANCHES))
    for (const each of program.classes) classes.push(relocateClass(each, offsets))
    for (const each of program.calls) calls.push(relocateCall(each, offsets))
    for (const each of program.imports) imports.push({ specifier: each.specifier, name: each.name, value: relocate(each.value, value), file })
    for (const [load, index] of program.dynamicKeys) dynamicKeys.set(load + value, index + value)
    value += program.values.count
  }
  const models = files.map(({ language }) => forLanguage(language))
  return {
    files,
    models,
    count,
    ...columns,
    firstValue,
    firstCall,
    functions,
    classes,
    calls,
    imports,
    operandStart,
    operandSource,
    dynamicKeys,
    ...keys,
  }
}

function createKeys(): Pick<Project, 'keys' | 'keyId' | 'findKey'> {
  const keys: string[] = []
  const ids = new Map<string, number>()
  return {
    keys,
    keyId: (text) => {
      const known = ids.get(text)
      if (known !== undefined) return known
      ids.set(text, keys.length)
      keys.push(text)
      return keys.length - 1
    },
    findKey: (text) => ids.get(text) ?? -1,
  }
}

function createColumns(count: number): ValueColumns {
  const column = (): Int32Array => new Int32Array(count)
  return { op: new Uint8Array(count), a: column(), b: column(), key: column(), owner: column(), fileOf: column() }
}

// Fields are listed one by one: spread and overwrite takes several times as long, and there are thousands of functions.
function relocateFunction(each: ProgramFunction, { file, value, func, classIndex }: FileOffsets, branches: readonly ProgramBranch[]): FlowFunction {
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
    classIndex: relocate(each.classIndex, classIndex),
    isConstructor: each.isConstructor,
    guardFacts: each.guardFacts,
    branches,
    start: each.start,
    end: each.end,
  }
}

const NO_PARAMETERS: readonly ProgramParameter[] = []

function relocateClass(each: ProgramClass, { value, func }: FileOffsets): FlowClass {
  return {
    constructorFunction: each.constructorFunction + func,
    methods: relocateMembers(each.methods, func),
    getters: relocateMembers(each.getters, func),
    setters: relocateMembers(each.setters, func),
    bases: each.bases.map((base) => relocate(base, value)),
    fields: new Map(
      [...each.fields].map(([name, fieldValues]) => [
        name,
        fieldValues.map((field) => ({ value: relocate(field.value, value), isType: field.isType })),
      ]),
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

/** The extra operands of a value. */
export function extraOperandsOf({ operandStart, operandSource }: Project, value: number): Int32Array {
  return operandSource.subarray(operandStart[value], operandStart[value + 1])
}
