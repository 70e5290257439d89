import type { RuleInfo, ScanResult } from '../../../../src/node/index.ts'
import { isRuleList } from './validate-rule-list.generated.ts'
import { isScanResult } from './validate-scan-result.generated.ts'

/** A valid result, or the problem as the end of a sentence about the answer, without text of the answer. */
export type CheckedResult = { readonly kind: 'result'; readonly result: ScanResult } | { readonly kind: 'fault'; readonly why: string }

/**
 * Validates the answer of a service, which may be hostile. Unknown fields are dropped. The result may only name files that were sent, because reports
 * quote the files that a result names.
 */
export function checkResult(answer: unknown, sent: ReadonlySet<string>): CheckedResult {
  if (!isScanResult(answer)) return { kind: 'fault', why: describeFault(isScanResult.errors?.[0]) }
  const foreign = listFiles(answer).find(({ file }) => !sent.has(file))
  if (foreign !== undefined) return { kind: 'fault', why: `\`${foreign.field}\` names a file that was not sent` }
  return { kind: 'result', result: answer }
}

/** The rules that a service says it runs, or undefined if the answer is not valid. */
export function checkRules(answer: unknown): readonly RuleInfo[] | undefined {
  return isRuleList(answer) ? answer.rules : undefined
}

interface Fault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Uses only keys of the schema and indexes. Other parts of the path are already dropped. */
function describeFault(fault: Fault | undefined): string {
  if (fault === undefined) return 'it is not an object'
  const field = fault.instancePath.slice(1).replaceAll('/', '.')
  if (fault.keyword === 'required') return `\`${[field, String(fault.params.missingProperty)].filter((part) => part !== '').join('.')}\` is missing`
  return field === '' ? 'it is not an object' : `\`${field}\` has an invalid value`
}

interface NamedFile {
  readonly field: string
  readonly file: string
}

function listFiles({ findings, skipped, partial, suppressed, unusedSuppressions }: ScanResult): readonly NamedFile[] {
  const name = (field: string, list: readonly { readonly file: string }[]): readonly NamedFile[] =>
    list.map(({ file }, index) => ({ field: `${field}.${index}.file`, file }))
  return [
    ...name('findings', findings),
    ...findings.flatMap(({ trace = [], places = [] }, index) => [
      ...name(`findings.${index}.trace`, trace),
      ...name(`findings.${index}.places`, places),
    ]),
    ...name('skipped', skipped),
    ...name('partial', partial),
    ...name('suppressed', suppressed),
    ...name('unusedSuppressions', unusedSuppressions),
  ]
}
