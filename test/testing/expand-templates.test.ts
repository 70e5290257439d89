import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expandTemplates } from '../../src/testing/expand-templates.ts'
import { decodeBase64 } from '../../src/text/decode-base64.ts'
import { hasChecksum } from '../../src/text/checksum.ts'
import { shannonEntropy } from '../../src/text/shannon-entropy.ts'

describe('a template', () => {
  it.each([
    { template: '{{alnum:36}}', becomes: /^[0-9A-Za-z]{36}$/ },
    { template: '{{alpha:20}}', becomes: /^[A-Za-z]{20}$/ },
    { template: '{{lower:24}}', becomes: /^[0-9a-z]{24}$/ },
    { template: '{{upper:16}}', becomes: /^[0-9A-Z]{16}$/ },
    { template: '{{digits:12}}', becomes: /^\d{12}$/ },
    { template: '{{hex:32}}', becomes: /^[0-9a-f]{32}$/ },
    { template: '{{base32:16}}', becomes: /^[A-Z2-7]{16}$/ },
    { template: '{{base64:64}}', becomes: /^[0-9A-Za-z+/]{64}$/ },
    { template: '{{base64url:43}}', becomes: /^[0-9A-Za-z_-]{43}$/ },
    { template: '{{uuid:4}}', becomes: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/ },
    { template: '{{text:PRIVATE}} KEY', becomes: /^PRIVATE KEY$/ },
    { template: 'ghp_{{alnum:4}}{{hex:4}}', becomes: /^ghp_[0-9A-Za-z]{4}[0-9a-f]{4}$/ },
  ])('$template', ({ template, becomes }) => {
    const { text, faults } = expandTemplates(template, 'a.js')
    expect(text).toMatch(becomes)
    expect(faults).toEqual([])
  })

  it.each(['{{ name }}', '{{color:red}}', '{{margin:0}}', '{{alnum}}', '${{ github.token }}', '{{- .Values.a }}', '{{uuid: 4}'])(
    'is not %s',
    (text) => {
      expect(expandTemplates(text, 'a.js')).toEqual({ text, faults: [] })
    },
  )

  it.each(['{{alnum:0}}', '{{alnum:x}}', '{{hex:99999999}}', '{{uuid:1}}', '{{jwt:role}}', '{{crc32-base62:6}}'])('cannot be %s', (text) => {
    expect(expandTemplates(text, 'a.js').faults).toMatchObject([{ offset: 0 }])
  })

  it('crc32-base62 ends in a checksum that is right', () => {
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 80 }), fc.string(), (length, seed) =>
        hasChecksum('crc32-base62', expandTemplates(`{{crc32-base62:${length}}}`, seed).text),
      ),
    )
  })

  it('jwt carries its claims', () => {
    const [header = '', payload = '', signature = ''] = expandTemplates('{{jwt:iss=supabase,role=service_role,exp=1999999999}}', 'a.js').text.split(
      '.',
    )
    expect(decodeBase64(header)).toBe('{"alg":"HS256","typ":"JWT"}')
    expect(decodeBase64(payload)).toBe('{"iss":"supabase","role":"service_role","exp":1999999999}')
    expect(signature).toMatch(/^[\w-]{43}$/)
  })
})

describe('the expansion of templates', () => {
  it('is the same each time, and stays when lines move', () => {
    expect(expandTemplates('\n\n{{alnum:36}}', 'a.js').text).toBe(`\n\n${expandTemplates('{{alnum:36}}', 'a.js').text}`)
  })

  it('differs by place and by file', () => {
    const texts = ['a.js', 'b.js', 'c.js'].flatMap((seed) => expandTemplates('{{alnum:36}} {{alnum:36}}', seed).text.split(' '))
    expect(new Set(texts).size).toBe(6)
  })

  it('is as mixed as chance: no less, so that thresholds are tested fairly', () => {
    const means = (['hex:32', 'alnum:20'] as const).map((kind) => {
      const samples = Array.from({ length: 300 }, (_, seed) => shannonEntropy(expandTemplates(`{{${kind}}}`, String(seed)).text))
      return samples.reduce((sum, bits) => sum + bits, 0) / samples.length
    })
    expect(means[0]).toBeCloseTo(3.63, 1)
    expect(means[1]).toBeCloseTo(4.08, 1)
  })
})
