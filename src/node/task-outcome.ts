/** How a task given to a pool of threads ended. Only `done` holds an answer; the others say why there is none. */
export type TaskOutcome<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply }
  /** The queue is full, or the task waited too long in it. */
  | { readonly kind: 'busy' }
  /** Its caller has as much waiting as one caller may; there is room for others. */
  | { readonly kind: 'caller-busy' }
  /** It ran longer than its budget. */
  | { readonly kind: 'timeout' }
  /** Its thread ended under it. */
  | { readonly kind: 'lost'; readonly reason: LossReason }
  | TaskFailure
  | { readonly kind: 'aborted' }
  /** Where tasks wait for other machines does not answer. Never of threads. */
  | { readonly kind: 'unreachable' }
  /** The pool is closed. */
  | { readonly kind: 'closed' }

/** Why a thread ended under its task. */
export type LossReason = 'died' | 'out-of-memory'

/** The task threw: our bug. Name and stack frames of the error, without its message, which may quote source text. */
export interface TaskFailure {
  readonly kind: 'failed'
  readonly name: string
  readonly frames: string
}
