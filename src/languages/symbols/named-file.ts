import type { Scalar } from '../../model/scalar.ts'
import type { Binding } from './binding.ts'
import type { ExpressionForm } from './expression-form.ts'

/** A call as an expression form. */
export type CallForm = Extract<ExpressionForm, { kind: 'call' }>
export type MemberForm = Extract<ExpressionForm, { kind: 'member' }>

/** What a type annotation says. */
export interface NamedType {
  /** `express.Request`; for plain values a word of `PLAIN_TYPES`. */
  readonly name: string
  /** It is imported from a package, so that its name says more than that of a variable. */
  readonly foreign: boolean
}

/** Types of plain values, the same words in all languages. What has one of these has no name by it. */
export const PLAIN_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'null', 'object', 'array', 'function'])

/** What a language tells about one file, so that names, constants and types can be worked out without it. Nodes are -1 when there is none. */
export interface NamedFile {
  formOf(node: number): ExpressionForm
  bindingOf(identifier: number, name: string): Binding | undefined
  /** What `this.field` is in the class at `classNode`. */
  fieldOf(classNode: number, field: string): Binding | undefined
  /** Undefined when the annotation says nothing: `any`, a union of several. */
  typeAt(annotation: number): NamedType | undefined
  /** Resolved name of what a call gives when that is not simply `callee()`: `require('x')`, `promisify(f)`. */
  nameOfCall(call: CallForm, calleeName: string | undefined, ask: Asking): string | undefined
  /** Last segments of the names of functions of whose calls `nameOfCall` may say something. */
  readonly renamingCalls: ReadonlySet<string>
  /** Whether the expression is a module of the project itself, which is known by the name it is given. */
  isOwnModule(node: number, ask: Asking): boolean
  /** The promise whose result the function is called with: `p` in `p.then((result) => …)`. */
  promiseOf(functionNode: number): number
  /** What calling the function at the node certainly returns: its only result, and its declared type. */
  resultOf(functionNode: number): { readonly value: number; readonly type: number }
  /** What the class extends whose name is declared at the node: expressions. */
  basesOf(nameNode: number): readonly number[]
  isNull(node: number): boolean
  /** See `Symbols.isTarget`. */
  isTarget(node: number): boolean
  /** Whether something is put into what the name holds: `x.a = 1`, `x.push(1)`. */
  isChanged(binding: Binding): boolean
  /** Names that only hold the globals: `window.eval` is `eval`. */
  readonly globalObjects: ReadonlySet<string>
  /** Functions that import: `require`. */
  readonly globalFunctions: ReadonlySet<string>
  /** Whether these characters stand in the file. Names computed from parts that do not stand there are no names: the prefilter could not find them. */
  occurs(text: string): boolean
  /** Calls that give a constant when receiver and arguments are constants, by resolved name: `Buffer.from`, `String().trim`. */
  isPureCall(calleeName: string): boolean
}

/** What a language may ask back. */
export interface Asking {
  nameOf(node: number): string | undefined
  constantOf(node: number): Scalar | undefined
}
