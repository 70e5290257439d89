import type { Diagnostic, Explanation, FileSyntax, Finding } from '../../../src/index.ts'

/** A question to the engine, which runs in a worker. */
export interface EngineRequest {
  readonly id: number
  readonly rule: string
  readonly path: string
  readonly code: string
  /** Whether the syntax tree is wanted too. */
  readonly wantsSyntax: boolean
  /** Whether an explanation is wanted too: of the whole file, or of one line of it. */
  readonly explains?: 'file' | number
}

/** What the engine says about the rule and the code. */
export interface EngineAnswer {
  readonly id: number
  /** Mistakes in the rule. With mistakes, nothing is scanned. */
  readonly problems: readonly Diagnostic[]
  readonly findings: readonly Finding[]
  /** What else is known: a skipped file, syntax errors. */
  readonly notes: readonly string[]
  readonly syntax?: FileSyntax
  readonly explanation?: Explanation
  /** Milliseconds in the worker. */
  readonly took: number
}
