import { drawChart } from './draw-chart.mjs'
import { percent } from './measure.mjs'
import { formatNumber } from './records.mjs'

/** Target for the CPU time of a whole scan, as a multiple of parsing every file once. */
const TARGET = 5

/**
 * The content of `docs/bench.md` and `docs/bench.svg`, from the latest run of the two benchmarks of whole scans.
 *
 * @param {readonly { name: string, at: string, machine: string, entries: readonly any[] }[]} suites
 * @returns {{ markdown: string, svg: string }}
 */
export function formatCosts(suites) {
  const rowsOf = (kind) => suites.flatMap(({ entries }) => entries.filter((entry) => entry.kind === kind))
  const [applications, packages] = [rowsOf('application'), rowsOf('packages')]
  const judgements = rowsOf('judgement')
  const sections = [
    suites.map(({ name, at, machine }) => `\`${name}\`: ${at.slice(0, 10)}, ${machine}.`).join(' '),
    '### Targets',
    formatRows(
      ['', 'measured', 'target', 'reached'],
      judgements.map((entry) => [
        entry.what,
        say(entry, entry.value),
        `${entry.least ? '≥' : '≤'} ${say(entry, entry.limit)}`,
        entry.holds ? 'yes' : 'no',
      ]),
    ),
    ...(applications.length === 0 ? [] : ['### Applications', formatApplications(applications)]),
    ...(packages.length === 0 ? [] : ['### Packages', formatPackages(packages)]),
    ...suites.flatMap(({ entries }) => [...new Set(entries.filter(({ kind }) => kind === 'skipped').map(({ reason }) => `Skipped: ${reason}.`))]),
  ]
  return { markdown: sections.join('\n\n'), svg: drawChart(applications, compare(applications, packages), TARGET) }
}

function formatApplications(applications) {
  const rivals = [...new Set(applications.flatMap((row) => row.rivals.map(({ is }) => is)))]
  const titles = [
    '',
    'files',
    'MB',
    'parse',
    'scan',
    'of parse',
    'wall, 1 thread',
    '2 threads',
    'memory',
    'changed file',
    'bounds reached',
    ...rivals,
  ]
  return formatRows(
    titles,
    applications.map(({ name, version, files, bytes, parse, one, two, changed, gaps, rivals: found }) => [
      `${name} ${version}`,
      String(files),
      (bytes / 1e6).toFixed(1),
      seconds(parse.cpu),
      seconds(one.cpu),
      (one.cpu / parse.cpu).toFixed(1),
      seconds(one.wall),
      seconds(two.wall),
      `${Math.max(one.peak, two.peak).toFixed(0)} MB`,
      percent(changed.ofFirst),
      boundsOf(gaps),
      ...rivals.map((rival) => costOf(found.find(({ is }) => is === rival))),
    ]),
  )
}

/** The number of files or rules that each bound affected. */
function boundsOf(gaps) {
  return Object.entries(gaps)
    .filter(([reason]) => reason.endsWith('-limit'))
    .map(([reason, count]) => `${reason} (${count})`)
    .join(', ')
}

function costOf(rival) {
  return rival === undefined ? '' : rival.failed ? 'failed' : seconds(rival.cpu)
}

function formatPackages(packages) {
  return formatRows(
    ['', 'files', 'MB', 'CPU', 'wall', 'memory', 'MB per second of CPU'],
    packages.map(({ name, files, bytes, cpu, wall, peak, failed }) => [
      ...[name, String(files), (bytes / 1e6).toFixed(1)],
      ...(failed ? ['failed', '', '', ''] : [seconds(cpu), seconds(wall), `${peak.toFixed(0)} MB`, (bytes / cpu / 1000).toPrecision(2)]),
    ]),
  )
}

/** CPU seconds of each scanner: for all applications that it finished, and for the packages. */
function compare(applications, packages) {
  const sum = (values) => values.reduce((total, value) => total + value, 0) / 1000
  const names = [...new Set(applications.flatMap((row) => row.rivals.map(({ name }) => name)))]
  const finished = names.filter((name) => applications.every((row) => row.rivals.some((rival) => rival.name === name && !rival.failed)))
  const ofAll = (name) => applications.map((row) => row.rivals.find((rival) => rival.name === name).cpu)
  const inApplications = [
    { label: 'parse every file once', value: sum(applications.map(({ parse }) => parse.cpu)), ours: false },
    { label: 'Assay', value: sum(applications.map(({ one }) => one.cpu)), ours: true },
    ...finished.map((name) => ({ label: name, value: sum(ofAll(name)), ours: false })),
  ]
  const whole = Math.max(...packages.map(({ bytes }) => bytes))
  const inPackages = packages
    .filter(({ bytes, failed }) => bytes === whole && !failed)
    .map(({ name, wall }) => ({ label: name, value: wall / 1000, ours: name.startsWith('Assay') }))
  return [
    ...(applications.length === 0 ? [] : [{ title: `CPU time for all ${applications.length} applications (s)`, bars: inApplications }]),
    ...(packages.length === 0 ? [] : [{ title: `Wall time for ${(whole / 1e6).toFixed(0)} MB of packages (s)`, bars: inPackages }]),
  ]
}

function formatRows(titles, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [
    line(titles),
    `|---|${titles
      .slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.map(line),
  ].join('\n')
}

function seconds(time) {
  return `${(time / 1000).toFixed(1)} s`
}

function say({ unit }, value) {
  return unit === '%' ? percent(value) : `${formatNumber(value)}${unit === '' ? '' : ` ${unit}`}`
}
