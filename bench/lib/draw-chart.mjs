const WIDTH = 860
const LEFT = 230
const RIGHT = 70
const BAR = 16
const GAP = 7
const FONT = 'font-family="ui-sans-serif, system-ui, sans-serif"'
/** Readable on white and on dark pages. */
const TEXT = '#8b949e'
const TITLE = '#2f81f7'
const PHASES = [
  { name: 'parsing', color: '#2f81f7', is: (phase) => phase === 'parse' },
  { name: 'matching', color: '#3fb950', is: (phase) => phase === 'match' },
  { name: 'data flow', color: '#d29922', is: (phase) => phase === 'flow' },
  { name: 'all else', color: '#8b949e', is: () => true },
]

/**
 * An SVG drawing: the cost of each application by phase, as a multiple of parsing every file once, and the cost of scanners for all applications and
 * packages.
 *
 * @param {readonly Record<string, any>[]} applications rows of `applications-cost`
 * @param {{ title: string, bars: readonly { label: string, value: number, ours: boolean }[] }[]} comparisons
 * @param {number} target position of the target line in the first part
 * @returns {string}
 */
export function drawChart(applications, comparisons, target) {
  const parts = []
  let top = 10
  const add = (part, height) => {
    parts.push(part)
    top += height
  }
  if (applications.length > 0) add(drawApplications(applications, top, target), 66 + applications.length * (BAR + GAP))
  for (const { title, bars } of comparisons) add(drawBars(title, bars, top), 48 + bars.length * (BAR + GAP))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" role="img" aria-label="Results of the benchmark">\n${parts.join('\n')}\n</svg>\n`
}

function drawApplications(applications, top, target) {
  const bars = applications.map((row) => ({ label: row.name, segments: segmentsOf(row), total: row.one.cpu / row.parse.cpu }))
  const scale = (WIDTH - LEFT - RIGHT) / Math.max(target, ...bars.map(({ total }) => total))
  const first = top + 50
  const lines = bars.map(({ label, segments, total }, index) => {
    const y = first + index * (BAR + GAP)
    let x = LEFT
    const drawn = segments.map(({ color, value }) => {
      const width = value * scale
      const rectangle = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" fill="${color}"/>`
      x += width
      return rectangle
    })
    return `${text(label, LEFT - 8, y + 12, { anchor: 'end' })}${drawn.join('')}${text(total.toFixed(1), x + 6, y + 12)}`
  })
  const at = LEFT + target * scale
  const height = applications.length * (BAR + GAP)
  const limit = `<line x1="${at.toFixed(1)}" y1="${first - 6}" x2="${at.toFixed(1)}" y2="${first + height}" stroke="${TEXT}" stroke-dasharray="4 3"/>`
  const legend = PHASES.map(
    ({ name, color }, index) =>
      `<rect x="${LEFT + index * 110}" y="${top + 26}" width="10" height="10" fill="${color}"/>${text(name, LEFT + index * 110 + 15, top + 35)}`,
  )
  const title = heading(`CPU time of a whole scan by phase. Parsing every file once = 1; the dashed line is the target of ${target}`, top)
  return [title, ...legend, ...lines, limit].join('\n')
}

/** The phases provide shares, and the process the total. */
function segmentsOf({ phases, one, parse }) {
  const entries = Object.entries(phases)
  const known = entries.reduce((sum, [, time]) => sum + time, 0)
  return PHASES.map(({ color, is }, index) => {
    const own = entries.filter(([phase]) => is(phase) && !PHASES.slice(0, index).some((earlier) => earlier.is(phase)))
    return { color, value: (own.reduce((sum, [, time]) => sum + time, 0) / known) * (one.cpu / parse.cpu) }
  })
}

function drawBars(title, bars, top) {
  const scale = (WIDTH - LEFT - RIGHT) / Math.max(...bars.map(({ value }) => value))
  const lines = bars.map(({ label, value, ours }, index) => {
    const y = top + 30 + index * (BAR + GAP)
    const width = Math.max(1, value * scale)
    const bar = `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" fill="${ours ? TITLE : TEXT}"/>`
    return `${text(label, LEFT - 8, y + 12, { anchor: 'end' })}${bar}${text(value.toPrecision(3), LEFT + width + 6, y + 12)}`
  })
  return [heading(title, top), ...lines].join('\n')
}

function heading(title, top) {
  return `<text x="10" y="${top + 16}" font-size="14" font-weight="600" fill="${TITLE}" ${FONT}>${escapeText(title)}</text>`
}

function text(content, x, y, { anchor = 'start' } = {}) {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" font-size="12" fill="${TEXT}" ${FONT}>${escapeText(content)}</text>`
}

function escapeText(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
