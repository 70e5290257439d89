import { formatTable, percent } from './measure.mjs'
import { formatNumber } from './records.mjs'

/** All judgements of a run in one table, then what was left out. */
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

/** The same for a page, with when and where each benchmark ran last. */
export function formatMarkdown(suites) {
  return suites
    .filter(({ entries }) => entries.length > 0)
    .map(({ name, at, machine, entries }) => {
      const judged = entries.filter(({ kind }) => kind === 'judgement')
      const rows = judged.map(
        (entry) =>
          `| ${entry.what} | ${say(entry, entry.value)} | ${entry.least ? '≥' : '≤'} ${say(entry, entry.limit)} | ${entry.holds ? 'yes' : 'no'} |`,
      )
      const figures = entries.filter(({ kind }) => kind === 'figure').map((figure) => `| ${figure.name} | ${say(figure, figure.value)} | | |`)
      const skipped = entries.filter(({ kind }) => kind === 'skipped').map(({ reason }) => `- skipped: ${reason}`)
      const table = [
        '| | measured | promised | holds |',
        '|---|---:|---:|---|',
        ...rows,
        ...(rows.length > 0 && name !== 'peers' && name !== 'scan' && name !== 'stages' ? [] : figures),
      ]
      return [`### ${name}`, '', `${at.slice(0, 10)}, ${machine}`, '', ...table, ...(skipped.length > 0 ? ['', ...skipped] : [])].join('\n')
    })
    .join('\n\n')
}

function say({ unit }, value) {
  return unit === '%' ? percent(value) : `${formatNumber(value)}${unit === '' ? '' : ` ${unit}`}`
}
