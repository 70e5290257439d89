/** A mistake in the source of a query. */
export interface QueryFault {
  /** Stable and public: `query/unknown-node`. */
  readonly code: string
  /** One sentence that names the offending value in backticks. */
  readonly message: string
  readonly hint?: string
  /** UTF-16 offset into the source. */
  readonly offset: number
}
