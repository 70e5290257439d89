/**
 * The facts about a finding that its confidence is computed from. `direction`: whether the fact can only raise (1) or only lower (-1) the probability that the
 * finding is a true positive; no weight has the other sign. `what` describes the fact to a reader; `#` stands for its value.
 */
export const FACTS = [
  { name: 'rule-history', direction: 1, what: 'reviewed findings of the rule' },
  { name: 'stated-high', direction: 1, what: 'the rule states high confidence' },
  { name: 'stated-low', direction: -1, what: 'the rule, its source or its sink, or a guess on the path, states low confidence' },
  { name: 'data-flow', direction: 1, what: 'a data-flow path leads from a source to the location' },
  { name: 'guarded-source', direction: -1, what: 'the source is behind a check of rights' },
  { name: 'steps', direction: -1, what: 'steps of the data-flow path: #' },
  { name: 'files', direction: -1, what: 'further files on the data-flow path: #' },
  { name: 'calls', direction: -1, what: 'calls and returns on the data-flow path: #' },
  { name: 'unknown-calls', direction: -1, what: 'unknown functions on the data-flow path: #' },
  { name: 'stored-elements', direction: -1, what: 'the data is stored as an element of a collection on its path: #' },
  { name: 'stored-properties', direction: -1, what: 'the data is stored in a property on its path: #' },
  { name: 'receiver-calls', direction: -1, what: 'methods of the program that the data is the receiver of: #' },
  { name: 'checks-by-name', direction: -1, what: 'functions on the data-flow path that check, convert or escape by their name: #' },
  { name: 'guard-near', direction: -1, what: 'a condition leaves the code right before the location' },
  { name: 'role-check-near', direction: -1, what: 'a check of a role, a permission or a login is right before the location' },
  { name: 'validation-near', direction: -1, what: 'code right before the location validates or escapes data' },
  { name: 'constant-code', direction: -1, what: 'the reported code consists of constants' },
  { name: 'request-here', direction: 1, what: 'the reported code names a request or a part of it' },
  { name: 'reviewed-comment', direction: -1, what: 'a comment for another scanner accepts the location' },
  { name: 'trial-path', direction: -1, what: 'the file is a test, an example or documentation' },
  { name: 'tool-path', direction: -1, what: 'the file is a command-line tool, a script or a migration' },
  { name: 'compiled-path', direction: -1, what: 'the file is build output or a copy of a library' },
  { name: 'browser-path', direction: -1, what: 'the file is code for browsers' },
  { name: 'alike', direction: -1, what: 'further findings of the rule in the file: #' },
] as const satisfies readonly { readonly name: string; readonly direction: 1 | -1; readonly what: string }[]

/** The name of one of the facts. */
export type FactName = (typeof FACTS)[number]['name']

/** Facts that are read from the text around a location. */
export type ContextFact = Extract<
  FactName,
  'guard-near' | 'role-check-near' | 'validation-near' | 'constant-code' | 'request-here' | 'reviewed-comment'
>

/** Facts of one finding that are counted: 1 for a fact that holds, a number for one with an amount. Facts that do not hold are absent. */
export type FactCounts = ReadonlyMap<FactName, number>

/** One fact that counted for the confidence of a finding. */
export interface EvidenceFact {
  readonly fact: string
  /** What it adds to the log odds that the finding is a true positive. */
  readonly weight: number
  /** The fact in words. */
  readonly what: string
}

/** Why a finding has its confidence. */
export interface Evidence {
  /** That the finding is a true positive, from 0 to 1. */
  readonly probability: number
  /** Those with the largest effect first. */
  readonly facts: readonly EvidenceFact[]
}

/** Numbers of reviewed findings. */
export interface ReviewCounts {
  readonly right: number
  readonly wrong: number
}

/** The trained weights, and the counts of reviews that they were trained with. */
export interface EvidenceTable {
  /** Log odds of a finding of which no fact holds. */
  readonly intercept: number
  readonly weights: ReadonlyMap<FactName, number>
  /** The least probability of each confidence. Findings below `medium` are `low`. `raised` applies instead of `medium` if the stated confidence is low. */
  readonly thresholds: { readonly high: number; readonly medium: number; readonly raised: number }
  readonly history: ReviewHistory
}

/** The weights, and the ids of the rules that they were trained for: others keep the confidence that they state. */
export interface Weighing {
  readonly table: EvidenceTable
  readonly rules: ReadonlySet<string>
}

/** Reviewed findings by rule and by category. A rule with few reviews is judged by its category as well. */
export interface ReviewHistory {
  /** A rule counts as if it had this many more reviews, with the share of its category; a category likewise, with the share of all. */
  readonly smoothing: number
  readonly all: ReviewCounts
  readonly categories: Readonly<Record<string, ReviewCounts>>
  readonly rules: Readonly<Record<string, ReviewCounts>>
}
