import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { describeAccounts } from '../contract/accounts-contract.ts'
import { openAccountServer, openBrowser } from './open-accounts.ts'
import { openProvider } from './open-provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-accounts-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeAccounts('a file', async () => join(folder, 'contract.db'))

const PASSWORD = 'correct horse battery'
/** Longer than any password, so that a guess costs no hash. */
const GUESS = 'guess'.repeat(60)

describe('the pages of accounts', async () => {
  const server = await openAccountServer(join(folder, 'pages.db'), { openSignUp: true })
  afterAll(() => server.keys.close())
  await server.accounts.auth.createAccount({ email: 'ada@example.org', plan: 'free', password: PASSWORD })

  it('need no script and no external resource, and are not cached', async () => {
    const browser = openBrowser(server.url)
    await browser.ask('/login', { email: 'ada@example.org', password: PASSWORD })
    for (const path of ['/device', '/account', '/signup']) {
      const response = await browser.ask(path)
      const html = await response.text()
      expect(response.headers.get('content-security-policy'), path).toMatch(/default-src 'none'.*form-action 'self'/)
      expect([response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual(['no-store', 'same-origin'])
      expect(html).not.toMatch(/<script|style=|https?:/)
      for (const [, id = ''] of html.matchAll(/<input id="([^"]+)"/g)) expect(html).toContain(`<label for="${id}"`)
    }
  })

  it('store the session where scripts and other pages cannot read it', async () => {
    const response = await openBrowser(server.url).ask('/login', { email: 'ada@example.org', password: PASSWORD })
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^assay\.session_token=.*HttpOnly.*SameSite=Lax/i)])
  })

  it.each([
    { name: 'nowhere', headers: { origin: '' } },
    { name: 'another page', headers: { origin: 'https://evil.example' } },
    { name: 'another page of the same site', headers: { origin: 'null', 'sec-fetch-site': 'same-site' } },
  ])('refuse a form from $name', async ({ headers }) => {
    const browser = openBrowser(server.url)
    for (const path of ['/login', '/signup', '/logout', '/device', '/account', '/account/keys'])
      expect((await browser.ask(path, { email: 'ada@example.org', password: PASSWORD }, headers)).status, path).toBe(403)
    expect(browser.cookies.size).toBe(0)
  })

  it.each(['//evil.example', 'https://evil.example/device', '/device?user_code=A&next=//evil.example', '/device\\evil', '/login'])(
    'lead to no place that others name: %s',
    async (next) => {
      const response = await openBrowser(server.url, { 'sec-fetch-site': 'same-origin' }).ask('/login', {
        email: 'ada@example.org',
        password: PASSWORD,
        next,
      })
      // After too many attempts there is no redirect.
      expect([null, '/account']).toContain(response.headers.get('location'))
    },
  )

  it('make accounts where that is open', async () => {
    const browser = openBrowser(server.url)
    const short = await browser.ask('/signup', { email: 'new@example.org', password: 'short' })
    expect([short.status, await short.text()]).toEqual([422, expect.stringContaining('12 characters or more')])
    expect((await browser.ask('/signup', { email: 'new@example.org', password: PASSWORD, next: '/device' })).headers.get('location')).toBe('/device')
    expect(await server.accounts.store.find('new@example.org')).toMatchObject({ plan: 'free', owner: expect.stringMatching(/^account:/) })
    const again = await openBrowser(server.url).ask('/signup', { email: 'New@example.org', password: PASSWORD })
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('already')])
    const more = await openBrowser(server.url).ask('/signup', { email: 'x@example.org', password: PASSWORD })
    expect([more.status, more.headers.has('retry-after')]).toEqual([429, true])
  })

  it('do not delay users who mistype, but stop those who guess', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      const response = await openBrowser(server.url).ask('/login', { email: 'nobody@example.org', password: GUESS })
      statuses.push(response.status)
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status !== 403).every((status) => status === 429)).toBe(true)
  })

  it('do not log users and input', () => {
    for (const secret of ['ada@', 'example.org', PASSWORD, 'guess']) expect(server.logged()).not.toContain(secret)
  })
})

