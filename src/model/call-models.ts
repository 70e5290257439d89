/** A part of an argument or result of a call: an element, its property names, or the property with a name. */
export type ModelPart = { readonly kind: 'element' | 'key' } | { readonly kind: 'property'; readonly name: string }

/** An input of a call: the receiver, arguments in a range of positions (negative ones from the end), or a named argument. */
export type ModelArgument =
  | { readonly kind: 'receiver' }
  | { readonly kind: 'argument'; readonly first: number; readonly last: number }
  | { readonly kind: 'keyword'; readonly name: string }

/** An input or output of a call. */
export interface ModelPlace {
  readonly at: ModelArgument | { readonly kind: 'result' }
  /** The outermost first. */
  readonly parts: readonly ModelPart[]
}

/** A propagation of a call. A call that has rows propagates only what they state. */
export interface FlowRow {
  readonly from: readonly ModelPlace[]
  readonly to: readonly ModelPlace[]
  /** Whether the target keeps the separate parts of the source, instead of being tainted as a whole by any of them. */
  readonly keepsParts: boolean
}

/** The effect of an unknown function on its arguments, guessed from its name. */
export type UnknownEffect = 'builds' | 'looks-up' | 'demands'

/** The propagation of library functions in one language. */
export interface LanguageModels {
  /** Undefined for functions that no row names. */
  rowsOf(name: string): readonly FlowRow[] | undefined
  /** Undefined if the name gives no information. */
  effectOf(written: string): UnknownEffect | undefined
}

/** Models by language, as packs have them. */
export interface CallModels {
  forLanguage(language: string): LanguageModels
}
