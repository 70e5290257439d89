import { isRecent, measureFilter, measureThreshold, RECALL } from './measure.mjs'

const MARKED = /<!-- figures -->[\s\S]*<!-- \/figures -->/

/**
 * The page with the figures of a training between its marks.
 *
 * @param {string} page
 * @param {ReturnType<typeof import('./training.mjs').train>} trained
 */
export function writeFigures(page, trained) {
  if (!MARKED.test(page)) throw new Error('docs/explanation/confidence.md has no `<!-- figures -->` and `<!-- /figures -->`')
  return page.replace(
    MARKED,
    () =>
      `<!-- figures -->\n${[...listMeasures(trained), '', ...listLevels(trained), '', ...listCurve(trained), '', ...listWeights(trained)].join('\n')}\n<!-- /figures -->`,
  )
}

function listMeasures({ predictions, measures: { calibration } }) {
  const { threshold, wrongBelow } = measureFilter(predictions, RECALL)
  const applications = new Set(predictions.map(({ review }) => review.application)).size
  const right = predictions.filter(({ review }) => review.verdict === 'right').length
  return [
    '| cross-validated by application | |',
    '|---|---|',
    `| applications | ${applications} |`,
    `| reviewed findings: true positives, false positives | ${right}, ${predictions.length - right} |`,
    `| Brier score (0.25: always 50 %) | ${calibration.brier.toFixed(3)} |`,
    `| expected calibration error, ten bins | ${calibration.calibrationError.toFixed(3)} |`,
    `| share of false positives below ${percent(threshold)} %, the threshold that keeps ${percent(RECALL)} % of the true positives | ${percent(wrongBelow)} % |`,
  ]
}

function listLevels({ table: { thresholds }, measures: { levels, recentLevels } }) {
  const least = {
    high: `${percent(thresholds.high)} % or more`,
    medium: `${percent(thresholds.medium)} % or more; ${percent(thresholds.raised)} % or more if the rule states \`low\``,
    low: 'less',
  }
  return [
    '| confidence | probability | recent rounds: true, false positives | share of true positives | all rounds: true, false positives | share of true positives |',
    '|---|---|---|---|---|---|',
    ...levels.map((all, index) => `| \`${all.level}\` | ${[least[all.level], ...[recentLevels[index], all].flatMap(describeLevel)].join(' | ')} |`),
  ]
}

function describeLevel({ right, wrong }) {
  return [`${right}, ${wrong}`, `${percent(right / Math.max(1, right + wrong))} %`]
}

/** What other thresholds of medium confidence would keep, in recent rounds and in all. */
function listCurve({ predictions, table: { thresholds } }) {
  const recent = predictions.filter(isRecent)
  return [
    '| threshold of `medium` | recent rounds: true positives kept | false positives below | true positives among `medium` | all rounds: true positives kept | false positives below | true positives among `medium` |',
    '|---|---|---|---|---|---|---|',
    ...CURVE.map((threshold) => {
      const cells = [recent, predictions].flatMap((each) => {
        const { kept, wrongBelow, precision } = measureThreshold(each, threshold, thresholds.high)
        return [kept, wrongBelow, precision].map((share) => `${percent(share)} %`)
      })
      return `| ${percent(threshold)} % | ${cells.join(' | ')} |`
    }),
  ]
}

const CURVE = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5]

function listWeights({ table: { intercept, weights } }) {
  return [
    '| fact | weight in log odds |',
    '|---|---|',
    `| none of them | ${intercept} |`,
    ...Object.entries(weights).map(([name, weight]) => `| \`${name}\` | ${weight} |`),
  ]
}

function percent(share) {
  return Math.round(share * 100)
}
