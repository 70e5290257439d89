import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RATE_HEADERS } from '../../adapters/http/rate-headers.ts'
import { PROBLEMS } from '../../adapters/http/problems.ts'
import { root } from '../../tools/root.mjs'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, upload } from './open-server.ts'

const server = await openServer({ scans: { ...sourceThreads, workers: 1 }, corsOrigins: ['https://example.com'] })

describe('the web page', () => {
  it('comes with everything it needs from this service, and allows nothing else', async () => {
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

  it('has examples in which something is found, and which look as they are sent', async () => {
    const html = await (await fetch(`${server.url}/`)).text()
    // Has a quota of its own.
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

  it('shows the formula that the grade is made by, as the README does', async () => {
    const html = await (await fetch(`${server.url}/`)).text()
    const [formula = ''] = /score = floor\(.*\)/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
    expect(formula).toContain('max(0.90, 0.99^low)')
    expect(html).toContain(`<code>${formula}</code>`)
  })

  it('is the same at the address of a rule', async () => {
    const pages = await Promise.all(['/', '/rules/code-injection'].map(async (path) => (await fetch(server.url + path)).text()))
    expect(pages[1]).toBe(pages[0])
  })

  it('never sets mark-up from an answer', () => {
    const folder = join(root, 'adapters/web')
    const sources = readdirSync(folder).filter((name) => /\.tsx?$/.test(name))
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
})

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    fetch(server.uploadUrl, { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } })

  it('may call when they are configured', async () => {
    const response = await preflight('https://example.com')
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, 'https://example.com'])
  })

  it('are told before they send what they may send, with the headers of the endpoint', async () => {
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

describe('what browsers are told', () => {
  it.each(['/', '/healthz', '/problems', '/nothing'])('of %s: not to hand it to other pages', async (path) => {
    const { headers } = await fetch(server.url + path)
    expect([headers.get('cross-origin-resource-policy'), headers.get('strict-transport-security')]).toEqual(['same-origin', null])
  })

  it.each([
    { name: 'by TLS, as the proxy says', hops: 1, proto: 'https', told: 'max-age=31536000' },
    { name: 'in the clear, as the proxy says', hops: 1, proto: 'http', told: null },
    { name: 'by TLS, as the client says', hops: 0, proto: 'https', told: null },
  ])('to use TLS alone is told on what came $name: $told', async ({ hops, proto, told }) => {
    const secure = await openServer({ scans: { ...obedientThreads, workers: 1 }, trustedProxyHops: hops, hstsSeconds: 31_536_000 })
    const { headers } = await fetch(`${secure.url}/healthz`, { headers: { 'X-Forwarded-Proto': proto } })
    expect(headers.get('strict-transport-security')).toBe(told)
  })
})
