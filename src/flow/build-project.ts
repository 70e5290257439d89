import type { FlowFile } from '../model/flow.ts'
import { OP, type ProgramArgument, type ProgramAssurance, type ProgramParameter, type ProgramValues } from '../model/program.ts'

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
  readonly functions: readonly FlowFunction[]
  readonly classes: readonly FlowClass[]
  readonly calls: readonly FlowCall[]
  readonly imports: readonly { readonly specifier: string; readonly name: string; readonly value: number; readonly file: number }[]
  /** Values that a value may be beside its operands, in compressed rows: those of `v` lie from `joinStart[v]` to `joinStart[v + 1]`. */
  readonly joinStart: Int32Array
  readonly joinSource: Int32Array
  readonly keys: readonly string[]
  keyId(text: string): number
}

export interface FlowFunction {
  readonly file: number
  readonly name: string
  readonly parent: number
  readonly parameters: readonly ProgramParameter[]
  readonly self: number
  readonly selfOut: number
  readonly result: number
  readonly thrown: number
  readonly type: number
  readonly classIndex: number
  readonly isConstructor: boolean
  readonly assures: readonly ProgramAssurance[]
  readonly start: number
  readonly end: number
}

export interface FlowClass {
  readonly construct: number
  readonly methods: ReadonlyMap<string, number>
  readonly getters: ReadonlyMap<string, number>
  readonly setters: ReadonlyMap<string, number>
  readonly bases: readonly number[]
  readonly fields: ReadonlyMap<string, readonly { readonly value: number; readonly isType: boolean }[]>
}

export interface FlowCall {
  readonly file: number
  readonly result: number
  readonly callee: number
  readonly receiver: number
  readonly receiverAfter: number
  readonly name: string
  readonly written: string
  readonly arguments: readonly ProgramArgument[]
  readonly construct: boolean
  readonly tagged: boolean
  readonly caught: number
  /** Its receiver is passed by hand: `Base.__init__(self, x)`. */
  readonly byHand?: boolean
  readonly subject?: string
  readonly owner: number
  readonly start: number
  readonly end: number
}

export function buildProject(files: readonly FlowFile[]): Project {
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
  const functions: FlowFunction[] = []
  const classes: FlowClass[] = []
  const calls: FlowCall[] = []
  const imports: Project['imports'][number][] = []
  const joinStart = new Int32Array(count + 1)
  const joinSource = new Int32Array(files.reduce((sum, file) => sum + file.program.values.joins.length / 2, 0))
  let base = 0
  let firstJoin = 0
  for (const [index, { program }] of files.entries()) {
    firstValue.push(base)
    const { values, strings } = program
    const firstFunction = functions.length
    const firstClass = classes.length
    const firstCall = calls.length
    const firstImport = imports.length
    const at = (local: number): number => (local < 0 ? -1 : local + base)
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
      b[id] = second < 0 ? -1 : kind === OP.after ? second + firstCall : kind === OP.refine ? second : second + base
      const part = values.key[local]
      key[id] = kind === OP.load || kind === OP.store ? (part < 0 ? -1 : keyIds[part]) : part
    }
    firstJoin = addJoins(program.values, base, firstJoin, joinStart, joinSource)
    for (const each of program.functions) {
      functions.push({
        ...each,
        file: index,
        parent: each.parent < 0 ? -1 : each.parent + firstFunction,
        parameters: each.parameters.map((parameter) => ({
          ...parameter,
          value: at(parameter.value),
          type: at(parameter.type),
          out: at(parameter.out),
        })),
        self: at(each.self),
        selfOut: at(each.selfOut),
        result: at(each.result),
        thrown: at(each.thrown),
        type: at(each.type),
        classIndex: each.classIndex < 0 ? -1 : each.classIndex + firstClass,
      })
    }
    for (const each of program.classes) {
      classes.push({
        construct: each.construct + firstFunction,
        methods: moved(each.methods, firstFunction),
        getters: moved(each.getters, firstFunction),
        setters: moved(each.setters, firstFunction),
        bases: each.bases.map(at),
        fields: new Map([...each.fields].map(([name, held]) => [name, held.map(({ value, isType }) => ({ value: at(value), isType }))])),
      })
    }
    for (const each of program.calls) {
      calls.push({
        ...each,
        file: index,
        result: at(each.result),
        callee: at(each.callee),
        receiver: at(each.receiver),
        receiverAfter: at(each.receiverAfter),
        caught: at(each.caught),
        arguments: each.arguments.map((argument) => ({ ...argument, value: at(argument.value), after: at(argument.after) })),
        owner: each.owner + firstFunction,
      })
    }
    for (const each of program.imports) imports.push({ specifier: each.specifier, name: each.name, value: at(each.value), file: index })
    base += values.count
  }
  return { files, count, op, a, b, key, owner, fileOf, firstValue, functions, classes, calls, imports, joinStart, joinSource, keys, keyId }
}

/** Writes the joins of a file, in the order in which they were made for each value. Returns where those of the next file begin. */
function addJoins({ joins, count }: ProgramValues, base: number, first: number, start: Int32Array, source: Int32Array): number {
  for (let pair = 0; pair < joins.length; pair += 2) start[base + joins[pair] + 1]++
  start[base] = first
  for (let value = base; value < base + count; value++) start[value + 1] += start[value]
  const next = start.slice(base, base + count)
  for (let pair = 0; pair < joins.length; pair += 2) source[next[joins[pair]]++] = base + joins[pair + 1]
  return first + joins.length / 2
}

/** What a value may be beside its operands. */
export function joinsOf({ joinStart, joinSource }: Project, value: number): Int32Array {
  return joinSource.subarray(joinStart[value], joinStart[value + 1])
}

function moved(members: ReadonlyMap<string, number>, by: number): ReadonlyMap<string, number> {
  return members.size === 0 ? members : new Map([...members].map(([name, member]) => [name, member + by]))
}
