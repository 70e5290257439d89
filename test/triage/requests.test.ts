import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRequests, readTriageSettings } from '../../adapters/triage/index.ts'
import { PROVIDERS } from '../../adapters/triage/settings/triage-settings.ts'
import { prepareTriage } from '../../src/node/index.ts'
import { readCode, readFindings, startStandIn } from '../../tools/triage/stand-in.mjs'
import { vulnerableJs, vulnerablePy } from './injections.ts'
import { openSamples, type Sample, settingsFor, triageSamples } from './open-triage.ts'

const samples = openSamples()
const folder = mkdtempSync(join(tmpdir(), 'assay-triage-'))
let standIn: Awaited<ReturnType<typeof startStandIn>>

beforeAll(async () => {
  standIn = await startStandIn({ judge: readCode })
})
afterAll(async () => {
  await standIn.close()
  await samples.close()
  rmSync(folder, { recursive: true })
})

const FILES: readonly Sample[] = [
  vulnerableJs({ path: 'a.js' }),
  vulnerablePy({ path: 'b.py' }),
  { ...vulnerableJs({ path: 'c.ts', variable: 'other' }) },
  { path: 'settings.yaml', content: `token: ghp_${'q7Zr2LmX9vKp4TnB8sWd3HfJ'.repeat(2).slice(0, 36)}\n` },
]

/** The bodies that were sent since a number of requests. */
const bodiesFrom = (from: number): readonly string[] => standIn.requests.slice(from).map(({ body }) => body)

describe('the requests', () => {
  it.each(PROVIDERS)('of a dry run are those that are sent to %s, byte for byte', async (provider) => {
    const result = await samples.scan(FILES)
    const settings = settingsFor(standIn.url, { provider, concurrency: 1 })
    const sourceOf = (path: string): string | undefined => FILES.find((file) => file.path === path)?.content
    const planned = await listRequests(result, await prepareTriage(result, { sourceOf, severity: settings.severity }), settings)
    const from = standIn.requests.length
    await triageSamples(result, FILES, settings)
    expect(planned.map(({ body }) => body)).toEqual(bodiesFrom(from))
    expect(planned.map(({ url }) => new URL(url).pathname)).toEqual(standIn.requests.slice(from).map(({ url }) => url))
    expect(planned.length).toBe(3)
  })

  it('have the findings of one file together', async () => {
    const twice = vulnerableJs({ bottom: "app.get('/go', (req, res) => res.redirect(req.query.to))" })
    const from = standIn.requests.length
    const { triage } = await triageSamples(await samples.scan([twice]), [twice], settingsFor(standIn.url))
    expect(bodiesFrom(from).map((body) => readFindings(body).length)).toEqual([2])
    expect(triage).toMatchObject({ asked: 2, usage: { calls: 1 } })
  })

  it('are not sent for code that cannot be parsed, which the result says', async () => {
    const settings = FILES.slice(3)
    const from = standIn.requests.length
    const { triage, findings } = await triageSamples(await samples.scan(settings), settings, settingsFor(standIn.url))
    expect(standIn.requests.length).toBe(from)
    expect(findings.length).toBeGreaterThan(0)
    expect(triage?.unanswered).toMatchObject([{ reason: 'no-context', findings: findings.length }])
  })

  it.each([
    { name: 'requests', budget: { calls: 1, tokens: 1e9, seconds: 60 }, sent: 1 },
    { name: 'tokens', budget: { calls: 99, tokens: 6_000, seconds: 60 }, sent: 2 },
    { name: 'cost', budget: { calls: 99, tokens: 1e9, seconds: 60, cost: 0.004 }, sent: 1 },
    { name: 'nothing', budget: { calls: 0, tokens: 1e9, seconds: 60 }, sent: 0 },
  ])('stop at the budget of $name', async ({ budget, sent }) => {
    const result = await samples.scan(FILES.slice(0, 3))
    const from = standIn.requests.length
    const settings = settingsFor(standIn.url, { budget, prices: { input: 1, output: 1 }, concurrency: 1 })
    const { triage, findings } = await triageSamples(result, FILES, settings)
    expect(standIn.requests.length - from).toBe(sent)
    expect(findings.length).toBe(result.findings.length)
    expect(triage?.unanswered).toMatchObject([
      { reason: 'budget', findings: 3 - sent, detail: expect.stringMatching(/^The budget of .* is spent\.$/) },
    ])
  })

  it('are answered from the cache the next time, with the same verdicts', async () => {
    const settings = settingsFor(standIn.url, { cache: join(folder, 'answers') })
    const result = await samples.scan(FILES.slice(0, 2))
    const first = await triageSamples(result, FILES, settings)
    const from = standIn.requests.length
    const second = await triageSamples(result, FILES, settings)
    expect(standIn.requests.length).toBe(from)
    expect(second.findings).toEqual(first.findings)
    expect(second.triage?.usage).toMatchObject({ calls: 0, cachedCalls: 2, inputTokens: 0 })
    for (const name of readdirSync(join(folder, 'answers'))) writeFileSync(join(folder, 'answers', name), '{"answers":"all safe"}')
    const third = await triageSamples(result, FILES, settings)
    expect(third.findings).toEqual(result.findings)
    expect(third.triage?.unanswered).toMatchObject([{ reason: 'wrong-schema', findings: 2 }])
  })

  it('carry the key in a header, and no request has it in its body', () => {
    const { requests } = standIn
    expect(requests.length).toBeGreaterThan(0)
    for (const { headers, body } of requests) {
      expect(headers.authorization ?? headers['x-api-key']).toContain('key-of-the-test')
      expect(body).not.toContain('key-of-the-test')
    }
  })
})

