/** Everything that a link to the playground contains. */
export interface PlaygroundState {
  /** The text of the rule file. */
  readonly rule: string
  /** The name of the code file. It decides the language. */
  readonly path: string
  readonly code: string
}
