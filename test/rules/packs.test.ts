import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createScanner } from '../../src/node/index.ts'
import { listRuleIds } from './list-rule-ids.ts'

const ids = listRuleIds()

async function rulesOf(pack: string): Promise<readonly string[]> {
  const scanner = await createScanner({ packs: [pack] })
  try {
    return scanner.rules.map(({ id }) => id).toSorted()
  } finally {
    await scanner.close()
  }
}

/** The promised rules for callers without a key. Changing them requires a major version. */
const PUBLIC = [
  'code-injection',
  'command-injection',
  'cors-any-origin',
  'debug-mode',
  'insecure-randomness',
  'jwt-hardcoded-secret',
  'jwt-none-algorithm',
  'mass-assignment',
  'nosql-injection',
  'open-redirect',
  'path-traversal',
  'secret-aws-access-key',
  'secret-database-url',
  'secret-generic',
  'secret-github-token',
  'secret-in-public-env',
  'secret-openai-key',
  'secret-private-key',
  'secret-stripe-key',
  'secret-supabase-key',
  'sql-injection',
  'ssrf',
  'template-injection',
  'tls-verification-disabled',
  'unsafe-deserialization',
  'weak-password-hash',
  'webhook-signature-missing',
  'xss-react-html',
  'xss-server',
  'xxe',
]

describe('packs of this package', () => {
  test('`public` has the 30 rules that it was promised to have', async () => expect(await rulesOf('public')).toEqual(PUBLIC))

  test('`full` and `preview` have every rule there is, and share none', async () =>
    expect([...(await rulesOf('full')), ...(await rulesOf('preview'))].toSorted()).toEqual(ids))

  test.each(
    readdirSync('rules/packs')
      .map((file) => file.replace('.yaml', ''))
      .filter((pack) => pack !== 'full' && pack !== 'public' && pack !== 'preview'),
  )('`%s` is a part of `full`', async (pack) => {
    const rules = await rulesOf(pack)
    expect(rules.length).toBeGreaterThan(3)
    expect(rules.length).toBeLessThan(ids.length)
    expect(rules.filter((id) => !ids.includes(id))).toEqual([])
  })
})
