import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'

/** A minimal OpenID Connect provider on this machine. */
export interface StandInProvider {
  readonly client: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
  /**
   * Signs in at the URL to which a browser was redirected. Returns the redirect back. `claims` replace those of the ID token; `undefined` removes
   * one.
   */
  signIn(address: string, email: string, claims?: Readonly<Record<string, unknown>>): Promise<string>
  close(): Promise<void>
  reopen(): Promise<void>
}

/** Starts a provider, which signs with its own key. */
export async function openProvider(): Promise<StandInProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const people = new Map<string, { readonly email: string; readonly nonce: string | null; readonly claims: object }>()
  let issuer = ''
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  function sign(claims: object): string {
    const text = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
  }
  function answer(path: string, body: string): object | undefined {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      }
    if (path === '/keys') return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }
    const person = path === '/token' ? people.get(new URLSearchParams(body).get('code') ?? '') : undefined
    if (person === undefined) return undefined
    const seconds = Math.floor(Date.now() / 1000)
    const { email, nonce, claims: own } = person
    const claims = {
      iss: issuer,
      aud: 'assay',
      sub: `sub-${email}`,
      email,
      email_verified: true,
      name: 'Somebody',
      iat: seconds,
      exp: seconds + 60,
      nonce,
      ...own,
    }
    return { access_token: 'of-the-provider', token_type: 'Bearer', expires_in: 60, id_token: sign(claims) }
  }
  const start = (port: number): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const told = answer(request.url ?? '', Buffer.concat(chunks).toString())
          response.writeHead(told ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(told ?? {}))
        })
      }).listen(port, '127.0.0.1', () => resolve(server))
    })
  let server = await start(0)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  issuer = `http://127.0.0.1:${port}`
  return {
    client: { issuer, clientId: 'assay', clientSecret: 'of the provider' },
    async signIn(sentTo, email, claims = {}) {
      const { searchParams } = new URL(sentTo)
      const code = `code-${people.size}`
      people.set(code, { email, nonce: searchParams.get('nonce'), claims })
      return `${searchParams.get('redirect_uri') ?? ''}?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()}`
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
    async reopen() {
      server = await start(port)
    },
  }
}
