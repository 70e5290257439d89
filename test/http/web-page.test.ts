import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RATE_HEADERS } from '../../adapters/http/limits/rate-headers.ts'
import { PROBLEMS } from '../../adapters/http/problems/problems.ts'
import { root } from '../../tools/root.mjs'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, upload } from './open-server.ts'

const server = await openServer({ scans: { ...sourceThreads, workers: 1 }, corsOrigins: ['https://example.com'] })

describe('the web page', () => {
  it('loads resources only from this service, and forbids others', async () => {
    const response = await fetch(`${server.url}/`)
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    const links = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(3)
    for (const link of new Set(links)) expect((await fetch(server.url + link)).status, link).toBe(200)
  })

  it('has no inline script or style, which its policy would block', async () => {
    const html = await (await fetch(`${server.url}/`)).text()
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
  })

  it('has examples with findings, which look like the uploaded code', async () => {
    const html = await (await fetch(`${server.url}/`)).text()
    // Has its own quota.
    const caller = { Authorization: 'Bearer anyone' }
    const [, command = ''] = /-d '([^']+)'/.exec(html) ?? []
    const { criticalCount } = await (await upload(server.uploadUrl, JSON.parse(command), caller)).json()
    expect(criticalCount).toBe(1)
    const [, escaped = ''] = /<template id="example">([^]*?)<\/template>/.exec(html) ?? []
    expect(escaped.replaceAll(/&[lg]t;/g, '')).not.toMatch(/[&<]/)
    const content = escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    const result: { findings: { rule: string }[] } = await (
      await upload(server.uploadUrl, { files: [{ path: 'example.js', content }] }, caller)
    ).json()
    expect(result.findings.map(({ rule }) => rule)).toEqual(['command-injection', 'xss-server'])
  })

  it('shows the formula that the grade is made by, as the documentation does', async () => {
    const html = await (await fetch(`${server.url}/`)).text()
    const [formula = ''] = /score = floor\(.*\)/.exec(readFileSync(join(root, 'docs/explanation/grading.md'), 'utf8')) ?? []
    expect(formula).toContain('max(0.90, 0.99^low)')
    expect(html).toContain(`<code>${formula}</code>`)
  })

  it('is the same at the addresses of the rules', async () => {
    const pages = await Promise.all(['/', '/rules', '/rules/code-injection'].map(async (path) => (await fetch(server.url + path)).text()))
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('<a href="/rules">')
  })

  it.each([
    { name: 'no keys', options: {}, shown: 'data-keys="none"' },
    { name: 'keys', options: { verifyToken: () => undefined }, shown: 'data-keys="configured"' },
  ])('knows that the server has $name, and does not link to a sign-in page that does not exist', async ({ options, shown }) => {
    const other = await openServer({ scans: { ...obedientThreads, workers: 1 }, ...options })
    const html = await (await fetch(other.url)).text()
    expect(html).toContain(shown)
    expect(html).not.toContain('/login')
  })

  it('never sets mark-up from an answer', () => {
    const folder = join(root, 'adapters/web')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    expect(sources.length).toBeGreaterThan(10)
    for (const name of sources)
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/i)
  })
})

