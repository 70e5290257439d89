import { SEVERITIES } from '../model/severity.ts'
import type { AlikeFindings } from './fold-alike.ts'
import type { Page } from './render-file.ts'
import { sayCount } from './say-count.ts'
import { toVisible } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'

/** Number of locations that are listed. Others are counted. */
const MAX_PLACES = 30

/** Findings that repeat in many files, as locations only, most severe last. Empty if there are none. */
export function renderFolded({ paint, width }: Page, alike: readonly AlikeFindings[]): readonly string[] {
  if (alike.length === 0) return []
  const rankOf = ({ findings: [first] }: AlikeFindings): number => SEVERITIES.indexOf(first.severity)
  const blocks = alike
    .toSorted((left, right) => rankOf(right) - rankOf(left))
    .map(({ findings, files }) => {
      const [{ severity, title, rule }] = findings
      const places = findings.slice(0, MAX_PLACES).map(({ file, line, column }) => toVisible(`${file}:${line}:${column}`))
      const further = findings.length - places.length
      const told = `${sayCount(findings.length, 'finding')} in ${sayCount(files, 'file')}: ${places.join(', ')}${further > 0 ? ` and ${sayCount(further, 'other location')}` : ''}`
      return [
        `${paint.severity(severity)(toVisible(severity))}  ${paint.strong(toVisible(title))}  ${paint.faint(toVisible(rule))}`,
        ...wrapText(told, width - 2).map((line) => paint.faint(`  ${line}`)),
      ].join('\n')
    })
  return [[paint.warning('More findings of the rules below, in other files'), ...blocks].join('\n\n')]
}
