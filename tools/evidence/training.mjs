import { fit, toProbability } from './fit.mjs'
import { measureCalibration, measureLevels, chooseThresholds } from './measure.mjs'

/**
 * What the engine does with a table: the training uses the same functions.
 *
 * @typedef {object} Engine
 * @property {readonly { name: string, direction: 1 | -1 }[]} FACTS
 * @property {(count: number) => number} scaleCount
 * @property {(history: History, rule: string, category: string) => number} historyOf
 */
/** @typedef {{ right: number, wrong: number }} Counts */
/** @typedef {{ smoothing: number, all: Counts, categories: Record<string, Counts>, rules: Record<string, Counts> }} History */
/** @typedef {{ intercept: number, weights: Record<string, number>, history: History, means: Record<string, number> }} Weights `means`: of facts that are not known of some reviews */
/** @typedef {import('./reviews.mjs').Review} Review */

/** Of the squares of the weights. */
const PENALTY = 3
/** Reviews that a rule counts as having beside its own. */
const SMOOTHING = 8
const HISTORY = 'rule-history'

/**
 * The table that the engine reads, and how well weights that were trained without an application predict its reviews.
 *
 * @param {readonly Review[]} reviews
 * @param {Engine} engine
 */
export function train(reviews, engine) {
  const predictions = crossValidate(reviews, engine)
  const thresholds = chooseThresholds(predictions)
  const { intercept, weights, history } = trainWeights(reviews, engine)
  return {
    table: { intercept, weights, thresholds, history },
    predictions,
    measures: { calibration: measureCalibration(predictions), levels: measureLevels(predictions, thresholds) },
  }
}

/**
 * The probability of each review by weights that were trained without its application.
 *
 * @param {readonly Review[]} reviews
 * @param {Engine} engine
 * @returns {{ review: Review, probability: number }[]}
 */
function crossValidate(reviews, engine) {
  return [...groupByApplication(reviews)].flatMap(([application, own]) => {
    const weights = trainWeights(
      reviews.filter((review) => review.application !== application),
      engine,
    )
    return own.map((review) => ({ review, probability: predict(weights, review, engine) }))
  })
}

/**
 * Fits the weights. A review counts for the history of its rule in other applications alone, so that the weight of the history is what it says about an unknown application.
 *
 * @param {readonly Review[]} reviews
 * @param {Engine} engine
 * @returns {Weights}
 */
function trainWeights(reviews, engine) {
  const all = countHistory(reviews)
  const rows = [...groupByApplication(reviews).values()].flatMap((own) => {
    const history = leaveOut(all, own)
    return own.map((review) => ({ values: valuesOf(review, history, engine), right: review.verdict === 'right' }))
  })
  const means = fillUnknown(rows, engine)
  const { intercept, weights } = fit(
    rows,
    engine.FACTS.map(({ direction }) => direction),
    PENALTY,
  )
  return {
    intercept: round(intercept),
    weights: Object.fromEntries(engine.FACTS.map(({ name }, index) => [name, round(weights[index])])),
    history: all,
    means,
  }
}

/** As the engine computes it, with each weight rounded. */
function predict({ intercept, weights, history, means }, review, engine) {
  const values = valuesOf(review, history, engine)
  const sum = engine.FACTS.reduce(
    (total, { name }, index) => total + Math.round(100 * weights[name] * (values[index] ?? means[name])) / 100,
    intercept,
  )
  return Math.round(100 * toProbability(sum)) / 100
}

/** Undefined for what is not known of a review. */
function valuesOf({ rule, category, facts }, history, { FACTS, scaleCount, historyOf }) {
  return FACTS.map(({ name }) => {
    if (name === HISTORY) return historyOf(history, rule, category)
    const count = facts.get(name)
    return count === undefined ? undefined : scaleCount(count)
  })
}

/** A fact that is not known has the mean of those that are, so that it says nothing for or against. Returns the means. */
function fillUnknown(rows, { FACTS }) {
  const means = FACTS.map(({ name }, index) => {
    const known = rows.flatMap(({ values }) => values[index] ?? [])
    const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length)
    for (const { values } of rows) values[index] ??= mean
    return [name, mean]
  })
  return Object.fromEntries(means)
}

/** @param {readonly Review[]} reviews */
function countHistory(reviews) {
  const history = { smoothing: SMOOTHING, all: { right: 0, wrong: 0 }, categories: {}, rules: {} }
  addReviews(history, reviews, 1)
  return { ...history, categories: sortKeys(history.categories), rules: sortKeys(history.rules) }
}

/** The history without some of its reviews. */
function leaveOut(history, reviews) {
  const rest = { ...history, all: { ...history.all }, categories: { ...history.categories }, rules: { ...history.rules } }
  addReviews(rest, reviews, -1)
  return rest
}

function addReviews(history, reviews, amount) {
  for (const { rule, category, verdict } of reviews) {
    history.all[verdict] += amount
    history.categories[category] = addTo(history.categories[category], verdict, amount)
    history.rules[rule] = addTo(history.rules[rule], verdict, amount)
  }
}

function addTo(counts = { right: 0, wrong: 0 }, verdict, amount) {
  return { ...counts, [verdict]: counts[verdict] + amount }
}

function sortKeys(map) {
  return Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((key) => [key, map[key]]),
  )
}

function groupByApplication(reviews) {
  const groups = new Map()
  for (const review of reviews) {
    const own = groups.get(review.application) ?? []
    groups.set(review.application, own)
    own.push(review)
  }
  return groups
}

function round(value) {
  return Math.round(value * 1000) / 1000
}
