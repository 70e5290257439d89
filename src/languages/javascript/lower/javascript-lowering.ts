import type { Lowering } from '../../lowering/lowering.ts'
import type { LowerKinds } from './lower-kinds.ts'

/** The state of the lowering of a JavaScript or TypeScript file. */
export interface JavaScriptLowering extends Lowering {
  readonly kinds: LowerKinds
  /** Whether the file contains the word `arguments`, and its value by function node. */
  readonly usesArguments: boolean
  readonly argumentsOf: Map<number, number>
  /** Whether routes of the file may declare request schemas. */
  readonly usesRequestSchemas: boolean
  /** Whether the file imports a schema library. */
  readonly importsSchemas: boolean
  /** Declarations of interfaces and type aliases, by name. */
  readonly declaredTypes: ReadonlyMap<string, number>
  /** Calls by the declaration of a name that is an argument. Empty until first use. */
  readonly callsByArgument: Map<number, number[]>
  /** Names that are exported apart from their declaration. They are read at the end of the module. */
  readonly exportedNames: { readonly name: string; readonly node: number }[]
  /** The values of `exports` and `module` (CommonJS) at the end of the module; -1 for none. */
  readonly moduleObjects: Map<string, number>
  /** Dispatch functions. Expressions and statements contain each other; this breaks the import cycle. */
  readonly visit: {
    expression(low: JavaScriptLowering, node: number): number
    statement(low: JavaScriptLowering, node: number): void
    /** Lowers `return` of an expression. */
    result(low: JavaScriptLowering, node: number): void
    /** The class of an interface or type alias; -1 if it describes no classes. */
    type(low: JavaScriptLowering, node: number): number
    objectType(low: JavaScriptLowering, node: number): number
  }
}

export function kindOf(low: JavaScriptLowering, node: number): number {
  return node < 0 ? 0 : low.kinds.table[low.tree.type[node]]
}

/** Lowers an expression and returns its value. */
export function lowerExpression(low: JavaScriptLowering, node: number): number {
  return low.visit.expression(low, node)
}

export function lowerStatement(low: JavaScriptLowering, node: number): void {
  low.visit.statement(low, node)
}