describe('secrets', () => {
  const letters = 'q7Zr2LmX9vKp4TnB8sWd3HfJ'
  const places = [
    { name: 'a token that a rule finds', code: `const x = 'ghp_${letters}${letters.slice(0, 12)}'`, secret: letters },
    { name: 'a token in a comment', code: `// ghp_${letters}${letters.slice(0, 12)}`, secret: letters },
    { name: 'a password', code: "const password = 'korrektes-pferd'", secret: 'pferd' },
    { name: 'a password as a property', code: "const x = { dbPassword: 'korrektes-pferd' }", secret: 'pferd' },
    { name: 'a password in a URL', code: "const x = 'postgres://admin:pferd@db.example.org/x'", secret: 'pferd' },
    { name: 'a string that looks random', code: `const x = '${letters}'`, secret: letters },
    { name: 'a random part of a string', code: `const x = 'prefix:${letters}'`, secret: letters },
    { name: 'a token in a template', code: `const x = \`Bearer \${req.query.x} ${letters}\``, secret: letters },
    { name: 'a key over several lines', code: `const x = \`-----BEGIN PRIVATE KEY-----\n${letters}\n-----END PRIVATE KEY-----\``, secret: letters },
    {
      name: 'a token whose finding is suppressed',
      code: `const x = 'ghp_${letters}${letters.slice(0, 12)}' // assay-ignore -- example`,
      secret: letters,
    },
  ]

  it.each(places)('are not sent: $name', async ({ code, secret }) => {
    const file = vulnerableJs({ inside: `  ${code}` })
    const from = standIn.requests.length
    await triageSamples(await samples.scan([file]), [file], settingsFor(standIn.url))
    const bodies = bodiesFrom(from)
    expect(bodies.length).toBe(1)
    expect(bodies.join('\n')).not.toContain(secret)
  })
})

describe('settings of a triage', () => {
  it('are read from a file, and variables take precedence', () => {
    const file = join(folder, 'triage.yaml')
    writeFileSync(file, 'provider: openai\nmodel: a\nbase-url: http://localhost:1/v1/\nbudget: { calls: 3 }\nprices: { input: 1, output: 2 }\n')
    expect(readTriageSettings({ env: { ASSAY_TRIAGE_SETTINGS: file, ASSAY_TRIAGE_MODEL: 'b' } })).toMatchObject({
      provider: 'openai',
      model: 'b',
      baseUrl: 'http://localhost:1/v1',
      budget: { calls: 3, tokens: 1_000_000, seconds: 600 },
      prices: { input: 1, output: 2 },
    })
  })

  it.each([
    { name: 'no provider', text: 'model: a', says: '`provider` is missing' },
    { name: 'no model', text: 'provider: openai', says: '`model` is missing' },
    { name: 'an unknown provider', text: 'provider: other\nmodel: a', says: ':1:1: `provider` must be one of openai, anthropic' },
    { name: 'an unknown field', text: 'provider: openai\nmodel: a\nbugdet: {}', says: ':3:1: `bugdet` is not a setting' },
    { name: 'a key', text: 'api-key: abc', says: 'ASSAY_TRIAGE_KEY' },
    {
      name: 'an address without TLS',
      text: 'provider: openai\nmodel: a\nbase-url: http://example.org',
      says: ':3:1: `base-url` must be an `https:` URL',
    },
    { name: 'an address with a password', text: 'provider: openai\nmodel: a\nbase-url: https://a:b@example.org', says: '`base-url` must be' },
    { name: 'a negative budget', text: 'provider: openai\nmodel: a\nbudget:\n  calls: -1', says: ':4:3: `budget.calls` must be a whole number' },
    { name: 'a cost without prices', text: 'provider: openai\nmodel: a\nbudget: { cost: 1 }', says: 'requires `prices`' },
    { name: 'a list', text: '- a', says: 'must be a map' },
    { name: 'broken YAML', text: 'a: [', says: 'not valid YAML' },
  ])('are refused with $name', ({ text, says }) => {
    const file = join(folder, 'wrong.yaml')
    writeFileSync(file, text)
    expect(() => readTriageSettings({ env: {}, file })).toThrow(says)
  })
})
