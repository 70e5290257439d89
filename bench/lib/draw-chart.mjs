const WIDTH = 860
const LEFT = 330
const BAR = 16
const GAP = 7
const FONT = 'font-family="ui-sans-serif, system-ui, sans-serif"'
/** Readable on white and on dark pages. */
const COLORS = { ours: '#2f81f7', other: '#8b949e', over: '#d29922' }

/**
 * The latest figures as an SVG drawing: scanners on the same files, what whole scans cost beside parsing, stages, and growth.
 *
 * @param {readonly { name: string, at: string, machine: string, entries: readonly any[] }[]} suites
 */
export function drawChart(suites) {
  const figures = (suite) => suites.find(({ name }) => name === suite)?.entries.filter(({ kind }) => kind === 'figure') ?? []
  const judgements = (suite) => suites.find(({ name }) => name === suite)?.entries.filter(({ kind }) => kind === 'judgement') ?? []
  const charts = [
    { title: 'CPU time of scanners on the same files (ms)', bars: barsOf(figures('peers'), /^everything: (.*), CPU$/) },
    { title: 'CPU time of scanners, JavaScript alone (ms)', bars: barsOf(figures('peers'), /^javascript: (.*), CPU$/) },
    { title: 'CPU time of scanners, Python alone (ms)', bars: barsOf(figures('peers'), /^python: (.*), CPU$/) },
    { title: 'Whole corpus, cold process, CPU time (ms)', bars: barsOf(figures('scan'), /^(.*), CPU$/) },
    { title: 'Stages alone, of the time that parsing takes', bars: barsOf(figures('stages'), /^(.*), of parse$/) },
    {
      title: 'Exponents: 1 is linear',
      bars: [...judgements('curve'), ...judgements('flow-growth')]
        .filter(({ what }) => what.startsWith('exponent'))
        .map(({ what, value, holds }) => ({ label: what.replace(/^exponent (?:of the cost )?in /, ''), value, kind: holds ? 'ours' : 'over' })),
    },
  ].filter(({ bars }) => bars.length > 0)
  let top = 10
  const parts = []
  for (const { title, bars } of charts) {
    parts.push(drawBars(title, bars, top))
    top += 34 + bars.length * (BAR + GAP) + 14
  }
  const machine = suites.at(-1)?.machine ?? ''
  const foot = `<text x="10" y="${top + 8}" font-size="11" fill="${COLORS.other}" ${FONT}>${escapeText(machine)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top + 20}" width="${WIDTH}" role="img" aria-label="Results of the benchmark">\n${parts.join('\n')}\n${foot}\n</svg>\n`
}

function barsOf(figures, pattern) {
  return figures.flatMap(({ name, value }) => {
    const label = pattern.exec(name)?.[1]
    return label === undefined || !Number.isFinite(value)
      ? []
      : [{ label, value, kind: /^assay|^(?!parse)(?:decode|prefilter|names|lower|match|flow|report)/.test(label) ? 'ours' : 'other' }]
  })
}

function drawBars(title, bars, top) {
  const most = Math.max(...bars.map(({ value }) => value))
  const lines = bars.map(({ label, value, kind }, index) => {
    const y = top + 30 + index * (BAR + GAP)
    const width = Math.max(1, ((WIDTH - LEFT - 90) * value) / most)
    return `<text x="${LEFT - 8}" y="${y + 12}" text-anchor="end" font-size="12" fill="${COLORS.other}" ${FONT}>${escapeText(label)}</text><rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2" fill="${COLORS[kind]}"/><text x="${(LEFT + width + 6).toFixed(1)}" y="${y + 12}" font-size="12" fill="${COLORS.other}" ${FONT}>${value >= 100 ? value.toFixed(0) : value.toPrecision(3)}</text>`
  })
  return `<text x="10" y="${top + 16}" font-size="14" font-weight="600" fill="${COLORS.ours}" ${FONT}>${escapeText(title)}</text>\n${lines.join('\n')}`
}

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
