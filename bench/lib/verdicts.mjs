import { createHash } from 'node:crypto'

/**
 * A reader's judgement of a finding. `view`: correct, but the attacker needs more rights than the attack gains, or it is a matter of taste. `unread`:
 * not judged yet.
 *
 * @typedef {'right' | 'view' | 'wrong' | 'unread'} Judgement
 */

/**
 * A finding at the time of its judgement, and the judgement. Contains no code: `sink` is a hash of the reported range.
 *
 * @typedef {{ rule: string, file: string, line: number, sink: string, severity: string, confidence: string, trace: string, verdict: Judgement,
 * class?: number, why: string }} Verdict
 */

/** @typedef {{ file: string, line: number, sink: string }} Place `sink`: a hash of its code */

/** @typedef {Omit<Verdict, 'verdict' | 'class' | 'why'>} Seen a finding as it is reported now */

export const JUDGEMENTS = ['right', 'view', 'wrong', 'unread']

/**
 * A hash that identifies a range of a file when lines move and indentation changes.
 *
 * @param {string} text of the file
 * @param {{ line: number, column: number, endLine: number, endColumn: number }} place lines and columns from 1
 * @returns {string} twelve hexadecimal digits
 */
export function hashPlace(text, { line, column, endLine, endColumn }) {
  const lines = text.split(/\r\n|\n|\r/).slice(line - 1, endLine)
  const last = lines.length - 1
  const cut = lines.map((each, index) => each.slice(index === 0 ? column - 1 : 0, index === last ? endColumn - 1 : undefined))
  return createHash('sha256').update(cut.join('\n').replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 12)
}

/**
 * The trace in one line. Files are named where they change.
 *
 * @param {readonly { file: string, line: number, what: string }[]} steps
 * @returns {string} empty without a trace
 */
export function wordTrace(steps) {
  return steps.map(({ file, line, what }, index) => `${steps[index - 1]?.file === file ? '' : `${file}:`}${line} ${what}`).join(' > ')
}

/**
 * Finds the verdict of each finding: same rule, file and code, or otherwise the same line (the reported part of a call may change). If code occurs
 * several times, the nearest line counts. A finding without a verdict at its own location gets the verdict of one of its other locations. Each
 * verdict is used once, independent of the order of the lists.
 *
 * @template {{ rule: string, places: readonly Place[] }} F
 * @template {Place & { rule: string }} V
 * @param {readonly F[]} findings `places`: its own first, then other locations with the same cause
 * @param {readonly V[]} verdicts
 * @returns {{ pairs: { finding: F, verdict: V }[], fresh: F[], beside: V[], gone: V[] }} `fresh`: never judged. `beside`: reported as another
 * location of a finding that has another verdict. `gone`: no longer reported
 */
export function matchVerdicts(findings, verdicts) {
  const verdictOf = new Map()
  const taken = new Set()
  for (const { finding, verdict } of candidatesOf(findings, verdicts)) {
    if (verdictOf.has(finding) || taken.has(verdict)) continue
    verdictOf.set(finding, verdict)
    taken.add(verdict)
  }
  const beside = candidatesOf(
    findings,
    verdicts.filter((verdict) => !taken.has(verdict)),
  ).map(({ verdict }) => verdict)
  return {
    pairs: findings.flatMap((finding) => (verdictOf.has(finding) ? [{ finding, verdict: verdictOf.get(finding) }] : [])),
    fresh: findings.filter((finding) => !verdictOf.has(finding)),
    beside: verdicts.filter((verdict) => beside.includes(verdict)),
    gone: verdicts.filter((verdict) => !taken.has(verdict) && !beside.includes(verdict)),
  }
}

/** Larger than any line distance: equal code anywhere takes precedence over other code on the same line, and both over another location. */
const OTHER_CODE = 1e9
const FURTHER_PLACE = 1e10

/** All that could belong together, the nearest first. */
function candidatesOf(findings, verdicts) {
  const candidates = findings.flatMap((finding) =>
    finding.places.flatMap((place, index) =>
      verdicts
        .filter((verdict) => verdict.rule === finding.rule && verdict.file === place.file)
        .map((verdict) => ({ finding, verdict, line: place.line, distance: distanceOf(place, verdict) + (index === 0 ? 0 : FURTHER_PLACE) })),
    ),
  )
  return candidates
    .filter(({ distance }) => Number.isFinite(distance))
    .toSorted((left, right) => left.distance - right.distance || left.line - right.line || left.verdict.line - right.verdict.line)
}

function distanceOf(place, verdict) {
  if (place.sink === verdict.sink) return Math.abs(place.line - verdict.line)
  return place.line === verdict.line ? OTHER_CODE : Infinity
}

/**
 * The mistakes in a list of verdicts, one sentence each.
 *
 * @param {unknown} verdicts as read from a file
 * @returns {string[]}
 */
export function checkVerdicts(verdicts) {
  if (!Array.isArray(verdicts)) return ['the file is no list']
  const seen = new Set()
  return verdicts.flatMap((each, index) => {
    const name = `entry ${index + 1} (\`${each?.rule}\`, ${each?.file}:${each?.line})`
    const absent = ['rule', 'file', 'line', 'sink', 'severity', 'confidence', 'verdict'].filter((key) => each?.[key] === undefined)
    if (absent.length > 0) return [`${name} has no \`${absent.join('`, `')}\``]
    if (!JUDGEMENTS.includes(each.verdict)) return [`${name} has the verdict \`${each.verdict}\`, which is none of ${JUDGEMENTS.join(', ')}`]
    if (each.verdict !== 'unread' && !each.why) return [`${name} does not say why`]
    const key = [each.rule, each.file, each.line, each.sink].join('\0')
    return seen.has(key) ? [`${name} is there twice`] : (seen.add(key), [])
  })
}

/**
 * The list as YAML, one line per entry, sorted by location, so that diffs are small.
 *
 * @param {readonly Verdict[]} verdicts
 * @returns {string}
 */
export function writeVerdicts(verdicts) {
  const ordered = verdicts.toSorted(
    (left, right) => compare(left.file, right.file) || left.line - right.line || compare(left.rule, right.rule) || compare(left.sink, right.sink),
  )
  const line = (each) => {
    const plain = ['rule', 'line', 'verdict', 'class', 'severity', 'confidence'].filter((key) => each[key] !== undefined)
    // Quoted, because a hash may look like a number, and paths and sentences may contain any characters.
    const quoted = ['file', 'sink', 'why', 'trace'].filter((key) => each[key])
    return `- { ${[...plain.map((key) => `${key}: ${each[key]}`), ...quoted.map((key) => `${key}: ${JSON.stringify(each[key])}`)].join(', ')} }`
  }
  return `${ordered.map(line).join('\n')}\n`
}

/**
 * The number of each judgement by a key of the pair.
 *
 * @param {readonly { finding: Seen, verdict: { verdict: Judgement } }[]} pairs
 * @param {(pair: { finding: Seen, verdict: { verdict: Judgement } }) => string} keyOf
 * @returns {Map<string, Record<Judgement, number>>} in the order of the keys
 */
export function countVerdicts(pairs, keyOf) {
  const counts = new Map()
  for (const pair of pairs) {
    const key = keyOf(pair)
    if (!counts.has(key)) counts.set(key, { right: 0, view: 0, wrong: 0, unread: 0 })
    counts.get(key)[pair.verdict.verdict]++
  }
  return new Map([...counts].toSorted(([left], [right]) => compare(left, right)))
}

function compare(left, right) {
  return left < right ? -1 : left > right ? 1 : 0
}
