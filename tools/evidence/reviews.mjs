import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/**
 * A reviewed finding: what it was, and its facts. Never code. A fact that is not known is undefined.
 * `round`: of the reviews, from 1; a later round reviewed a later version of Assay.
 *
 * @typedef {{ application: string, round: number, verdict: 'right' | 'wrong', rule: string, category: string, severity: string, facts: ReadonlyMap<string, number | undefined> }} Review
 */

/** The committed reviews. */
export const REVIEWS_FILE = join(root, 'bench/applications/evidence.csv')
/** Facts that are unknown without the code of an application. */
export const CONTEXT_FACTS = ['guard-near', 'role-check-near', 'validation-near', 'constant-code', 'request-here', 'reviewed-comment']
/** Halves of the applications in the order in which they were reviewed. */
export const ROUNDS = ['learn', 'last', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth']
const COLUMNS = ['application', 'round', 'verdict', 'rule', 'category', 'severity']

/** The facts that a review has. The history of its rule is none of them: it depends on which reviews are looked at. */
function namesOf(facts) {
  return facts.map(({ name }) => name).filter((name) => name !== 'rule-history')
}

/**
 * One line a finding. Lines are sorted, so that the file is the same whatever the order of applications.
 *
 * @param {readonly Review[]} reviews
 * @param {readonly { name: string }[]} facts of the engine
 */
export function writeReviews(reviews, facts) {
  const names = namesOf(facts)
  const lines = reviews.map((review) => [...COLUMNS.map((column) => review[column]), ...names.map((name) => cellOf(review, name))].join(','))
  return `${[[...COLUMNS, ...names].join(','), ...lines.sort()].join('\n')}\n`
}

/** Empty for what is not known. */
function cellOf({ facts }, name) {
  return facts.has(name) ? (facts.get(name) ?? '') : 0
}

/**
 * Throws when a line is not as `writeReviews` writes it.
 *
 * @param {readonly { name: string }[]} facts of the engine
 * @returns {Review[]}
 */
export function readReviews(facts, text = readFileSync(REVIEWS_FILE, 'utf8')) {
  const names = namesOf(facts)
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const wanted = [...COLUMNS, ...names].join(',')
  if (head !== wanted) throw new Error(`${REVIEWS_FILE}:1: the columns are \`${head}\`, and must be \`${wanted}\`: run \`npm run evidence:collect\``)
  return lines.map((line, index) => {
    const cells = line.split(',')
    const [application, round, verdict, rule, category, severity] = cells
    const counts = cells.slice(COLUMNS.length).map((cell) => (cell === '' ? undefined : Number(cell)))
    const isGood =
      (verdict === 'right' || verdict === 'wrong') &&
      Number(round) > 0 &&
      counts.length === names.length &&
      counts.every((count) => count === undefined || count >= 0)
    if (!isGood)
      throw new Error(
        `${REVIEWS_FILE}:${index + 2}: expected a round in column 2, \`right\` or \`wrong\` in column 3, and ${names.length} counts or empty cells from column 7 on`,
      )
    return { application, round: Number(round), verdict, rule, category, severity, facts: new Map(names.map((name, at) => [name, counts[at]])) }
  })
}
