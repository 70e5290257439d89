/** Data of the triage: what is asked, and which words may be part of a context. */
export interface TriageData {
  /** The first entry that names a weakness or the category of the rule is asked. */
  readonly questions: readonly TriageQuestion[]
  /** Asked where no entry applies. */
  readonly question: string
  /** Words that stay in strings of several words, in lower case: SQL, HTML, shell. */
  readonly words: readonly string[]
  /** Phrases of plain words that address a reader, in lower case. `*` at the end of a word stands for any ending. */
  readonly phrases: readonly string[]
}

/** A question about a kind of weakness. */
export interface TriageQuestion {
  readonly cwe?: readonly string[]
  readonly category?: string
  readonly question: string
}
