/** What the rules say about values, for the labels of one batch. */
export interface TaintAnnotations {
  /** Sources that are solved together, since nothing tells their data apart but where it starts. */
  readonly sourceGroups: readonly SourceGroup[]
  /** By value. */
  readonly sinks: ReadonlyMap<number, readonly SinkAnnotation[]>
  /** By value: the labels that do not pass it. */
  readonly sanitized: Int32Array
  /** By value: the labels that do not pass it, or pass it only possibly: they stay as data that may be tainted. A superset of `sanitized`. */
  readonly maySanitized: Int32Array
  /** By value: the values that a propagator of some rules copies it to. */
  readonly propagators: ReadonlyMap<number, readonly { readonly to: number; readonly labels: number }[]>
  /** By value: functions from the labels of data to the labels that it gets in addition. */
  readonly relabels: ReadonlyMap<number, readonly ((labels: number) => number)[]>
  /** Labels of data that counts as a whole only: neither its properties nor strings that are built of it. */
  readonly exact: number
  /** Labels of data that counts at sinks of its own file only. In other files it is followed through functions that are called with it. */
  readonly ownFile: number
  /** Labels with two flow states (label-sets.ts). */
  readonly withContainedState: number
  /** By sink: its file, and where it begins in that. */
  readonly sinkFiles: readonly number[]
  readonly sinkStarts: readonly number[]
}

/** A sink of some rules at a value. */
export interface SinkAnnotation {
  readonly sink: number
  readonly labels: number
  /** Those of the labels that count where the value itself is tainted, and not where only a property is. */
  readonly rootOnly: number
  /** Keys of properties that count for these too. */
  readonly fields?: ReadonlySet<number>
}

/** Sources whose data has the same labels, severity and confidence. */
export interface SourceGroup {
  /** The file of all of them where their data counts in its own file only; else -1. */
  readonly file: number
  readonly seeds: readonly Seed[]
}

/** A value that is tainted at a source. */
export interface Seed {
  /** The index of the source. */
  readonly source: number
  readonly value: number
  readonly path: number
  readonly labels: number
}
