/** @typedef {{ review: import('./reviews.mjs').Review, probability: number, level?: string }} Prediction `level`: by thresholds that were chosen without its application */

/**
 * @param {readonly Prediction[]} predictions
 * @returns {{ brier: number, calibrationError: number, bins: { least: number, count: number, predicted: number, right: number }[] }}
 */
export function measureCalibration(predictions, width = 0.1) {
  const bins = []
  for (let least = 0; least < 0.999; least += width) {
    const inside = predictions.filter(
      ({ probability }) => Math.min(probability, 0.999) >= least - 1e-9 && Math.min(probability, 0.999) < least + width - 1e-9,
    )
    if (inside.length === 0) continue
    bins.push({
      least: Math.round(least * 100) / 100,
      count: inside.length,
      predicted: mean(inside.map(({ probability }) => probability)),
      right: shareOfRight(inside),
    })
  }
  return {
    brier: mean(predictions.map(({ review, probability }) => (probability - (review.verdict === 'right' ? 1 : 0)) ** 2)),
    calibrationError: bins.reduce((sum, { count, predicted, right }) => sum + (count / predictions.length) * Math.abs(predicted - right), 0),
    bins,
  }
}

/** The largest threshold that keeps this share of the right findings, and the share of wrong ones below it. */
export function measureFilter(predictions, recall) {
  const right = predictions.filter(({ review }) => review.verdict === 'right')
  const wrong = predictions.filter(({ review }) => review.verdict === 'wrong')
  const keeps = (threshold) => right.filter(({ probability }) => probability >= threshold).length >= recall * right.length
  const threshold = Array.from({ length: 101 }, (_, index) => index / 100).findLast(keeps) ?? 0
  return { threshold, wrongBelow: wrong.filter(({ probability }) => probability < threshold).length / wrong.length }
}

/** What a threshold of medium confidence keeps and drops. `precision`: of what is below the threshold of high confidence. */
export function measureThreshold(predictions, threshold, high) {
  const isKept = ({ probability }) => probability >= threshold
  const right = predictions.filter(({ review }) => review.verdict === 'right')
  const wrong = predictions.filter(({ review }) => review.verdict === 'wrong')
  return {
    kept: right.filter(isKept).length / right.length,
    wrongBelow: 1 - wrong.filter(isKept).length / wrong.length,
    precision: shareOfRight(predictions.filter((each) => isKept(each) && each.probability < high)),
  }
}

/** @param {readonly Prediction[]} predictions */
function shareOfRight(predictions) {
  return mean(predictions.map(({ review }) => (review.verdict === 'right' ? 1 : 0)))
}

function mean(values) {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The share of true positives that high confidence promises. */
const PROMISED = 0.9
/** Of the right findings that stay at medium confidence or higher. */
export const RECALL = 0.95

/** The first round of reviews since the confidences that rules state follow first reviews: findings of earlier versions are other ones. */
const FIRST_RECENT_ROUND = 9

/** @param {Prediction} prediction */
export function isRecent({ review }) {
  return review.round >= FIRST_RECENT_ROUND
}

/**
 * The least probabilities of high and medium confidence. High: as low as the promise allows, in all rounds, because few findings are high; every higher threshold with enough
 * findings must keep the promise too. Medium: as high as the recall allows, in recent rounds.
 *
 * @param {readonly Prediction[]} predictions
 */
export function chooseThresholds(predictions) {
  const above = (step) => predictions.filter(({ probability }) => probability >= step)
  // Of many thresholds, the one that just keeps a promise is chosen by luck as well: two findings more count as wrong.
  const isBroken = (step) =>
    above(step).length >= LEAST_FINDINGS && (above(step).length * shareOfRight(above(step))) / (above(step).length + 2) < PROMISED
  const broken = STEPS.findIndex(isBroken)
  const high = STEPS[(broken < 0 ? STEPS.length : broken) - 1] ?? 0.99
  const medium = Math.min(high, measureFilter(predictions.filter(isRecent), RECALL + MARGIN).threshold)
  return { high, medium, raised: Math.max(RAISED, medium) }
}

/** A threshold that just keeps a share of few findings keeps less of others. */
const MARGIN = 0.03

const STEPS = Array.from({ length: 99 }, (_, index) => (99 - index) / 100)

/** The least probability at which the facts outweigh a low confidence that a rule states: more likely right than wrong. */
const RAISED = 0.5

/** Fewer findings say nothing about a threshold. */
const LEAST_FINDINGS = 40

/** The confidence of a review, as the engine computes it. */
export function levelOf(probability, { facts }, { high, medium, raised }) {
  if (probability >= high) return 'high'
  return facts.get('stated-high') === 1 || probability >= (facts.get('stated-low') === 1 ? raised : medium) ? 'medium' : 'low'
}

/** The reviews by the confidence that they get outside of their training folds. */
export function measureLevels(predictions) {
  return ['high', 'medium', 'low'].map((level) => {
    const inside = predictions.filter((prediction) => prediction.level === level)
    const right = inside.filter(({ review }) => review.verdict === 'right').length
    return { level, right, wrong: inside.length - right }
  })
}
