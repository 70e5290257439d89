const SIZE = 360
const MARGIN = 48
const INNER = SIZE - 2 * MARGIN
const LARGEST_RADIUS = 13

/**
 * The reliability diagram: predicted probability against the share of true positives, a circle for each bin, with an area for its findings. On the diagonal, predictions are right.
 *
 * @param {ReturnType<typeof import('./measure.mjs').measureCalibration>} calibration
 * @returns {string} SVG
 */
export function drawReliability({ bins, brier, calibrationError }) {
  const most = Math.max(...bins.map(({ count }) => count))
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((value) => [
    `<text x="${x(value)}" y="${SIZE - MARGIN + 18}" text-anchor="middle">${percent(value)}</text>`,
    `<text x="${MARGIN - 8}" y="${y(value) + 4}" text-anchor="end">${percent(value)}</text>`,
    `<path d="M${x(value)} ${y(0)}V${y(1)}M${x(0)} ${y(value)}H${x(1)}" class="grid"/>`,
  ])
  const circles = bins.map(({ count, predicted, right }) => {
    const radius = fixed(Math.max(3, LARGEST_RADIUS * Math.sqrt(count / most)))
    const title = `${count} findings: predicted ${percent(predicted)} %, true positives ${percent(right)} %`
    return `<circle cx="${x(predicted)}" cy="${y(right)}" r="${radius}"><title>${title}</title></circle>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-labelledby="title">
<title id="title">Reliability diagram: Brier score ${brier.toFixed(3)}, expected calibration error ${calibrationError.toFixed(3)}</title>
<style>svg{background:#fff;font:11px sans-serif;fill:#333}.grid{stroke:#ddd;fill:none}.even{stroke:#888;stroke-dasharray:4 3}circle{fill:#2563eb;fill-opacity:.7}</style>
${ticks.join('\n')}
<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" class="even"/>
${circles.join('\n')}
<text x="${SIZE / 2}" y="${SIZE - 8}" text-anchor="middle">predicted probability in %</text>
<text transform="translate(14 ${SIZE / 2}) rotate(-90)" text-anchor="middle">true positives in %</text>
</svg>
`
}

function x(share) {
  return fixed(MARGIN + share * INNER)
}

function y(share) {
  return fixed(SIZE - MARGIN - share * INNER)
}

function fixed(value) {
  return Math.round(value * 10) / 10
}

function percent(share) {
  return Math.round(share * 100)
}