describe('the keys that people create on the page of their account', async () => {
  const server = await openAccountServer(join(folder, 'own-keys.db'), {}, { trustedProxyHops: 1 })
  afterAll(() => server.keys.close())
  for (const email of ['ada@example.org', 'bob@example.org', 'eve@example.org', 'max@example.org'])
    await server.accounts.auth.createAccount({ email, plan: 'paid', password: PASSWORD })
  let people = 0
  const signIn = async (email: string) => {
    // Passwords are limited by address.
    people += 1
    const browser = openBrowser(server.url, { 'X-Forwarded-For': `192.0.2.${people}` })
    await browser.ask('/login', { email, password: PASSWORD })
    return browser
  }
  const callerOf = (token: string) => fetch(`${server.url}/api/account`, { headers: { Authorization: `Bearer ${token}` } })
  const readToken = (html: string) => /value="(assay_[^"]+)"/.exec(html)?.[1] ?? ''

  it('are shown once, work at once, and are revoked', async () => {
    const browser = await signIn('ada@example.org')
    const created = await browser.ask('/account/keys', { name: 'CI <b>pipeline</b>', days: '30' })
    const html = await created.text()
    expect([created.status, created.headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(html).toContain('CI &lt;b&gt;pipeline&lt;/b&gt;')
    const token = readToken(html)
    const caller = await (await callerOf(token)).json()
    expect(caller).toMatchObject({ caller: 'account', account: 'ada@example.org', plan: 'paid', pack: 'full', scopes: ['scan', 'rules'] })
    const days = (Date.parse(caller.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)

    const account = await (await browser.ask('/account')).text()
    expect(account).toContain('CI &lt;b&gt;pipeline&lt;/b&gt;')
    expect(account).toContain(caller.key)
    expect(account).not.toContain(token.slice(19))
    expect((await server.keys.list()).find(({ id }) => id === caller.key)).toMatchObject({ name: 'CI <b>pipeline</b>' })

    await (await signIn('bob@example.org')).ask('/account', { key: caller.key })
    expect((await callerOf(token)).status).toBe(200)
    expect((await browser.ask('/account', { key: caller.key })).headers.get('location')).toBe('/account')
    expect((await callerOf(token)).status).toBe(401)
    expect(await (await browser.ask('/account')).text()).not.toContain(caller.key)
  })

  it.each([
    { name: 'without a name', form: { days: '30' }, status: 422 },
    { name: 'with an empty name', form: { name: '  ' }, status: 422 },
    { name: 'with a name that is too long', form: { name: 'a'.repeat(61) }, status: 422 },
    { name: 'with a control character in its name', form: { name: 'a\u202eb' }, status: 422 },
    { name: 'for a period that is not offered', form: { name: 'a', days: '99999' }, status: 422 },
  ])('are not created $name', async ({ form, status }) => {
    const browser = await signIn('eve@example.org')
    const response = await browser.ask('/account/keys', form)
    expect([response.status, (await response.text()).includes('assay_')]).toEqual([status, false])
  })

  it('are created for signed-in users, by a form of this service', async () => {
    const stranger = await openBrowser(server.url).ask('/account/keys', { name: 'a' })
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/login?next=%2Faccount'])
    const before = (await server.keys.list()).length
    const browser = await signIn('bob@example.org')
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }])
      expect((await browser.ask('/account/keys', { name: 'a' }, headers)).status).toBe(403)
    expect((await browser.ask('/account/keys')).status).toBe(405)
    expect((await server.keys.list()).length).toBe(before)
  })

  it('are limited in number per minute', async () => {
    const browser = await signIn('max@example.org')
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await browser.ask('/account/keys', { name: `key ${tries}`, days: 'never' })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  })

  it('end with the account', async () => {
    const browser = await signIn('bob@example.org')
    const token = readToken(await (await browser.ask('/account/keys', { name: 'program', days: 'never' })).text())
    expect(await (await callerOf(token)).json()).not.toHaveProperty('expiresAt')
    await server.accounts.store.disable('bob@example.org')
    expect((await callerOf(token)).status).toBe(401)
    expect((await browser.ask('/account/keys', { name: 'again' })).headers.get('location')).toMatch(/^\/login/)
  })

  it('can be found from the start page', async () => {
    expect(await (await openBrowser(server.url).ask('/')).text()).toContain('<a href="/login">Sign in</a>')
    const signedIn = await (await signIn('ada@example.org')).ask('/')
    expect([signedIn.headers.get('cache-control'), await signedIn.text()]).toEqual([
      'private, no-cache',
      expect.stringContaining('<a href="/account">Your account</a>'),
    ])
  })
})

