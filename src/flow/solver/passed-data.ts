import type { ProgramArgument } from '../../model/program.ts'
import type { FlowCall } from '../program/link-program.ts'

/** Data that is passed to a call of a function that is not in the program. */
export interface PassedData {
  readonly call: FlowCall
  readonly value: number
  readonly path: number
  /** The position of the argument; -1 for the receiver. */
  readonly position: number
  readonly argument: ProgramArgument | undefined
  /** Whether it is the input that the function processes: `xs` in `xs.values()` and in `Object.values(xs)`. */
  readonly isSubject: boolean
  /** The path below the name of a keyword argument, otherwise the path. */
  readonly keyedPath: number
  /** The key of the constant that is the first argument; `ANY_KEY` if there is none. */
  readonly key: number
  /** Propagates the data to a value, under this path. */
  propagateTo(to: number, path: number): void
  /** The same for properties of the data, and strings that are built from it. */
  propagatePropertiesTo(to: number, path: number): void
}
