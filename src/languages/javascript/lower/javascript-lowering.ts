import type { TableLowering } from '../../lowering/language.ts'
import type { NodeKinds } from '../node-kinds.ts'

/** The state of the lowering of a JavaScript or TypeScript file. */
export interface JavaScriptLowering extends TableLowering<JavaScriptLowering> {
  readonly kinds: NodeKinds
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
  /** The functions that lower a type. Expressions and types contain each other; this breaks the import cycle. */
  readonly visit: {
    /** The class of an interface or type alias; -1 if it describes no classes. */
    type(low: JavaScriptLowering, node: number): number
    objectType(low: JavaScriptLowering, node: number): number
  }
}
