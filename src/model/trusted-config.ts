/** The kind of a configuration file. */
export type ConfigRole = 'settings' | 'rules' | 'baseline' | 'ignore'

/** A configuration file whose content in the working tree differs from the trusted commit. The content in the working tree had no effect. */
export interface ConfigChange {
  readonly file: string
  readonly role: ConfigRole
  readonly change: 'added' | 'changed' | 'removed'
}

/** A suppression comment that had no effect, because the trusted commit does not have it as it is now. */
export interface RejectedSuppression {
  readonly file: string
  /** The line where the comment begins. */
  readonly line: number
  /** Empty means every rule. */
  readonly rules: readonly string[]
  readonly reason?: string
  /** `comment`: the comment is new or changed. `code`: the comment is old, and the code that it covers changed. */
  readonly changed: 'comment' | 'code'
}

/** The commit of the configuration, and its differences from the working tree. */
export interface TrustedConfig {
  /** Full hash. */
  readonly commit: string
  /** By file. */
  readonly changes: readonly ConfigChange[]
  /** By file, then line. */
  readonly suppressions: readonly RejectedSuppression[]
}
