import type { ScanResult } from '../model/result.ts'
import type { ConfigChange, RejectedSuppression, TrustedConfig } from '../model/trusted-config.ts'

/** Something of the working tree that had no effect on the scan, because the configuration came from a commit. */
export interface UntrustedPart {
  readonly file: string
  readonly line?: number
  /** A stable code for programs. */
  readonly reason: 'config-change' | 'suppression'
  /** One sentence without source text. */
  readonly detail: string
}

/** Changed configuration files, then suppression comments that had no effect. Empty when the scan had no trusted commit. */
export function listUntrusted({ trusted }: Pick<ScanResult, 'trusted'>): readonly UntrustedPart[] {
  if (trusted === undefined) return []
  return [
    ...trusted.changes.map((change) => ({ file: change.file, reason: 'config-change' as const, detail: describeChange(change, trusted) })),
    ...trusted.suppressions.map((each) => ({
      file: each.file,
      line: each.line,
      reason: 'suppression' as const,
      detail: describeSuppression(each, trusted),
    })),
  ]
}

/** The heading of the list. */
export function titleUntrusted({ commit }: TrustedConfig): string {
  return `Ignored changes, because the configuration was read from commit ${shorten(commit)}`
}

const ROLES: Readonly<Record<ConfigChange['role'], string>> = {
  settings: 'settings file',
  rules: 'rule file',
  baseline: 'baseline',
  ignore: 'ignore file',
}

function describeChange({ role, change }: ConfigChange, { commit }: TrustedConfig): string {
  const used = change === 'added' ? 'It was not used.' : `The version of commit ${shorten(commit)} was used.`
  return `The ${ROLES[role]} was ${change} after commit ${shorten(commit)}. ${used}`
}

function describeSuppression({ rules, changed }: RejectedSuppression, { commit }: TrustedConfig): string {
  const what = rules.length === 0 ? 'all rules' : rules.join(', ')
  const why = changed === 'comment' ? 'the comment is new or changed' : 'the code that it covers changed'
  return `The suppression comment for ${what} has no effect: ${why} since commit ${shorten(commit)}.`
}

function shorten(commit: string): string {
  return commit.slice(0, 12)
}
