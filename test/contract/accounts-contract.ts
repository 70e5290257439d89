import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateKeys } from '../../adapters/http/keys/store/open-key-store.ts'
import { openAccountServer, openBrowser, type AccountServer, type Browser } from '../http/open-accounts.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const PASSWORD = 'correct horse battery'
const PLANS = { free: { pack: 'public' }, paid: { pack: 'full' } }

interface Codes {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri_complete: string
}

/** The tests of accounts for every database. `open` returns the address of an empty one. */
export function describeAccounts(name: string, open: () => Promise<string>): void {
  describe(`accounts in ${name}`, () => {
    let server: AccountServer
    beforeAll(async () => {
      const address = await open()
      await migrateKeys(address)
      // Behind a proxy, so that tests can use their own addresses.
      server = await openAccountServer(address, {}, { plans: PLANS, trustedProxyHops: 1 })
    }, 60_000)
    afterAll(async () => {
      await server.close()
      await server.keys.close()
    })

    async function makeAccount(email: string, plan = 'free'): Promise<string> {
      return (await server.accounts.auth.createAccount({ email, plan, password: PASSWORD })) ?? 'there was one'
    }

    let clients = 0
    function from(): Readonly<Record<string, string>> {
      clients += 1
      return { 'X-Forwarded-For': `192.0.2.${clients}` }
    }

    function post(path: string, form: Readonly<Record<string, string>>): Promise<Response> {
      return fetch(`${server.url}${path}`, { method: 'POST', headers: from(), body: new URLSearchParams({ client_id: 'assay-cli', ...form }) })
    }

    async function begin(form: Readonly<Record<string, string>> = {}): Promise<Codes> {
      return (await post('/oauth/device', form)).json()
    }

    async function redeem(device_code: string): Promise<{ readonly error?: string; readonly access_token: string; readonly scope: string }> {
      return (await post('/oauth/token', { grant_type: GRANT, device_code })).json()
    }

    async function signIn(email: string, password = PASSWORD): Promise<Browser & { readonly status: number }> {
      const browser = openBrowser(server.url, from())
      const { status } = await browser.ask('/login', { email, password, next: '/device' })
      return { ...browser, status }
    }

    async function decide(browser: Browser, { user_code, verification_uri_complete }: Codes, decision = 'approve'): Promise<number> {
      await browser.ask(verification_uri_complete)
      return (await browser.ask('/device', { user_code, decision })).status
    }

    async function logIn(
      email: string,
      form: Readonly<Record<string, string>> = {},
    ): Promise<{ readonly access_token: string; readonly scope: string }> {
      const codes = await begin(form)
      await decide(await signIn(email), codes)
      return redeem(codes.device_code)
    }

    function callerOf(token: string): Promise<Response> {
      return fetch(`${server.url}/api/account`, { headers: { Authorization: `Bearer ${token}`, ...from() } })
    }

    it('let a device in that a person approves, with a key that is the account’s', async () => {
      const id = await makeAccount('ada@example.org', 'paid')
      const response = await post('/oauth/device', {})
      expect(response.headers.get('cache-control')).toBe('no-store')
      const codes: Codes & { readonly interval: number } = await response.json()
      expect(codes).toMatchObject({
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verification_uri: `${server.url}/device`,
        verification_uri_complete: `${server.url}/device?user_code=${codes.user_code}`,
        expires_in: 600,
        interval: 1,
      })

      const browser = openBrowser(server.url, from())
      const asked = await browser.ask(codes.verification_uri_complete)
      const login = asked.headers.get('location') ?? ''
      expect([asked.status, login]).toEqual([303, `/login?next=${encodeURIComponent(`/device?user_code=${codes.user_code}`)}`])
      const next = /name="next" value="([^"]*)"/.exec(await (await browser.ask(login)).text())?.[1] ?? ''
      const signedIn = await browser.ask('/login', { email: 'Ada@Example.org ', password: PASSWORD, next })
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, `/device?user_code=${codes.user_code}`])
      const page = await (await browser.ask(next)).text()
      expect(page).toContain(codes.user_code)
      expect(page).toContain('ada@example.org')
      expect(await (await browser.ask('/device', { user_code: codes.user_code, decision: 'approve' })).text()).toContain('The device is logged in')

      const told = await redeem(codes.device_code)
      expect(told).toMatchObject({
        access_token: expect.stringMatching(/^assay_/),
        token_type: 'Bearer',
        expires_in: 7_776_000,
        scope: 'scan rules',
      })
      const caller = await (await callerOf(told.access_token)).json()
      expect(caller).toMatchObject({ caller: 'account', account: 'ada@example.org', owner: `account:${id}`, plan: 'paid', pack: 'full' })
      expect(Date.parse(caller.expiresAt) - Date.now()).toBeGreaterThan(89 * 86_400_000)
      const listed = (await server.keys.list()).find(({ account }) => account === 'ada@example.org')
      expect(listed).toMatchObject({ id: caller.key, plan: 'paid', scopes: ['scan', 'rules'] })
      // Returned only once.
      expect(await redeem(codes.device_code)).toMatchObject({ error: 'invalid_grant' })
    })

    it('let a device poll until then, and slow it down if it polls too often', async () => {
      const { device_code } = await begin()
      expect(await redeem(device_code)).toMatchObject({ error: 'authorization_pending' })
      expect(await redeem(device_code)).toMatchObject({ error: 'slow_down' })
    })

    it('inform a device that it was refused, or that its code has expired', async () => {
      await makeAccount('bob@example.org')
      const bob = await signIn('bob@example.org')
      const refused = await begin()
      expect(await decide(bob, refused, 'deny')).toBe(200)
      expect(await redeem(refused.device_code)).toMatchObject({ error: 'access_denied' })
      expect(await redeem(refused.device_code)).toMatchObject({ error: 'invalid_grant' })

      const late = await begin()
      await server.database.db
        .updateTable('device_codes')
        .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
        .execute()
      expect((await bob.ask(late.verification_uri_complete)).status).toBe(404)
      expect(await redeem(late.device_code)).toMatchObject({ error: 'expired_token' })
    })

    it('grant a device only the scopes that it requested', async () => {
      await makeAccount('narrow@example.org')
      const { access_token, scope } = await logIn('narrow@example.org', { scope: 'rules' })
      expect(scope).toBe('rules')
      const response = await fetch(`${server.url}/api/scans/upload-json`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
        body: '{"files":[{"path":"a.js","content":""}]}',
      })
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        403,
        'Bearer realm="assay", error="insufficient_scope", scope="scan"',
      ])
    })

    it.each([
      { name: 'an unknown client', path: '/oauth/device', form: { client_id: 'other' }, status: 400, error: 'invalid_client' },
      { name: 'a scope of operators', path: '/oauth/device', form: { scope: 'scan admin' }, status: 400, error: 'invalid_scope' },
      { name: 'another grant', path: '/oauth/token', form: { grant_type: 'password' }, status: 400, error: 'unsupported_grant_type' },
      { name: 'no device code', path: '/oauth/token', form: { grant_type: GRANT }, status: 400, error: 'invalid_request' },
      {
        name: 'an unknown device code',
        path: '/oauth/token',
        form: { grant_type: GRANT, device_code: 'x' },
        status: 400,
        error: 'invalid_grant',
      },
      { name: 'no token to revoke', path: '/oauth/revoke', form: {}, status: 400, error: 'invalid_request' },
    ])('refuse $name', async ({ path, form, status, error }) => {
      const response = await post(path, { ...form })
      expect([response.status, (await response.json()).error]).toEqual([status, error])
    })

    it('let only the user who entered its code approve a device', async () => {
      await makeAccount('looker@example.org')
      await makeAccount('other@example.org')
      const [looker, other] = [await signIn('looker@example.org'), await signIn('other@example.org')]
      const codes = await begin()
      expect((await other.ask('/device', { user_code: codes.user_code, decision: 'approve' })).status).toBe(404)
      await looker.ask(codes.verification_uri_complete)
      expect(await decide(other, codes)).toBe(404)
      expect(await redeem(codes.device_code)).toMatchObject({ error: 'authorization_pending' })
      expect((await openBrowser(server.url, from()).ask('/device', { user_code: codes.user_code, decision: 'approve' })).status).toBe(303)
    })

    it('lose keys and sessions the moment they are disabled, and get none of them back', async () => {
      await makeAccount('gone@example.org')
      const { access_token } = await logIn('gone@example.org')
      const browser = await signIn('gone@example.org')
      const approved = await begin()
      await decide(browser, approved)
      expect((await callerOf(access_token)).status).toBe(200)

      expect(await server.accounts.store.disable('Gone@example.org')).toMatchObject({ disabledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
      const response = await callerOf(access_token)
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="assay", error="invalid_token"'])
      expect((await browser.ask('/account')).status).toBe(303)
      expect((await signIn('gone@example.org')).status).toBe(403)
      expect(await redeem(approved.device_code)).toMatchObject({ error: 'access_denied' })

      await server.accounts.store.enable('gone@example.org')
      expect((await signIn('gone@example.org')).status).toBe(303)
      expect((await callerOf(access_token)).status).toBe(401)
    })

    it('change the plan of their keys too; an unknown plan is refused', async () => {
      await makeAccount('rising@example.org')
      const { access_token } = await logIn('rising@example.org')
      await server.accounts.store.setPlan('rising@example.org', 'paid')
      expect(await (await callerOf(access_token)).json()).toMatchObject({ plan: 'paid', pack: 'full' })
      await server.accounts.store.setPlan('rising@example.org', 'gold')
      for (const path of ['/api/account', '/api/rules']) {
        const response = await fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${access_token}` } })
        expect([response.status, await response.json()]).toMatchObject([403, { type: '/problems/plan-unknown', plan: 'gold' }])
      }
    })

    it('log devices out by their token, and on their page', async () => {
      await makeAccount('leaver@example.org')
      const [one, other] = [await logIn('leaver@example.org'), await logIn('leaver@example.org')]
      expect((await post('/oauth/revoke', { token: one.access_token })).status).toBe(200)
      expect((await post('/oauth/revoke', { token: one.access_token })).status).toBe(200)
      expect([(await callerOf(one.access_token)).status, (await callerOf(other.access_token)).status]).toEqual([401, 200])

      const key = other.access_token.split('_')[1] ?? ''
      await makeAccount('meddler@example.org')
      await (await signIn('meddler@example.org')).ask('/account', { key })
      expect((await callerOf(other.access_token)).status).toBe(200)
      const browser = await signIn('leaver@example.org')
      expect(await (await browser.ask('/account')).text()).toContain(key)
      await browser.ask('/account', { key })
      expect(await (await browser.ask('/account')).text()).not.toContain(key)
      expect((await callerOf(other.access_token)).status).toBe(401)
    })

    it('leave keys of operators to operators', async () => {
      const { token } = await server.keys.create({ owner: 'acme', plan: 'paid' })
      const response = await post('/oauth/revoke', { token })
      expect([response.status, (await response.json()).error]).toEqual([400, 'unsupported_token_type'])
      expect((await callerOf(token)).status).toBe(200)
    })

    it('have their passwords changed, which ends their sessions', async () => {
      const id = await makeAccount('changer@example.org')
      const browser = await signIn('changer@example.org')
      await server.accounts.auth.setPassword(id, 'another password of it')
      expect((await browser.ask('/account')).status).toBe(303)
      expect((await signIn('changer@example.org')).status).toBe(403)
      expect((await signIn('changer@example.org', 'another password of it')).status).toBe(303)
      await expect(makeAccount('Changer@example.org')).resolves.toBe('there was one')
    })

    it('remove records that expired long ago', async () => {
      await begin()
      await server.database.db
        .updateTable('device_codes')
        .set({ expires_at: new Date(Date.now() - 7_200_000).toISOString() })
        .execute()
      await begin()
      expect(await server.database.db.selectFrom('device_codes').select('expires_at').execute()).toHaveLength(1)
    })
  })
}
