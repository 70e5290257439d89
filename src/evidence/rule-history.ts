import type { ReviewCounts, ReviewHistory } from '../model/evidence.ts'

const NONE: ReviewCounts = { right: 0, wrong: 0 }

/**
 * How much more often findings of a rule were true positives than those of all rules, as a difference of log odds. Shares are smoothed, so that a rule with few reviews has
 * about the value of its category, and a category with few reviews that of all.
 */
export function historyOf({ smoothing, all, categories, rules }: ReviewHistory, rule: string, category: string): number {
  const ofAll = smooth(all, 0.5, 1)
  const ofCategory = smooth(categories[category] ?? NONE, ofAll, smoothing)
  const ofRule = smooth(rules[rule] ?? NONE, ofCategory, smoothing)
  return toLogOdds(ofRule) - toLogOdds(ofAll)
}

/** The history of a rule in words. */
export function sayHistory({ categories, rules }: ReviewHistory, rule: string, category: string): string {
  const own = rules[rule] ?? NONE
  const reviews = own.right + own.wrong
  if (reviews > 0) return `${own.right} of ${reviews} reviewed findings of the rule were true positives`
  const { right, wrong } = categories[category] ?? NONE
  return `no finding of the rule was reviewed; ${right} of ${right + wrong} of the category \`${category}\` were true positives`
}

/** The share of true positives, as if there were this many more reviews with another share. */
function smooth({ right, wrong }: ReviewCounts, share: number, reviews: number): number {
  return (right + reviews * share) / (right + wrong + reviews)
}

function toLogOdds(share: number): number {
  return Math.log(share / (1 - share))
}
