import { OP, type ConstantProperties, type ProgramParameter } from '../../model/program.ts'
import type { Scalar } from '../../model/scalar.ts'
import { guardSummaries, recordReturnGuards } from './guard-summary.ts'
import { recordOuts } from './control-flow.ts'
import type { Lowering } from './lowering.ts'
import { addValue } from './values.ts'
import { captureVariables, writeVariable } from './variables.ts'
import { receiverVariable } from './variable-ids.ts'
import { createVariableTable } from './variable-table.ts'

export interface FunctionSource {
  readonly node: number
  readonly name: string
  /** The value of the class in the annotation of its result. */
  readonly returnType?: number
  readonly hasReceiver: boolean
  readonly classIndex: number
  readonly isConstructor: boolean
  /** Declares the parameters and lowers the body, in the frame of the function, after the enclosing function. */
  body(parameters: ParameterList): void
}

export interface ParameterList {
  /** Adds a parameter and returns its value. `variable` is the declared name; -1 for a destructuring pattern. */
  add(parameter: {
    readonly node: number
    readonly name: string
    readonly kind: ProgramParameter['kind']
    readonly variable: number
    readonly type: number
    readonly scalar: ProgramParameter['scalar']
    readonly isString?: boolean
    readonly isTyped?: boolean
    readonly defaultValue?: Scalar | undefined
    readonly defaultProperties?: ConstantProperties | undefined
  }): number
  /** Records that a variable contains a parameter or its default value. */
  bindDefault(variable: number, initial: number, parameter: number): void
  /** Records that a variable contains a property of a parameter, by the variable's current value. */
  destructure(variable: number, parameter: number, part: string): void
  /** The parameters that were added so far. */
  values(): readonly ProgramParameter[]
  /** Binds the variable to the receiver: `self`. */
  bindReceiver(variable: number, node: number): void
}

/** Lowers the module function, then all deferred function bodies. */
export function lowerModule(low: Lowering, body: () => void): void {
  beginFunction(low, { node: 0, name: '', hasReceiver: true, classIndex: -1, isConstructor: false, body })
  for (let at = 0; at < low.deferred.length; at++) low.deferred[at]()
}

/** Creates the value of a function. Its body is lowered after the current function. */
export function lowerFunction(low: Lowering, source: FunctionSource): { readonly index: number; readonly value: number } {
  captureVariables(low, source.node)
  const made = addValue(low, OP.function, source.node, low.functions.length)
  const index = declareFunction(low, source)
  low.deferred.push(() => runBody(low, source, index))
  return { index, value: made }
}

function beginFunction(low: Lowering, source: FunctionSource): void {
  runBody(low, source, declareFunction(low, source))
}

function declareFunction(low: Lowering, { node, name, returnType = -1, classIndex, isConstructor }: FunctionSource): number {
  const index = low.functions.length
  const { tree, store } = low
  const add = (op: number, a = -1): number => store.add(op, a, -1, -1, tree.start[node], tree.end[node], index)
  low.functions.push({
    name,
    start: tree.start[node],
    end: node === 0 ? tree.start[node] : tree.end[node],
    parent: low.frame.index,
    parameters: [],
    receiver: add(OP.parameter, -1),
    receiverAtExit: add(OP.phi),
    result: add(OP.phi),
    thrown: add(OP.phi),
    returnType,
    classIndex,
    isConstructor,
    guardFacts: [],
  })
  low.names.nodes[index] = node
  low.names.indexOf.set(node, index)
  low.functionAt.set(node, index)
  return index
}

function runBody(low: Lowering, source: FunctionSource, index: number): void {
  const declared = low.functions[index]
  const outs: { variable: number; initial: number; atExit: number }[] = []
  const outer = low.frame
  low.frame = {
    index,
    table: createVariableTable(),
    result: declared.result,
    jumpTargets: [],
    thrown: [declared.thrown],
    outs,
    guardable: [],
    destructured: [],
    guaranteed: { true: undefined, false: undefined, end: undefined },
    returnSites: [],
    guardsPaths: false,
    dead: false,
  }
  low.depth = 0
  if (source.hasReceiver) {
    const self = receiverVariable(source.node)
    writeVariable(low, self, declared.receiver)
    outs.push({ variable: self, initial: declared.receiver, atExit: declared.receiverAtExit })
  }
  const parameters: ProgramParameter[] = []
  source.body({
    add: ({ node, name, kind, variable, type, scalar, isString = false, isTyped = false, defaultValue, defaultProperties }) => {
      const made = addValue(low, OP.parameter, node, parameters.length)
      const atExit = addValue(low, OP.phi, node)
      parameters.push({ name, value: made, kind, type, scalar, isString, isTyped, atExit, defaultValue, defaultProperties })
      low.valueAt[node] = made
      if (variable >= 0) {
        writeVariable(low, variable, made)
        low.valueAt[variable] = made
        outs.push({ variable, initial: made, atExit })
        low.frame.guardable.push({ variable, initial: made, parameter: made, part: undefined })
      }
      return made
    },
    bindDefault: (variable, initial, parameter) => {
      low.frame.guardable.push({ variable, initial, parameter, part: undefined })
    },
    destructure: (variable, parameter, part) => {
      const initial = low.frame.table.read(variable)
      if (initial !== undefined) low.frame.guardable.push({ variable, initial, parameter, part })
    },
    values: () => [...parameters],
    bindReceiver: (variable, node) => {
      writeVariable(low, variable, declared.receiver)
      low.valueAt[node] = declared.receiver
      outs.push({ variable, initial: declared.receiver, atExit: declared.receiverAtExit })
    },
  })
  if (!low.frame.dead) recordReturnGuards(low, false)
  recordOuts(low)
  declared.parameters = parameters
  declared.guardFacts = guardSummaries(low.frame, parameters)
  low.frame = outer
}
