/**
 * One line of canonical JSON for each finding and gap, in code-unit order. `findings` has positions, severity, confidence and traces; `wording` has all that a person reads.
 * They are apart, so that a commit that only rewords shows no changed finding.
 *
 * @param {import('../../src/model/result.ts').ScanResult} result
 * @returns {{ findings: string[], wording: string[] }}
 */
export function toCanonical({ findings, partial, skipped, suppressed }) {
  return {
    findings: [
      ...findings.map((finding) => JSON.stringify(canonicalFinding(finding))),
      ...suppressed.map((finding) => JSON.stringify({ suppressed: { rule: finding.rule, at: `${finding.file}:${finding.line}` } })),
      ...partial.map(({ file, reason, rule, line }) => JSON.stringify({ gap: reason, file, line, rule })),
      ...skipped.map(({ file, reason }) => JSON.stringify({ skipped: reason, file })),
    ].sort(),
    wording: [...findings.map(wordFinding), ...partial.map(({ file, detail }) => JSON.stringify({ file, detail }))].sort(),
  }
}

/** @param {Record<string, any>} found */
function canonicalFinding({ rule, severity, confidence, trace, places, alternatives, id, ...finding }) {
  return {
    rule,
    at: placeOf(finding),
    severity,
    confidence,
    id,
    trace: trace?.map((step) => `${step.kind} ${placeOf(step)}`),
    places: places?.map(placeOf),
    alternatives,
  }
}

/** @param {Record<string, any>} place */
function placeOf({ file, line, column, endLine, endColumn }) {
  return `${file}:${line}:${column}-${endLine}:${endColumn}`
}

/** @param {Record<string, any>} found */
function wordFinding({ rule, title, description, fix, trace, ...finding }) {
  return JSON.stringify({ rule, at: placeOf(finding), title, description, fix, trace: trace?.map(({ what }) => what) })
}
