import { fit, toProbability } from './fit.mjs'
import { chooseThresholds, isRecent, levelOf, measureCalibration, measureLevels } from './measure.mjs'

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

/** Penalties of the squares of the weights, and numbers of reviews that a rule counts as having beside its own: one of each is chosen. */
const PENALTIES = [10, 3, 1]
const SMOOTHINGS = [8, 4]
/** Of options whose Brier scores differ less than this, the strongest penalty is taken: it predicts unknown applications more evenly. */
const SAME_BRIER = 0.001
const OPTIONS = PENALTIES.flatMap((penalty) => SMOOTHINGS.map((smoothing) => ({ penalty, smoothing })))
/** Parts of the applications that are predicted by the others, and parts of those among which the options are chosen. */
const FOLDS = 10
const INNER_FOLDS = 4
const HISTORY = 'rule-history'

/**
 * The table that the engine reads, and how well a training without an application predicts its reviews. The options and the thresholds of the table are chosen with all
 * applications. Those of the predictions are chosen without the applications that are predicted (nested cross-validation).
 *
 * @param {readonly Review[]} reviews
 * @param {Engine} engine
 */
export function train(reviews, engine) {
  const predictions = listFolds(reviews, FOLDS).flatMap(({ rest, fold }) => predictFold({ reviews, rest, fold }, engine))
  const { options, predictions: own } = chooseOptions(reviews, FOLDS, engine)
  const { intercept, weights, history } = trainWeights(reviews, options, engine)
  return {
    table: { intercept, weights, thresholds: chooseThresholds(own), history },
    predictions,
    measures: {
      calibration: measureCalibration(predictions),
      levels: measureLevels(predictions),
      recentLevels: measureLevels(predictions.filter(isRecent)),
    },
  }
}

/** Predicts the reviews of some applications: with options and thresholds that were chosen without all of them, and weights that were trained without the one application. */
function predictFold({ reviews, rest, fold }, engine) {
  const { options, predictions } = chooseOptions(rest, INNER_FOLDS, engine)
  const thresholds = chooseThresholds(predictions)
  return [...groupByApplication(fold)].flatMap(([application, own]) => {
    const others = reviews.filter((review) => review.application !== application)
    const weights = trainWeights(others, options, engine)
    return own.map((review) => toPrediction(weights, review, engine, thresholds))
  })
}

/** The options with about the least Brier score in a cross-validation, and its predictions. */
function chooseOptions(reviews, count, engine) {
  const folds = listFolds(reviews, count)
  const tried = OPTIONS.map((options) => {
    const predictions = folds.flatMap(({ rest, fold }) => {
      const weights = trainWeights(rest, options, engine)
      return fold.map((review) => toPrediction(weights, review, engine))
    })
    return { options, predictions, brier: measureCalibration(predictions).brier }
  })
  const least = Math.min(...tried.map(({ brier }) => brier))
  return tried.find(({ brier }) => brier <= least + SAME_BRIER) ?? tried[0]
}

/**
 * @param {Weights} weights
 * @param {Review} review
 * @param {Engine} engine
 * @param {{ high: number, medium: number, raised: number }} [thresholds]
 */
function toPrediction(weights, review, engine, thresholds) {
  const probability = predict(weights, review, engine)
  return { review, probability, ...(thresholds && { level: levelOf(probability, review, thresholds) }) }
}

/** Parts of the applications of about equal size, and the rest of each. */
function listFolds(reviews, count) {
  const groups = [...groupByApplication(reviews).values()].toSorted((left, right) => right.length - left.length)
  return Array.from({ length: count }, (_, part) => {
    const fold = groups.filter((_, index) => index % count === part).flat()
    const inside = new Set(fold)
    return { fold, rest: reviews.filter((review) => !inside.has(review)) }
  })
}

/**
 * Fits the weights. A review counts for the history of its rule in other applications alone, so that the weight of the history is what it says about an unknown application.
 *
 * @param {readonly Review[]} reviews
 * @param {{ penalty: number, smoothing: number }} options
 * @param {Engine} engine
 * @returns {Weights}
 */
function trainWeights(reviews, { penalty, smoothing }, engine) {
  const all = countHistory(reviews, smoothing)
  const rows = [...groupByApplication(reviews).values()].flatMap((own) => {
    const history = leaveOut(all, own)
    return own.map((review) => ({ values: valuesOf(review, history, engine), right: review.verdict === 'right' }))
  })
  const means = fillUnknown(rows, engine)
  const { intercept, weights } = fit(
    rows,
    engine.FACTS.map(({ direction }) => direction),
    penalty,
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
function countHistory(reviews, smoothing) {
  const history = { smoothing, all: { right: 0, wrong: 0 }, categories: {}, rules: {} }
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