describe('guesses', () => {
  it('of passwords are counted by account from wherever, and of codes by account', async () => {
    const server = await openAccountServer(join(folder, 'guesses.db'), {}, { trustedProxyHops: 1 })
    await server.accounts.auth.createAccount({ email: 'ada@example.org', plan: 'free', password: PASSWORD })
    const statuses: number[] = []
    const ada = openBrowser(server.url, { 'X-Forwarded-For': '198.51.100.1' })
    await ada.ask('/login', { email: 'ada@example.org', password: PASSWORD })
    for (let tries = 0; tries < 10; tries += 1) {
      const guesser = openBrowser(server.url, { 'X-Forwarded-For': `192.0.2.${tries}` })
      statuses.push((await guesser.ask('/login', { email: 'ada@example.org', password: GUESS })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 403), 429])
    const codes: number[] = []
    for (let tries = 0; tries < 11; tries += 1) codes.push((await ada.ask('/device?user_code=BCDF-GHJK')).status)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 404), 429])
    // Nobody can create an account if sign-up is closed.
    expect((await fetch(`${server.url}/signup`)).status).toBe(404)
    await server.keys.close()
  })
})

describe('a service without accounts', () => {
  it('has no such endpoints except the one for callers', async () => {
    const { openServer } = await import('./open-server.ts')
    const { obedientThreads } = await import('../pool/source-threads.ts')
    const plain = await openServer({ scans: { ...obedientThreads, workers: 1 } })
    for (const path of ['/login', '/device', '/account', '/oauth/token', '/.well-known/oauth-authorization-server'])
      expect((await fetch(`${plain.url}${path}`)).status, path).toBe(404)
    expect(await (await fetch(`${plain.url}/api/account`)).json()).toEqual({
      caller: 'anonymous',
      pack: 'public',
      scopes: ['scan', 'rules'],
      jsonPerMinute: 5,
      zipPerMinute: 3,
    })
  })
})

