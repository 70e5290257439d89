/** A part of what a call gets or gives: an element of it, the names of its parts, or the part of a name. */
export type ModelPart = { readonly kind: 'element' | 'key' } | { readonly kind: 'property'; readonly name: string }

/** What a call is passed: what it is called on, or arguments from one position to another (the last ones below 0), or of a name. */
export type ModelArgument =
  | { readonly kind: 'receiver' }
  | { readonly kind: 'argument'; readonly first: number; readonly last: number }
  | { readonly kind: 'keyword'; readonly name: string }

/** A place in or around a call. */
export interface ModelPlace {
  readonly at: ModelArgument | { readonly kind: 'result' }
  /** The outermost first. */
  readonly parts: readonly ModelPart[]
}

/** What a call does with data at one place; nothing comes out of a call of which no row names any. */
export interface FlowRow {
  readonly from: readonly ModelPlace[]
  readonly to: readonly ModelPlace[]
  /** Whether the target has the parts that were there, and is not tainted as a whole by any of them. */
  readonly keepsParts: boolean
}

/** What a function does with what it is passed, as its name tells. */
export type UnknownEffect = 'builds' | 'looks-up' | 'demands'

/** What functions of libraries do with data, in one language. */
export interface LanguageModels {
  /** Undefined for functions that no row names. */
  rowsOf(name: string): readonly FlowRow[] | undefined
  /** Undefined where the name does not tell. */
  effectOf(written: string): UnknownEffect | undefined
}

/** Models by language, as packs have them. */
export interface CallModels {
  forLanguage(language: string): LanguageModels
}
