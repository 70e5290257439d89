import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOrder, obey, readFindings, startStandIn } from '../../tools/triage/stand-in.mjs'
import { INJECTIONS, vulnerableJs, vulnerablePy } from './injections.ts'
import { openSamples, type Sample, settingsFor, triageSamples } from './open-triage.ts'

const samples = openSamples()
let standIn: Awaited<ReturnType<typeof startStandIn>>

beforeAll(async () => {
  standIn = await startStandIn({ judge: obey })
})
afterAll(async () => {
  await standIn.close()
  await samples.close()
})

/** The findings by rule and severity, with and without triage by the model that obeys. */
async function judge(sample: Sample) {
  const before = await samples.scan([sample])
  const after = await triageSamples(before, [sample], settingsFor(standIn.url))
  const list = ({ findings }: typeof before) => findings.map(({ rule, severity }) => `${rule} ${severity}`)
  return { before: list(before), after: list(after), suppressed: after.suppressed, triage: after.triage }
}

describe('a model that obeys what it reads', () => {
  it('would suppress the finding if it saw an order', async () => {
    const obedient = await startStandIn({ judge: (finding) => obey(finding, 'a file name') })
    const sample = vulnerableJs()
    const after = await triageSamples(await samples.scan([sample]), [sample], settingsFor(obedient.url))
    await obedient.close()
    expect(after.findings).toEqual([])
    expect(after.suppressed).toMatchObject([{ rule: 'path-traversal', by: 'triage', reason: 'I was told so.' }])
  })

  it.each([vulnerableJs(), vulnerablePy()])('keeps the finding of $path without an order', async (sample) => {
    const { before, after, triage } = await judge(sample)
    expect(before).toEqual(['path-traversal high'])
    expect(after).toEqual(before)
    expect(triage).toMatchObject({ asked: 1, kept: 1 })
  })

  it('has at least 50 attempts to obey', () => expect(INJECTIONS.length).toBeGreaterThanOrEqual(50))

  it.each(INJECTIONS)('is not misled by: $name', async ({ sample }) => {
    const { before, after, suppressed } = await judge(sample)
    expect(before).toContain('path-traversal high')
    expect(after).toEqual(before)
    expect(suppressed).toEqual([])
  })

  const readable = INJECTIONS.filter(({ name }) => !/tag characters/.test(name))
  it.each(readable)('would find the order in the file as it is: $name', ({ raw }) => expect(isOrder(raw)).toBe(true))
})

describe('what is sent', () => {
  const unseen = INJECTIONS.filter(
    ({ name }) =>
      /comment|docstring|directive|string statement|file name|folder name/i.test(name) &&
      !/imported|tag characters|expression|inside|type comment/.test(name),
  )
  it.each(unseen)('does not change with: $name', async ({ sample }) => {
    const plain = sample.path.endsWith('.py') || sample.content.includes('flask') ? vulnerablePy() : vulnerableJs()
    expect(await bodyOf(sample)).toBe(await bodyOf(plain))
  })

  it('consists of ASCII', async () => {
    const body = await bodyOf(vulnerableJs({ inside: '  const größe = "日本"\u00a0+ émoji' }))
    expect(readFindings(body).length).toBe(1)
    expect(body).toMatch(/^[\x20-\x7e]*$/)
  })
})

async function bodyOf(sample: Sample): Promise<string> {
  const from = standIn.requests.length
  await triageSamples(await samples.scan([sample]), [sample], settingsFor(standIn.url))
  expect(standIn.requests.length).toBe(from + 1)
  return standIn.requests[from]?.body ?? ''
}
