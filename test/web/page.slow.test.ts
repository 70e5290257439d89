import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'
import { needs } from '../cli/needs.ts'
import { openServer, unlimited } from '../http/open-server.ts'
import { makeZip } from '../http/zip-archive.ts'
import { sourceThreads } from '../pool/source-threads.ts'
import { dropFiles, findChromium, openBrowser, openPage, waitForText } from './open-browser.ts'

const chromium = findChromium()
if (process.env.CI !== undefined && chromium === undefined) throw new Error('Chromium is missing: apt-get install chromium')

const SHOP = {
  'routes.js':
    "const { list } = require('./files')\nmodule.exports = (app) => {\n  app.get('/list', (req, res) => res.json(list(req.query.dir)))\n}\n",
  'files.js': "const cp = require('child_process')\nexports.list = (dir) => cp.execSync('ls ' + dir)\n",
  'hello.js': "const app = require('express')()\napp.get('/hello', (req, res) => res.send('<h1>Hello ' + req.query.name))\n",
  'main.rs': 'fn main() {}\n',
  'node_modules/left-out/index.js': 'eval(process.argv[2])\n',
}

describe.runIf(needs(chromium !== undefined, 'Chromium is not installed (Debian: chromium)'))('the page in a real browser', () => {
  let browser: Browser
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-page-'))
    for (const [path, content] of Object.entries(SHOP)) {
      mkdirSync(join(folder, 'shop', path, '..'), { recursive: true })
      writeFileSync(join(folder, 'shop', path), content)
    }
    writeFileSync(
      join(folder, 'shop.zip'),
      makeZip([
        { name: 'files.js', content: SHOP['files.js'] },
        { name: 'routes.js', content: SHOP['routes.js'] },
      ]),
    )
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Loads its rules with the first scan, so all who may share it. */
  const free = openServer({ scans: { ...sourceThreads, workers: 1 }, tiers: unlimited })

  it('takes a folder that is dropped, and shows its grade, findings, code and the way of the data', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    await dropFiles(page, '#drop', [join(folder, 'shop')])
    expect(await waitForText(page, '#chosen', '4 files')).toContain('4 files')
    await page.click('#scan')
    expect(await waitForText(page, '#grade', '')).toMatch(/^[A-F]\+?$/)
    expect(await page.$eval('#counts', (list) => list.textContent)).toContain('1 critical')
    expect(await waitForText(page, '#gaps', 'Rust')).toContain('only looked at for secrets')

    // Found by words, and by severity.
    const shown = () => page.$$eval('.findings > li', (items) => items.map((item) => item.querySelector('summary')?.textContent ?? ''))
    const all = await shown()
    expect(all.length).toBeGreaterThan(1)
    await page.type('#filter', 'hello.js')
    expect(await waitForText(page, '#shown', ' of ')).toMatch(/^1 of /)
    expect((await shown())[0]).toContain('shop/hello.js')
    await page.click('#filter', { count: 3 })
    await page.keyboard.press('Backspace')
    await page.click('#show-critical')
    expect((await shown()).some((text) => text.startsWith('critical'))).toBe(false)
    await page.click('#show-critical')
    await page.select('#group', 'file')
    expect(await page.$$eval('.group h4', (heads) => heads.map((head) => head.textContent))).toContain('shop/files.js (1)')

    // The way of the data, step by step.
    await page.type('#filter', 'command-injection')
    await page.waitForFunction(() => document.querySelectorAll('.findings > li').length === 1)
    await page.focus('.findings summary')
    await page.keyboard.press('Enter')
    await waitForText(page, '.code .marked', 'execSync')
    const marked = await page.$$eval('.code mark', (parts) => parts.map((part) => part.textContent).join(''))
    expect(marked).toBe("cp.execSync('ls ' + dir)")
    expect(await page.$$eval('.code .tok-string', (parts) => parts.map((part) => part.textContent))).toContain("'ls '")
    await page.click('.trace li:first-child button')
    expect(await waitForText(page, '.code figcaption', 'routes.js')).toContain('lines')
    expect(await waitForText(page, '.code .marked', 'req.query')).toContain('req.query')
    expect(await waitForText(page, '.trace', 'Step 1 of')).toContain('Next step')

    // A rule, and back to what was found.
    await page.click('.findings a[href="/rules/command-injection"]')
    expect(await waitForText(page, '#rule', 'CWE-78')).toContain('Fix: ')
    expect(page.url()).toBe(`${server.url}/rules/command-injection`)
    await page.goBack()
    await page.waitForSelector('#result')
    expect(complaints).toEqual([])
  })

  it('lets reports be taken away', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    const downloads = mkdtempSync(join(folder, 'downloads-'))
    const session = await page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: downloads,
      browserContextId: page.browserContext().id ?? '',
    })
    await page.click('#try')
    await page.waitForSelector('#download-json')
    for (const format of ['json', 'html', 'sarif']) await page.click(`#download-${format}`)
    await expect.poll(() => readdirSync(downloads).toSorted(), { timeout: 10_000 }).toEqual(['assay.html', 'assay.json', 'assay.sarif'])
    const read = (name: string) => readFileSync(join(downloads, name), 'utf8')
    expect(JSON.parse(read('assay.json'))).toMatchObject({ findings: [{ rule: 'command-injection' }, { rule: 'xss-server' }] })
    expect(JSON.parse(read('assay.sarif'))).toMatchObject({ version: '2.1.0' })
    expect(read('assay.html')).toContain('<!doctype html>')
    expect(complaints).toEqual([])
  })

  it('takes an archive', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    await dropFiles(page, '#drop', [join(folder, 'shop.zip')])
    await waitForText(page, '#chosen', '1 file')
    await page.click('#scan')
    expect(await waitForText(page, '#counts', 'critical')).toContain('1 critical')
    expect(complaints).toEqual([])
  })

  it('explains limits and other refusals', async () => {
    const server = await openServer({ scans: { ...sourceThreads, workers: 1 }, tiers: { anonymous: { jsonPerMinute: 1 } } })
    const { page, complaints } = await openPage(browser, server.url)
    await page.click('#scan')
    expect(await waitForText(page, '#status', 'Choose files')).toContain('paste code first')
    await page.click('#try')
    expect(await waitForText(page, '#status', 'Done')).toContain('0 more scans this minute')
    await page.click('#try')
    const refusal = await waitForText(page, '#status', 'Too many requests')
    expect(refusal).toMatch(/1 JSON uploads a minute are allowed.*Try again in \d+ seconds.*key.*What this means/)
    expect(await page.$eval('#status a', (link) => link.getAttribute('href'))).toBe('/problems/rate-limited')
    expect(complaints).toEqual([])
  })

  it('signs in with a key, which scans with more rules', async () => {
    const verifyToken = (token: string) => (token === 'good-key' ? { id: 'acme', pack: 'full' } : undefined)
    const server = await openServer({ scans: { ...sourceThreads, workers: 1 }, verifyToken })
    const { page, complaints } = await openPage(browser, server.url)
    await page.evaluate(() => document.querySelector('#key')?.closest('details')?.setAttribute('open', ''))
    await page.type('#token', 'bad-key')
    await page.keyboard.press('Enter')
    expect(await waitForText(page, '#key [role=alert]', 'Not signed in')).toContain('no token of this service')
    await page.click('#token', { count: 3 })
    await page.type('#token', 'good-key')
    await page.keyboard.press('Enter')
    expect(await waitForText(page, '#signed-in', 'full')).toMatch(/\d{3} rules/)
    await page.click('#try')
    expect(await waitForText(page, '#status', 'Done')).toContain('29 more scans')
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))).toBe('[{},{},""]')
    expect(complaints).toEqual([])
  })

  it.each([
    { name: 'a desk', width: 1100, scheme: 'light', picture: 'page-desk' },
    { name: 'a desk in the dark', width: 1100, scheme: 'dark', picture: 'page-dark' },
    { name: 'a phone', width: 360, scheme: 'light', picture: 'page-phone' },
    { name: 'a phone in the dark', width: 360, scheme: 'dark', picture: 'page-phone-dark' },
  ])('fits $name, and can be read', async ({ width, scheme, picture }) => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url, { width, height: 740 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.click('#try')
    await page.waitForSelector('.findings summary')
    await page.click('.findings summary')
    await page.waitForSelector('.code .line')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    // The pictures of the documentation: `ASSAY_PICTURES=docs/pictures npm run test:slow -- test/web`.
    const pictures = process.env.ASSAY_PICTURES
    if (pictures !== undefined) await (await page.$('#result'))?.screenshot({ path: join(pictures, `${picture}.webp`), type: 'webp', quality: 70 })
    const [ink = 0, ground = 0] = await page.evaluate(() => {
      const style = getComputedStyle(document.body)
      return [style.color, style.backgroundColor].map((color) => (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0))
    })
    expect(scheme === 'dark' ? ink - ground : ground - ink).toBeGreaterThan(400)
    expect(complaints).toEqual([])
  })

  it('can be used by keys alone, and every control has a name', async () => {
    const server = await free
    const { page } = await openPage(browser, server.url)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the upload')
    await page.click('#try')
    await page.waitForSelector('#result')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('result')
    const nameless = await page.$$eval(
      'input, select, textarea, button',
      (controls) =>
        controls.filter((control) => {
          const labels = 'labels' in control && control.labels instanceof NodeList ? control.labels.length : 0
          return labels === 0 && (control.textContent ?? '').trim() === '' && control.getAttribute('aria-label') === null
        }).length,
    )
    expect(nameless).toBe(0)
  })
})

describe('the page as it is sent', () => {
  it('has fewer than 400 KB when compressed', () => {
    const folder = join(root, 'dist/page')
    const bytes = readdirSync(folder).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
    expect(bytes).toBeLessThan(400_000)
  })
})
