import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../adapters/http/problems.ts'
import { root } from '../../tools/root.mjs'
import { sourceThreads } from '../pool/source-threads.ts'
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

  it('names every field, and never sets mark-up from an answer', async () => {
    const html = await (await fetch(`${server.url}/`)).text()
    const script = await (await fetch(`${server.url}/page.js`)).text()
    for (const [, id = ''] of html.matchAll(/<(?:input|textarea) id="(name|code|token)"/g)) expect(html).toContain(`<label for="${id}">`)
    for (const [, id = ''] of script.matchAll(/byId\('([\w-]+)'\)/g)) expect(html, id).toContain(`id="${id}"`)
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/)
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
