import { afterAll, describe, expect, it } from 'vitest'
import { readCode, startStandIn } from '../../tools/triage/stand-in.mjs'
import { PROVIDERS } from '../../adapters/triage/settings/triage-settings.ts'
import { openSamples, type Sample, settingsFor, triageSamples } from './open-triage.ts'

const samples = openSamples()
afterAll(() => samples.close())

/** The value is cleaned, in a way that the rule does not know. */
const CLEANED: Sample = {
  path: 'app.js',
  content: `import express from 'express'
const app = express()
app.get('/file', (req, res) => {
  const name = req.query.name
  sanitizeOrFail(name)
  res.sendFile('/data/' + name)
})
`,
}

const FAULTS = [
  { fault: '429', reason: 'rate-limited' },
  { fault: '500', reason: 'service-error' },
  { fault: 'unauthorized', reason: 'refused' },
  { fault: 'refusal', reason: 'refused' },
  { fault: 'slow', reason: 'timeout' },
  { fault: 'half', reason: 'incomplete' },
  { fault: 'cut', reason: 'incomplete' },
  { fault: 'reset', reason: 'unreachable' },
  { fault: 'redirect', reason: 'unreachable' },
  { fault: 'bad-json', reason: 'malformed' },
  { fault: 'bad-response', reason: 'wrong-schema' },
  { fault: 'wrong-schema', reason: 'wrong-schema' },
] as const

describe.each(PROVIDERS)('the API of %s', (provider) => {
  it('suppresses a finding with evidence, and reports who decided and why', async () => {
    const standIn = await startStandIn({ judge: readCode })
    const before = await samples.scan([CLEANED])
    const after = await triageSamples(before, [CLEANED], settingsFor(standIn.url, { provider }))
    await standIn.close()
    const [finding] = before.findings
    expect(after).toMatchObject({
      findings: [],
      highCount: 0,
      grade: 'A+',
      suppressed: [
        {
          id: finding?.id,
          by: 'triage',
          reason: 'The line sanitises the value.',
          triage: { verdict: 'suppress', applied: true, by: `${provider}:stand-in`, quotedLine: 5, quote: 'sanitizeOrFail(name)' },
        },
      ],
      triage: {
        gradeWithout: before.grade,
        scoreWithout: before.score,
        asked: 1,
        suppressed: 1,
        usage: { calls: 1, inputTokens: 100, outputTokens: 20 },
      },
    })
  })

  it.each(FAULTS)('keeps the finding after the fault $fault', async ({ fault, reason }) => {
    const standIn = await startStandIn({ faults: [fault] })
    const before = await samples.scan([CLEANED])
    const after = await triageSamples(before, [CLEANED], settingsFor(standIn.url, { provider, timeoutSeconds: 0.3 }))
    await standIn.close()
    const { triage, ...rest } = after
    expect(rest).toEqual(before)
    expect(triage?.unanswered).toMatchObject([{ reason, findings: 1 }])
    expect(triage?.unanswered[0]?.detail).toMatch(/^[A-Z].*\.$/)
  })

  it('keeps the finding if nobody listens', async () => {
    const before = await samples.scan([CLEANED])
    const { triage, ...rest } = await triageSamples(before, [CLEANED], settingsFor('http://127.0.0.1:9', { provider }))
    expect(rest).toEqual(before)
    expect(triage?.unanswered).toMatchObject([{ reason: 'unreachable', findings: 1 }])
  })

  it.each(['429', '500', 'reset'] as const)('tries again after the fault %s, with the same bytes', async (fault) => {
    const standIn = await startStandIn({ faults: [fault, 'ok'] })
    const after = await triageSamples(await samples.scan([CLEANED]), [CLEANED], settingsFor(standIn.url, { provider, retries: 1 }))
    await standIn.close()
    expect(after.suppressed.length).toBe(1)
    expect(standIn.requests.length).toBe(2)
    expect(standIn.requests[1]?.body).toBe(standIn.requests[0]?.body)
  })

  it('stops at the time limit of the scan, also while it waits for another attempt', async () => {
    const standIn = await startStandIn({ faults: ['429'], retryAfter: '30' })
    const settings = settingsFor(standIn.url, { provider, retries: 3, budget: { calls: 9, tokens: 1e6, seconds: 0.5 } })
    const after = await triageSamples(await samples.scan([CLEANED]), [CLEANED], settings)
    await standIn.close()
    expect(after.triage?.unanswered).toEqual([{ reason: 'budget', findings: 1, detail: 'The budget of 0.5 seconds is spent.' }])
    expect(after.findings.length).toBe(1)
  })
})
