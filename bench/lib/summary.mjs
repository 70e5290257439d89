import { formatTable, percent } from './measure.mjs'
import { formatNumber } from './records.mjs'

/** All judgements of a run in one table, followed by skipped parts. */
export function formatSummary(suites) {
  const rows = suites.flatMap(({ name, entries }) =>
    entries
      .filter(({ kind }) => kind === 'judgement')
      .map((entry) => [
        `${name}: ${entry.what}`,
        say(entry, entry.value),
        `${entry.least ? '≥' : '≤'} ${say(entry, entry.limit)}`,
        entry.holds ? 'ok' : 'OVER',
      ]),
  )
  const skipped = suites.flatMap(({ name, entries }) =>
    entries.filter(({ kind }) => kind === 'skipped').map(({ reason }) => `${name}: skipped: ${reason}`),
  )
  return [formatTable([['', 'measured', 'promised', ''], ...rows]), ...skipped].join('\n')
}

function say({ unit }, value) {
  return unit === '%' ? percent(value) : `${formatNumber(value)}${unit === '' ? '' : ` ${unit}`}`
}