describe('the pages of problems', () => {
  it.each(Object.entries(PROBLEMS))('explain %s', async (name, { title }) => {
    const response = await fetch(`${server.url}/problems/${name}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain(`<h1>${title}</h1>`)
  })

  it.each(Object.entries(PROBLEMS))(
    'explain %s themselves, without reference to a file of the repository',
    async (name, { status, meaning, advice }) => {
      const html = await (await fetch(`${server.url}/problems/${name}`)).text()
      const text = html
        .replaceAll(/<\/?code>/g, '`')
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
      expect(text).toContain(meaning)
      expect(text).toContain(advice)
      expect(text).toContain(`"status": ${status}`)
      expect(text).not.toMatch(/\.md\b/)
    },
  )

  it('are listed with links', async () => {
    const html = await (await fetch(`${server.url}/problems`)).text()
    expect([...html.matchAll(/href="\/problems\/([^"]+)"/g)].map(([, name]) => name)).toEqual(Object.keys(PROBLEMS))
  })
})

const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

describe('an address where nothing is', () => {
  const get = (path: string, accept: string | undefined, method = 'GET') =>
    fetch(server.url + path, { method, headers: accept === undefined ? {} : { Accept: accept } })

  it.each([
    { name: 'a browser', accept: CHROME, type: 'text/html; charset=utf-8' },
    { name: 'a client that accepts only HTML', accept: 'text/html', type: 'text/html; charset=utf-8' },
    { name: 'a client that prefers HTML', accept: 'application/json;q=0.5, text/html', type: 'text/html; charset=utf-8' },
    { name: 'a client without a preference', accept: '*/*', type: 'application/problem+json' },
    { name: 'a client that prefers JSON', accept: 'application/json, text/html;q=0.9', type: 'application/problem+json' },
    { name: 'a client that prefers problem documents', accept: 'application/problem+json, text/html;q=0.1', type: 'application/problem+json' },
    { name: 'a client that refuses HTML', accept: 'text/html;q=0', type: 'application/problem+json' },
    { name: 'a client that sends nonsense', accept: ';;,=', type: 'application/problem+json' },
  ])('answers $name with $type', async ({ accept, type }) => {
    for (const path of ['/nothing', '/account', '/api/nothing', '/rules/a/b', '/problems/nothing', '/api/rules/nothing']) {
      const response = await get(path, accept)
      expect([response.status, response.headers.get('content-type')], path).toEqual([404, type])
      expect(response.headers.get('vary'), path).toContain('Accept')
      expect(response.headers.get('x-request-id'), path).not.toBeNull()
    }
  })

  it('shows people where to go, under the policy of all pages', async () => {
    const response = await get('/nothing/%3Cscript%3Ealert(1)%3C/script%3E?q=<b>', CHROME)
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<h1>Page not found</h1>')
    expect(html).not.toMatch(/<script|<b>|alert/)
    for (const link of ['/', '/rules', '/docs', '/problems/not-found']) expect(html).toContain(`href="${link}"`)
  })

  it('answers HEAD without a body, and uploads always with a document', async () => {
    const head = await get('/nothing', CHROME, 'HEAD')
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([404, 'text/html; charset=utf-8', ''])
    const post = await fetch(server.uploadUrl, {
      method: 'POST',
      headers: { Accept: CHROME, Authorization: 'Bearer anyone', 'Content-Type': 'application/json' },
      body: '{',
    })
    expect([post.status, post.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
  })
})

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    fetch(server.uploadUrl, { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } })

  it('may call when they are configured', async () => {
    const response = await preflight('https://example.com')
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, 'https://example.com'])
  })

  it('receive CORS headers before an upload, with the headers of the endpoint', async () => {
    const { headers } = await preflight('https://example.com')
    expect(headers.get('access-control-allow-methods')).toBe('GET,POST')
    expect(headers.get('access-control-allow-headers')).toContain('Authorization')
    expect([headers.get('vary'), headers.get('access-control-max-age'), headers.get('allow')]).toEqual([
      'Origin, Access-Control-Request-Headers',
      '600',
      'POST, OPTIONS',
    ])
    expect(RATE_HEADERS.filter((name) => headers.get(name) === null)).toEqual([])
  })

  it('see the answer and its quota', async () => {
    const response = await upload(server.uploadUrl, filesOf('a'), { Origin: 'https://example.com' })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, 'https://example.com'])
    expect(response.headers.get('access-control-expose-headers')).toContain('RateLimit-Remaining')
    expect(response.headers.get('ratelimit-remaining')).toBe('4')
  })

  it('may not call otherwise', async () => {
    expect((await preflight('https://example.org')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('security headers', () => {
  it.each(['/', '/healthz', '/problems', '/nothing'])('of %s: forbids other origins to read it', async (path) => {
    const { headers } = await fetch(server.url + path)
    expect([headers.get('cross-origin-resource-policy'), headers.get('strict-transport-security')]).toEqual(['same-origin', null])
  })

  it.each([
    { name: 'by TLS, according to the proxy', hops: 1, proto: 'https', told: 'max-age=31536000' },
    { name: 'without TLS, according to the proxy', hops: 1, proto: 'http', told: null },
    { name: 'by TLS, according to the client', hops: 0, proto: 'https', told: null },
  ])('for requests $name, HSTS is: $told', async ({ hops, proto, told }) => {
    const secure = await openServer({ scans: { ...obedientThreads, workers: 1 }, trustedProxyHops: hops, hstsSeconds: 31_536_000 })
    const { headers } = await fetch(`${secure.url}/healthz`, { headers: { 'X-Forwarded-Proto': proto } })
    expect(headers.get('strict-transport-security')).toBe(told)
  })
})
