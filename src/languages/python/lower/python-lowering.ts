import type { Lowering } from '../../lowering/lowering.ts'
import type { LowerKinds } from './lower-kinds.ts'

/** A field of a record, and the node of its name. */
export interface RecordField {
  readonly node: number
  readonly name: string
}

/** A lowering of a Python file. */
export interface PythonLowering extends Lowering {
  readonly kinds: LowerKinds
  /** Class by the declaration of its methods' first parameter. */
  readonly receiverClasses: Map<number, number>
  /** Names of classes that are enumerations. */
  readonly enumerations: Set<string>
  /** Names of fields that hold nothing harmful, by the name of the model. */
  readonly sanitizedFields: Map<string, readonly string[]>
  /** Fields of records by the name of their class. Of models every class below is one too. */
  readonly records: Map<string, { readonly fields: readonly RecordField[]; readonly isModel: boolean }>
  /** Modules of which every name is imported. */
  readonly wildcardImports: string[]
  /** Declarations of the module's own names. */
  readonly moduleVariables: Map<string, number>
  /** Names of options of the command line that hold no text of the caller's choice; undefined until they are asked for. */
  constrainedOptions: ReadonlySet<string> | undefined
  /** What is used as a dictionary; undefined until it is asked for. */
  dictionaryUses: ReadonlySet<string> | undefined
  /** How many class bodies are open. */
  classDepth: number
  readonly visit: {
    expression(low: PythonLowering, node: number): number
    statement(low: PythonLowering, node: number): void
    /** Gives an expression back. */
    result(low: PythonLowering, node: number): void
  }
}

export function kindOf(low: PythonLowering, node: number): number {
  return node < 0 ? 0 : low.kinds.table[low.tree.type[node]]
}

/** Lowers an expression and returns its value. */
export function lowerExpression(low: PythonLowering, node: number): number {
  return low.visit.expression(low, node)
}

export function lowerStatement(low: PythonLowering, node: number): void {
  low.visit.statement(low, node)
}
