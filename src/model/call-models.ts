import type { ModelFlowSpec, ModelSchemaSpec, ModelTypeSpec, SchemaAcceptance } from './rule-spec.ts'
import type { StringContexts } from './string-context.ts'

/** A part of what a call gets or gives: an element of it, the names of its parts, or the part of a name. */
export type ModelPart = { readonly kind: 'element' | 'key' } | { readonly kind: 'property'; readonly name: string }

/** An input of a call: the receiver, arguments in a range of positions (negative ones from the end), or a named argument. */
export type ModelArgument =
  | { readonly kind: 'receiver' }
  | { readonly kind: 'argument'; readonly first: number; readonly last: number }
  | { readonly kind: 'keyword'; readonly name: string }

/** What a call takes data from. */
export interface ModelInput {
  readonly at: ModelArgument
  /** The outermost first. */
  readonly parts: readonly ModelPart[]
}

/** A place in or around a call. */
export interface ModelPlace {
  readonly at: ModelArgument | { readonly kind: 'result' }
  /** The outermost first. */
  readonly parts: readonly ModelPart[]
}

/** An operation of a standard container. The rule format describes each. */
export type ContainerOperation = NonNullable<ModelFlowSpec['operation']>

/** What a call does with data at one place; nothing comes out of a call of which no row names any. */
export interface FlowRow {
  readonly from: readonly ModelInput[]
  readonly to: readonly ModelPlace[]
  /** Whether the target keeps the separate parts of the source, instead of being tainted as a whole by any of them. */
  readonly keepsParts: boolean
  /** What the call does instead. */
  readonly operation: ContainerOperation | undefined
}

/** How a call calls the functions that are its arguments. */
export interface Callback {
  readonly passes: readonly { readonly parameter: number; readonly from: ModelInput }[]
  /** How the result of the function reaches the result of the call. */
  readonly returns: 'element' | 'same' | 'none'
  /** The result of the function is its first parameter when it is called next. Arguments of the call are its initial value. */
  readonly accumulates?: boolean
  /** Arguments that the call stores, and the parameters at which a function of another call reads them. */
  readonly jumps?: readonly { readonly from: ModelInput; readonly to: ReadPlace }[]
  /** Arguments behind the function, except so many, are passed to it: `setTimeout(f, 0, x)`. */
  readonly passesRest?: number
  /** Other arguments decide when the function is called again, and go nowhere. */
  readonly watches?: boolean
}

/** Where a stored value arrives: at a call that reads it, or at a function that is an argument of that call. */
export interface ReadPlace extends ModelPlace {
  /** The parameter of the function; undefined for the place itself. */
  readonly parameter:
    | { readonly index: number /** Whether parameters behind it get the arguments behind the first. */; readonly isRest: boolean }
    | undefined
}

/** A part of the key under which a value is stored. */
export interface JumpKey {
  readonly at: ModelArgument
  /** An argument of the call that created the object, instead of the object itself. */
  readonly ofConstructor: ModelArgument | undefined
  /** The property of the object; undefined for the object itself. */
  readonly property: string | undefined
}

/** A call that stores a value, as a row of `jumps` describes. */
export interface JumpWrite {
  readonly side: 'write'
  /** Tells rows apart, over all languages. */
  readonly row: string
  readonly key: readonly JumpKey[]
  readonly value: readonly ModelInput[]
  /** Whether reads may be in files that register no function with an object that this call uses. */
  readonly escapes: boolean
}

/** A call that reads what another call stores under an equal key. */
export interface JumpRead {
  readonly side: 'read'
  readonly row: string
  readonly key: readonly JumpKey[]
  readonly value: ReadPlace
}

/** One side of a row of `jumps`. */
export type JumpEnd = JumpWrite | JumpRead

/** What a call proves about a string. */
export interface Barrier {
  /** The position of the argument; `result` for the result of the call. */
  readonly value: number | 'result'
  /** The truth value of the result that proves it. `returns`: the call throws otherwise. Always so for results. */
  readonly when: boolean | 'returns'
  readonly proof:
    | { /** The whole string matches this regex of JavaScript. */ readonly kind: 'regex'; readonly text: string }
    | { readonly kind: 'contexts'; readonly contexts: StringContexts }
    | { /** The string is an element of the argument at this position. */ readonly kind: 'member'; readonly list: number }
}

