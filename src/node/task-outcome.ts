/** The outcome of a task in a pool of threads. Only `done` has an answer; the others state why there is none. */
export type TaskOutcome<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply }
  /** The queue is full, or the task waited too long in it. */
  | { readonly kind: 'busy' }
  /** The caller has its maximum number of waiting tasks. There is room for others. */
  | { readonly kind: 'caller-busy' }
  /** It ran longer than its budget. */
  | { readonly kind: 'timeout' }
  /** Its thread ended under it. */
  | { readonly kind: 'lost'; readonly reason: LossReason }
  | TaskFailure
  | { readonly kind: 'aborted' }
  /** The queue of other machines does not answer. Threads never return it. */
  | { readonly kind: 'unreachable' }
  /** The pool is closed. */
  | { readonly kind: 'closed' }

/** Why a thread ended under its task. */
export type LossReason = 'died' | 'out-of-memory'

/** The task threw an error, which is a bug in Assay. Has name and stack frames, but not the message, which may quote source text. */
export interface TaskFailure {
  readonly kind: 'failed'
  readonly name: string
  readonly frames: string
}
