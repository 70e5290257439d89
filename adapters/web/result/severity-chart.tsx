import type { Severity } from '../../../src/index.ts'

const WIDTH = 100
const ROW = 14

/** A bar for each severity. The numbers are also shown as text. */
export function SeverityChart({ counts }: { readonly counts: readonly { readonly severity: Severity; readonly number: number }[] }) {
  const most = Math.max(1, ...counts.map(({ number }) => number))
  return (
    <ul id="counts" class="counts" aria-label="Findings by severity">
      {counts.map(({ severity, number }) => (
        <li key={severity} class={severity}>
          <span>
            {number} {severity}
          </span>
          <svg viewBox={`0 0 ${WIDTH} ${ROW}`} preserveAspectRatio="none" aria-hidden="true">
            <rect width={number === 0 ? 0 : Math.max(2, (number / most) * WIDTH)} height={ROW} rx="2" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