/** A call that checks data against a schema. */
export interface Validation {
  /** The rule format describes each. */
  readonly result: NonNullable<ModelSchemaSpec['gives']>
  /** Properties of the result that hold the accepted data; empty if it is the result itself. */
  readonly parts: readonly string[]
  /** Where the schema is; undefined for the receiver. */
  readonly schema: ModelInput | undefined
}

/** What a function, method, decorator or type says about the values that a schema accepts. The rule format describes each. */
export interface SchemaWord {
  readonly accepts: SchemaAcceptance
  /** The position of the argument that it is about. */
  readonly at: number
}

/** The same for named arguments, or properties of the first argument. */
export type SchemaOptions = NonNullable<ModelSchemaSpec['options']>

/** The effect of an unknown function on its arguments, guessed from its name. */
export type UnknownEffect = 'builds' | 'looks-up' | 'demands'

/** What an object of a library is to data flow. The rule format describes each. */
export type ObjectKind = NonNullable<ModelTypeSpec['kind']>

/** What functions of libraries do with data, in one language. Names are resolved names, except those of methods, which are as they are written. */
export interface LanguageModels {
  /** Undefined for functions that no row names. */
  rowsOf(name: string): readonly FlowRow[] | undefined
  /** The same for a method of an unknown object. */
  methodRowsOf(method: string): readonly FlowRow[] | undefined
  /** The same for the tag of a template literal. */
  templateRowsOf(tag: string): readonly FlowRow[] | undefined
  callbackOf(name: string): Callback | undefined
  methodCallbackOf(method: string): Callback | undefined
  /** The rows of `jumps` about a function; undefined for none. */
  jumpsOf(name: string): readonly JumpEnd[] | undefined
  /** The same for a method of an unknown object. */
  methodJumpsOf(method: string): readonly JumpEnd[] | undefined
  /** Whether a row of `jumps` names a method of this name on an object of a library. */
  mayJump(method: string): boolean
  /** Whether functions of the module may store what files without a common import read, under a constant key. */
  joinsFiles(module: string): boolean
  /** The kind of the object that a call returns. `last` is the last segment of the name, which may be all that is known. */
  kindOfResult(name: string, last?: string): ObjectKind | undefined
  /** Whether the text imports a package with a row of this kind. */
  mentionsKind(kind: ObjectKind, text: string): boolean
  /** The kind of an import. `name` has the module before it. */
  kindOfImport(name: string): ObjectKind | undefined
  /** Whether programs give this name to parameters with an object of the kind. */
  isParameterOf(kind: ObjectKind, name: string): boolean
  /** Whether the function throws or ends the process. */
  neverReturns(name: string): boolean
  /** Whether the function returns its first argument itself. */
  returnsArgument(name: string): boolean
  /** What calls of a function prove; empty for nothing. */
  barriersOf(name: string): readonly Barrier[]
  /** Undefined for a function that is no validator. `method` is its name as it is written. The same for what follows. */
  validationOf(name: string, method: string): Validation | undefined
  /** The names of methods of any object that check data against a schema. */
  readonly validationMethods: readonly string[]
  schemaWordOf(name: string, method: string): SchemaWord | undefined
  schemaOptionsOf(name: string, method: string): SchemaOptions | undefined
  schemaDecoratorOf(name: string, last: string): SchemaWord | undefined
  schemaTypeOf(name: string, last: string): SchemaWord | undefined
  /** The part of a request of which the call begins to check fields. */
  checkedPartOf(name: string): ModelSchemaSpec['field-of']
  /** Whether the name is one of a package whose functions create schemas. */
  isSchemaLibrary(name: string): boolean
  /** Whether the text imports such a package. */
  mentionsSchemaLibrary(text: string): boolean
  /** Whether the text imports a package that checks requests in front of handlers. */
  mentionsRequestChecks(text: string): boolean
  /** Whether a property of this name holds the accepted data of a validated object. */
  holdsAcceptedData(property: string): boolean
  /** Whether a property of this name holds the accepted data in the result of a validator. */
  isAcceptedPart(property: string): boolean
  /** Undefined where the name does not tell. */
  effectOf(written: string): UnknownEffect | undefined
}

/** Models by language, as packs have them. */
export interface CallModels {
  forLanguage(language: string): LanguageModels
}