describe('the operator’s provider', () => {
  it('signs users in, who then have an account', async () => {
    const provider = await openProvider()
    const server = await openAccountServer(join(folder, 'provider.db'), { plan: 'paid', oidc: { ...provider.client, name: 'Example <Inc>' } })
    await server.accounts.auth.createAccount({ email: 'known@example.org', plan: 'free', password: PASSWORD })
    const pass = async (email: string) => {
      const browser = openBrowser(server.url)
      expect(await (await browser.ask('/login')).text()).toContain('Sign in with Example &lt;Inc&gt;')
      const asked = await browser.ask('/login/provider?next=%2Fdevice')
      const back = await provider.signIn(asked.headers.get('location') ?? '', email)
      return { browser, response: await browser.ask(back), back }
    }

    const { browser, response, back } = await pass('staff@example.org')
    expect([response.status, response.headers.get('location')]).toEqual([303, '/device'])
    expect(await (await browser.ask('/device')).text()).toContain('staff@example.org')
    expect(await server.accounts.store.find('staff@example.org')).toMatchObject({ plan: 'paid' })
    // A session that another browser started does not count.
    const thief = openBrowser(server.url)
    expect((await thief.ask(back)).headers.get('location')).toBe('/login?error=refused')
    expect((await thief.ask('/account')).status).toBe(303)

    await server.accounts.store.disable('known@example.org')
    const refused = await pass('known@example.org')
    expect(refused.response.headers.get('location')).toBe('/login?error=refused')
    expect((await refused.browser.ask('/login?error=refused')).status).toBe(403)

    // Passwords are disabled with a provider, unless the operator enables them.
    expect((await openBrowser(server.url).ask('/login', { email: 'staff@example.org', password: PASSWORD })).status).toBe(403)
    await provider.close()
    await server.keys.close()
  })

  describe('with an account that exists', async () => {
    const provider = await openProvider()
    const other = await openProvider()
    const at = join(folder, 'linked.db')
    const server = await openAccountServer(at, { plan: 'paid', oidc: provider.client }, { trustedProxyHops: 1 })
    afterAll(async () => {
      await server.keys.close()
      await Promise.all([provider.close(), other.close()])
    })
    const { auth, store } = server.accounts
    const make = (email: string) => auth.createAccount({ email, plan: 'paid', password: PASSWORD })

    let people = 0
    /** The texts that a user with a new browser and address sees when signing in by the provider. */
    async function pass(email: string, claims: Readonly<Record<string, unknown>> = {}, { by = provider, of = server } = {}) {
      people += 1
      const browser = openBrowser(of.url, { 'X-Forwarded-For': `192.0.2.${people}` })
      const goOn = async (): Promise<string> => {
        const asked = await browser.ask('/login/provider?next=%2Fdevice')
        const back = await by.signIn(asked.headers.get('location') ?? '', email, claims)
        return (await browser.ask(back)).headers.get('location') ?? ''
      }
      const to = await goOn()
      const holder = async () => /signed in as ([^.<]+(?:\.[^.<]+)*)\./.exec(await (await browser.ask('/device')).text())?.[1]
      return { browser, to, goOn, holder, text: async () => (await browser.ask(to)).text() }
    }

    it.each([
      { name: 'states that it is not verified', claims: { email_verified: false } },
      { name: 'does not state whether it is verified', claims: { email_verified: undefined } },
      { name: 'states it as a string', claims: { email_verified: 'false' } },
      { name: 'states as a string that it is verified', claims: { email_verified: 'true' } },
      { name: 'states it as a number', claims: { email_verified: 1 } },
      { name: 'states it in a claim with another name', claims: { email_verified: undefined, emailVerified: true } },
    ])('refuses an address of which the provider $name', async ({ claims }) => {
      await make('ada@example.org')
      for (const email of ['ada@example.org', 'new@example.org']) {
        const { to, holder, text } = await pass(email, { ...claims, sub: 'a stranger' })
        expect([email, to, await holder()]).toEqual([email, '/login?error=unverified', undefined])
        expect(await text()).toContain('does not say that your e-mail address is verified')
      }
      expect(await store.find('new@example.org')).toBeUndefined()
    })

    it.each([
      { name: 'an invalid address', claims: { email: 'nobody' } },
      { name: 'a list of addresses', claims: { email: ['ada@example.org'] } },
      { name: 'an address whose letters become others in lower case', claims: { email: 'ada@exam\u212ale.org' } },
    ])('refuses an identity with $name', async ({ claims }) => {
      const { to, holder } = await pass('ada@example.org', { ...claims, sub: 'without an address' })
      expect([to, await holder()]).toEqual(['/login?error=no-address', undefined])
    })

    it.each([
      { name: 'a subject', claims: { sub: undefined } },
      { name: 'an address', claims: { email: undefined } },
    ])('refuses an identity without $name', async ({ claims }) => {
      expect((await pass('lacking@example.org', claims)).to).toBe('/login?error=refused')
    })

    it('links an account with a password when both are proven, and not before', async () => {
      await make('both@example.org')
      const { browser, to, goOn, holder, text } = await pass('Both@Example.org', { sub: 'both' })
      expect([to, await holder()]).toEqual(['/login/link?next=%2Fdevice', undefined])
      expect(await text()).toContain('Enter the password of this account')
      const link = (password: string, origin?: string) =>
        browser.ask('/login/link', { password, next: '/device' }, origin === undefined ? {} : { origin })
      expect((await link(PASSWORD, 'https://evil.example')).status).toBe(403)
      const wrong = await link('not the password of it')
      expect([wrong.status, await wrong.text(), await holder()]).toEqual([403, expect.stringContaining('not that of this account'), undefined])
      const linked = await link(PASSWORD)
      expect([linked.status, linked.headers.get('location')]).toEqual([303, '/login/provider?next=%2Fdevice'])
      // A ticket works once.
      expect((await link(PASSWORD)).headers.get('location')).toBe('/login?error=expired')
      expect([await goOn(), await holder()]).toEqual(['/device', 'both@example.org'])
      expect((await pass('both@example.org', { sub: 'both' })).to).toBe('/device')
    })

    it('stops guesses of the password', async () => {
      await make('guessed@example.org')
      const { browser } = await pass('guessed@example.org')
      const statuses: number[] = []
      for (let tries = 0; tries < 12; tries += 1) statuses.push((await browser.ask('/login/link', { password: GUESS })).status)
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429])
    })

    it('does not link without a ticket', async () => {
      const browser = openBrowser(server.url)
      for (const form of [undefined, { password: PASSWORD }])
        expect((await browser.ask('/login/link', form)).headers.get('location')).toBe('/login?error=expired')
    })

    it('identifies users when their address changes at the provider', async () => {
      await pass('first@example.org', { sub: 'moving' })
      await make('victim@example.org')
      for (const claims of [{ email_verified: true }, { email_verified: false }]) {
        const { to, holder } = await pass('victim@example.org', { ...claims, sub: 'moving' })
        expect([to, await holder()]).toEqual(['/device', 'first@example.org'])
      }
    })

    it('refuses another identity with the address of an account, until the operator unlinks it', async () => {
      await pass('passed@example.org', { sub: 'who had it first' })
      const next = { sub: 'who got it then' }
      const { to, holder, text } = await pass('passed@example.org', next)
      expect([to, await holder(), await text()]).toEqual([
        '/login?error=other-identity',
        undefined,
        expect.stringContaining('belongs to another identity'),
      ])
      await store.unlink('passed@example.org')
      expect(await (await pass('passed@example.org', next)).holder()).toBe('passed@example.org')
      expect((await pass('passed@example.org', { sub: 'who had it first' })).to).toBe('/login?error=other-identity')
    })

    it('does not share accounts between equal subjects of different providers', async () => {
      await pass('one@example.org', { sub: '1' })
      const moved = await openAccountServer(at, { oidc: other.client }, { trustedProxyHops: 1 })
      const { to, holder } = await pass('two@example.org', { sub: '1' }, { by: other, of: moved })
      expect([to, await holder()]).toEqual(['/device', 'two@example.org'])
      expect((await pass('one@example.org', { sub: '2' }, { by: other, of: moved })).to).toBe('/login?error=other-identity')
      await moved.keys.close()
    })

    it('accepts addresses without the claim as verified if the operator enables it', async () => {
      const assuming = await openAccountServer(
        join(folder, 'assuming.db'),
        { oidc: { ...provider.client, assumeVerified: true } },
        { trustedProxyHops: 1 },
      )
      const passed = await pass('quiet@example.org', { email_verified: undefined }, { by: provider, of: assuming })
      expect(await passed.holder()).toBe('quiet@example.org')
      expect((await pass('loud@example.org', { email_verified: false }, { by: provider, of: assuming })).to).toBe('/login?error=unverified')
      await assuming.keys.close()
    })
  })

  it('that does not answer does not prevent the start, and is tried again', async () => {
    const provider = await openProvider()
    await provider.close()
    const server = await openAccountServer(join(folder, 'away.db'), { oidc: provider.client })
    const browser = openBrowser(server.url)
    const away = await browser.ask('/login/provider')
    expect([away.status, away.headers.get('retry-after'), await away.text()]).toEqual([503, '60', expect.stringContaining('does not answer')])
    await provider.reopen()
    expect((await browser.ask('/login/provider')).status).toBe(303)
    await provider.close()
    await server.keys.close()
  })
})
