import type { RuleInfo, ScanResult } from '../../../../src/node/index.ts'
import { isRuleList } from './validate-rule-list.generated.ts'
import { isScanResult } from './validate-scan-result.generated.ts'

/** A result, or what is wrong with it: the end of a sentence about the answer, without any text of it. */
export type CheckedResult = { readonly kind: 'result'; readonly result: ScanResult } | { readonly kind: 'fault'; readonly why: string }

/**
 * Checks each field of an answer of a service, which may be hostile. Fields that the schema does not have are dropped. It may speak of files that were sent to it
 * alone: reports quote the files that a result names.
 */
export function checkResult(answer: unknown, sent: ReadonlySet<string>): CheckedResult {
  if (!isScanResult(answer)) return { kind: 'fault', why: describeFault(isScanResult.errors?.[0]) }
  const foreign = listFiles(answer).find(({ file }) => !sent.has(file))
  if (foreign !== undefined) return { kind: 'fault', why: `\`${foreign.field}\` names a file that was not sent` }
  return { kind: 'result', result: answer }
}

/** The rules that a service says it runs; undefined when it answers something else. */
export function checkRules(answer: unknown): readonly RuleInfo[] | undefined {
  return isRuleList(answer) ? answer.rules : undefined
}

interface Fault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Keys of the schema and indexes alone: all else of the path would be dropped already. */
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
