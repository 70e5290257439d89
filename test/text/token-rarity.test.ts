import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../src/testing/seeded-random.ts'
import { tokenRarity } from '../../src/text/token-rarity.ts'

describe('how unlike words a text is', () => {
  test.each([
    ['', 0],
    ['ab', 0],
    ['the', 0],
    ['xqz', 1],
    ['XQZ', 1],
    ['xqzthe', 0.75],
  ])('%j', (text, expected) => {
    expect(tokenRarity(text)).toBe(expected)
  })

  test.each([
    'correct horse battery staple',
    'oauth2AccessTokenHeader',
    'AppConfigurationToken2Factory',
    'web.search.bing_search_v7_subscription_key',
    'my-application-client-secret-v2',
    'MLKEM768X25519PublicKey',
    'passwortWiederholen',
    'SELECT_PASSWORD_FROM_USERS',
  ])('%s is made of words', (text) => {
    expect(tokenRarity(text)).toBeLessThan(0.35)
  })

  test('random letters and digits are not, but for one of a hundred', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const random = createSeededRandom('rarity')
    const tokens = Array.from({ length: 2000 }, () => Array.from({ length: 20 }, () => alphabet.charAt(random(alphabet.length))).join(''))
    expect(tokens.filter((token) => tokenRarity(token) < 0.35).length).toBeLessThan(20)
  })
})
