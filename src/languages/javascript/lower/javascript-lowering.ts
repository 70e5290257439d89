import type { Lowering } from '../../lowering/lowering.ts'
import type { LowerKinds } from './lower-kinds.ts'

/** A lowering of a JavaScript or TypeScript file. */
export interface JavaScriptLowering extends Lowering {
  readonly kinds: LowerKinds
  /** Whether the word `arguments` stands anywhere in the file, and what it holds by function node. */
  readonly usesArguments: boolean
  readonly argumentsOf: Map<number, number>
  /** Whether routes in the file may describe what they get. */
  readonly usesRequestSchemas: boolean
  /** Whether the file imports a library of schemas. */
  readonly importsSchemas: boolean
  /** Interfaces and types that the file declares, by name. */
  readonly declaredTypes: ReadonlyMap<string, number>
  /** Calls by the declaration of a name that is passed to them; empty until it is asked for. */
  readonly callsByArgument: Map<number, readonly number[]>
  /** Names that are exported beside their declaration: they are read when the module has run. */
  readonly exportedNames: { readonly name: string; readonly node: number }[]
  /** What `exports` and `module` of CommonJS hold when the module has run, for functions in it; -1 for nothing. */
  readonly moduleObjects: Map<string, number>
  /** Expressions and statements hold each other: each part finds the others here. */
  readonly visit: {
    expression(low: JavaScriptLowering, node: number): number
    statement(low: JavaScriptLowering, node: number): void
    /** Gives an expression back. */
    result(low: JavaScriptLowering, node: number): void
    /** The class that an interface or a declared type is; -1 for one that says nothing of classes. */
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
