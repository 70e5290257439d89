import type { TableLowering } from '../../lowering/language.ts'
import type { PythonKinds } from '../node-kinds.ts'

/** A field of a record with the node of its name. */
export interface RecordField {
  readonly node: number
  readonly name: string
}

/** The state of the lowering of a Python file. */
export interface PythonLowering extends TableLowering<PythonLowering> {
  readonly kinds: PythonKinds
  /** Class index by the declaration of the receiver parameter of its methods. */
  readonly receiverClasses: Map<number, number>
  /** Names of enumeration classes. */
  readonly enumerations: Set<string>
  /** Names of sanitized fields by model name. */
  readonly sanitizedFields: Map<string, readonly string[]>
  /** Fields of records by class name. Every subclass of a model is a model. */
  readonly records: Map<string, { readonly fields: readonly RecordField[]; readonly isModel: boolean }>
  /** Modules that are imported with `*`. */
  readonly wildcardImports: string[]
  /** Declarations of module variables by name. */
  readonly moduleVariables: Map<string, number>
  /** Names of constrained command-line options; undefined until first use. */
  constrainedOptions: ReadonlySet<string> | undefined
  /** Names that the file uses as dictionaries; undefined until first use. */
  dictionaryUses: ReadonlySet<string> | undefined
  /** Number of open class bodies. */
  classDepth: number
}
