import type { ModelSpec } from './rule-spec.ts'

/** The verbs of the model format, in the order of its reference. */
export const MODEL_VERBS = ['flows', 'callbacks', 'types', 'barriers', 'schemas', 'jumps', 'sources', 'entry-points', 'unknown-calls'] as const

export type ModelVerb = (typeof MODEL_VERBS)[number]

/** A model file as it is listed: what Assay knows about a library. */
export interface LibraryModel {
  readonly library: string
  readonly languages: readonly string[]
  /** The packages and globals that its rows name. Several for a file about a kind of packages. */
  readonly packages: readonly string[]
  /** The path of the file, from the folder that contains `models`. */
  readonly file: string
  /** The rows by verb, as they are written. */
  readonly rows: Readonly<Partial<Pick<ModelSpec, ModelVerb>>>
}
