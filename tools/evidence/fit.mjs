/** Less is no step. Weights have three decimals. */
const LEAST_STEP = 1e-4
const MAX_ROUNDS = 300
/** Of a probability times its complement: where it is nearly zero, a Newton step goes too far. */
const LEAST_VARIANCE = 0.05

/** @typedef {{ rows: number[], values: number[] }} Column what is not zero of one value */

/**
 * Logistic regression with an L2 penalty, in which each weight keeps its sign: coordinate descent by Newton steps, each cut at zero. Deterministic.
 *
 * @param {readonly { values: readonly number[], right: boolean }[]} rows
 * @param {readonly (1 | -1)[]} directions of the values
 * @param {number} penalty
 * @returns {{ intercept: number, weights: number[] }}
 */
export function fit(rows, directions, penalty) {
  const targets = rows.map(({ right }) => (right ? 1 : 0))
  const scores = rows.map(() => 0)
  const all = toColumn(rows.map(() => 1))
  const columns = directions.map((_, index) => toColumn(rows.map(({ values }) => values[index])))
  const weights = directions.map(() => 0)
  let intercept = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const step = newtonStep(all, targets, scores, { weight: intercept, penalty: 0 })
    addTo(scores, all, step)
    intercept += step
    let largest = Math.abs(step)
    for (const [index, column] of columns.entries()) {
      const weight = weights[index]
      const wanted = weight + newtonStep(column, targets, scores, { weight, penalty })
      weights[index] = directions[index] * wanted < 0 ? 0 : wanted
      addTo(scores, column, weights[index] - weight)
      largest = Math.max(largest, Math.abs(weights[index] - weight))
    }
    if (largest < LEAST_STEP) break
  }
  return { intercept, weights }
}

/** @returns {Column} */
function toColumn(values) {
  const rows = [...values.keys()].filter((row) => values[row] !== 0)
  return { rows, values: rows.map((row) => values[row]) }
}

function newtonStep({ rows, values }, targets, scores, { weight, penalty }) {
  let gradient = -penalty * weight
  let curvature = penalty
  for (let at = 0; at < rows.length; at++) {
    const probability = toProbability(scores[rows[at]])
    gradient += values[at] * (targets[rows[at]] - probability)
    curvature += values[at] * values[at] * Math.max(probability * (1 - probability), LEAST_VARIANCE)
  }
  return curvature === 0 ? 0 : gradient / curvature
}

function addTo(scores, { rows, values }, step) {
  if (step !== 0) for (let at = 0; at < rows.length; at++) scores[rows[at]] += step * values[at]
}

/** @param {number} logOdds */
export function toProbability(logOdds) {
  return 1 / (1 + Math.exp(-logOdds))
}
