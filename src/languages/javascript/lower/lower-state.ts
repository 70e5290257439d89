import { OP } from '../../../model/program.ts'
import { phi, load, storeField, addValue } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { lowerSyntheticFunction } from '../../lowering/lower-synthetic-function.ts'
import { lowerReturn } from '../../lowering/control-flow.ts'
import { readVariable, writeBack } from '../../lowering/variables.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Hooks that return a state and its setter. */
const STATE_HOOKS: ReadonlySet<string> = new Set(['useState', 'useReducer', 'createSignal'])

/** Nuxt's `useState` with a key is a different function. */
export function isStateHook(written: string, passed: number): boolean {
  return STATE_HOOKS.has(written) && (written !== 'useState' || passed < 2)
}

/**
 * Lowers `const [text, setText] = useState('')`: arguments of the setter flow to the state, whoever calls it. `list` is the node of the arguments.
 */
export function lowerState(low: JavaScriptLowering, list: number, written: string, passed: readonly number[]): number {
  const state = low.store.add(OP.captured, -1, -1, -1, low.tree.start[list], low.tree.end[list], low.frame.index)
  const isReducer = written === 'useReducer'
  const [first = -1, second = -1] = passed
  low.store.addOperand(state, isReducer ? second : initialState(low, list, first))
  const setter = lowerSyntheticFunction(low, list, (given) =>
    low.store.addOperand(state, isReducer ? call(low, list, first, [state, given]) : updatedState(low, list, state, given)),
  )
  // A signal is read by a call.
  const getter = written === 'createSignal' ? lowerSyntheticFunction(low, list, () => lowerReturn(low, state)) : state
  return storeField(low, storeField(low, addValue(low, OP.unknown, list), '0', getter, list), '1', setter, list)
}

/** The initial state: `useState('')` or `useState(() => read())`. */
function initialState(low: JavaScriptLowering, list: number, first: number): number {
  return low.store.op(first) === OP.function ? call(low, list, first, []) : first
}

/** The state after `setText(x)` or `setText((old) => …)`. */
function updatedState(low: JavaScriptLowering, list: number, state: number, given: number): number {
  return phi(low, list, [given, call(low, list, given, [state])])
}

function call(low: JavaScriptLowering, node: number, callee: number, passed: readonly number[]): number {
  return lowerCall(low, {
    node,
    callee,
    receiver: -1,
    name: '',
    spelledName: '',
    arguments: passed.map((each) => ({ kind: 'positional', value: each })),
  })
}

/**
 * Lowers `this.setState({ text })`, which assigns to `this.state`; the argument may be a function: `this.setState((old) => ({ … }))`. `receiverHome`
 * is the node of the function with the receiver.
 */
export function lowerStateChange(low: JavaScriptLowering, node: number, receiverHome: number, given: number): void {
  const receiver = readVariable(low, receiverVariable(receiverHome), node)
  const held = load(low, receiver, 'state', node)
  const fresh = low.store.op(given) === OP.function ? call(low, node, given, [held]) : given
  writeBack(low, receiver, storeField(low, receiver, 'state', phi(low, node, [held, fresh]), node), node)
}

/** Lowers `watch(text, (now) => …)` and `watch(() => route.query.text, (now) => …)` of Vue: the callback receives the watched value. */
export function lowerWatch(low: JavaScriptLowering, node: number, [watched = -1, then = -1]: readonly number[]): void {
  if (low.store.op(then) !== OP.function) return
  const now = low.store.op(watched) === OP.function ? call(low, node, watched, []) : phi(low, node, [watched, load(low, watched, 'value', node)])
  call(low, node, then, [now])
}
