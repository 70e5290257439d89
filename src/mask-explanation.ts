import type { CodePlace, ExplainedBinding, ExplainedCandidate, ExplainedClause, ExplainedMatch, Explanation } from './model/explanation.ts'
import { redactSecret } from './text/redact-secret.ts'

/** Shorter code is no secret. */
const MIN_SECRET = 6

/** Masks the code of a rule about secrets in all texts of an explanation. */
export function maskExplanation(explanation: Explanation): Explanation {
  if (explanation.kind === 'not-run' || explanation.kind === 'no-flow') return { ...explanation, masked: true }
  const matches = 'matches' in explanation ? explanation.matches : []
  const candidates = 'candidates' in explanation ? explanation.candidates : []
  const mask = createMask([...matches, ...candidates])
  const masked = {
    matches: matches.map((match) => maskMatch(match, mask)),
    candidates: candidates.map((candidate) => maskCandidate(candidate, mask)),
  }
  switch (explanation.kind) {
    case 'fired':
      return { ...explanation, ...masked, masked: true }
    case 'not-reported':
      return { ...explanation, matches: masked.matches, reason: maskReason(explanation.reason, mask), masked: true }
    case 'not-matched':
      return { ...explanation, candidates: masked.candidates, reason: maskReason(explanation.reason, mask), masked: true }
  }
}

type Mask = (text: string) => string

/** Replaces the code of all places and bindings, the longest first. */
function createMask(all: readonly Pick<ExplainedMatch, 'place' | 'clauses'>[]): Mask {
  const found = all.flatMap(({ place, clauses }) => [
    place.text,
    ...clauses.flatMap(({ bindings }) => bindings.flatMap(({ text, constant }) => [text, ...(typeof constant === 'string' ? [constant] : [])])),
  ])
  const secrets = [...new Set(found.filter((text) => text.length >= MIN_SECRET))].toSorted((left, right) => right.length - left.length)
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, redactSecret(secret)), text)
}

function maskPlace(place: CodePlace, mask: Mask): CodePlace {
  return { ...place, text: mask(place.text) }
}

function maskReason<Reason extends { readonly message: string; readonly place?: CodePlace }>(reason: Reason, mask: Mask): Reason {
  return { ...reason, message: mask(reason.message), ...(reason.place === undefined ? {} : { place: maskPlace(reason.place, mask) }) }
}

function maskClause(clause: ExplainedClause, mask: Mask): ExplainedClause {
  return {
    ...clause,
    ...(clause.place === undefined ? {} : { place: maskPlace(clause.place, mask) }),
    ...(clause.message === undefined ? {} : { message: mask(clause.message) }),
    bindings: clause.bindings.map((binding) => maskBinding(binding, mask)),
  }
}

function maskBinding({ constant, resolvedName: _, ...binding }: ExplainedBinding, mask: Mask): ExplainedBinding {
  return {
    ...binding,
    text: mask(binding.text),
    ...(binding.place === undefined ? {} : { place: maskPlace(binding.place, mask) }),
    ...(constant === undefined ? {} : { constant: typeof constant === 'string' ? mask(constant) : constant }),
  }
}

function maskMatch(match: ExplainedMatch, mask: Mask): ExplainedMatch {
  return { ...match, place: maskPlace(match.place, mask), clauses: match.clauses.map((clause) => maskClause(clause, mask)) }
}

function maskCandidate({ reason, ...candidate }: ExplainedCandidate, mask: Mask): ExplainedCandidate {
  return {
    place: maskPlace(candidate.place, mask),
    clauses: candidate.clauses.map((clause) => maskClause(clause, mask)),
    ...(reason === undefined ? {} : { reason: maskReason(reason, mask) }),
  }
}
