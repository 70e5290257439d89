import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const text = readFileSync(new URL('applications.json', import.meta.url), 'utf8')
const applications: [string, unknown][] = Object.entries(JSON.parse(text))

describe('the pinned applications', () => {
  it('are at least twelve', () => expect(applications.length).toBeGreaterThanOrEqual(12))

  it.each(applications)('%s has an exact version, the integrity of its archive and the hashes of its findings', (_name, pin) => {
    expect(pin).toMatchObject({
      from: expect.stringMatching(/^(?:npm|pypi)$/),
      version: expect.stringMatching(/^\d[\w.-]*$/),
      integrity: expect.stringMatching(/^(?:sha512-[\w+/]{86}==|sha256-[0-9a-f]{64})$/),
      findings: expect.stringMatching(/^[0-9a-f]{20}$/),
      wording: expect.stringMatching(/^[0-9a-f]{20}$/),
    })
  })
})
