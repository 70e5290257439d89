/** A programming language that is not read as code, and how its files are known. */
export interface LanguageSigns {
  /** As its users write it: `C#`. */
  readonly name: string
  /** With the dot, lower case: `.php`. The longest match wins. */
  readonly extensions: readonly string[]
  /** Whole base names. */
  readonly fileNames?: readonly string[]
  /** Interpreters of a `#!` line. */
  readonly interpreters?: readonly string[]
  /** Extensions that others use too, and what a text must hold to be of this language; by its name alone such a file is not. */
  readonly when?: Readonly<Record<string, RegExp>>
  /** What a text must hold to be program code at all: there are pages without a script. */
  readonly holds?: RegExp
}
