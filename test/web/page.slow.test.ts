import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'
import { needs } from '../cli/needs.ts'
import { openServer, unlimited } from '../http/open-server.ts'
import { makeZip } from '../http/zip-archive.ts'
import { sourceThreads } from '../pool/source-threads.ts'
import { startStandIn } from '../../tools/triage/stand-in.mjs'
import { settingsFor } from '../triage/open-triage.ts'
import { findBarriers } from './find-barriers.ts'
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

const STRIPE_KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')
const SETTINGS = `module.exports = {\n  key: '${STRIPE_KEY}',\n}\n`

/** Whether the page is wider than the window, and which blocks of text are cut off. */
function findCuts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const blocks = [...document.querySelectorAll('pre')].filter((block) => block.closest('.code') === null && block.scrollWidth > block.clientWidth)
    const isWide = document.documentElement.scrollWidth > innerWidth
    return [...(isWide ? ['page'] : []), ...blocks.map((block) => block.textContent ?? '')]
  })
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
    mkdirSync(join(folder, 'triaged'))
    const serve = (checks: string): string =>
      `const app = require('express')()\napp.get('/f', (req, res) => {\n  const name = req.query.name\n${checks}  res.sendFile('/data/' + name)\n})\n`
    writeFileSync(join(folder, 'triaged', 'safe.js'), serve('  validateName(name)\n'))
    writeFileSync(join(folder, 'triaged', 'open.js'), serve(''))
    writeFileSync(
      join(folder, 'shop.zip'),
      makeZip([
        { name: 'files.js', content: SHOP['files.js'] },
        { name: './routes.js', content: SHOP['routes.js'] },
        { name: 'settings.js', content: SETTINGS },
        { name: 'über.py', content: 'import os, sys\nos.system("ls " + sys.argv[1])\n' },
      ]),
    )
    writeFileSync(join(folder, 'settings.js'), SETTINGS)
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** All tests share it, because it loads its rules with the first scan. */
  const free = openServer({ scans: { ...sourceThreads, workers: 1 }, tiers: unlimited })

  it('accepts a dropped folder, and shows its grade, findings, code and data flow', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    await dropFiles(page, '#drop', [join(folder, 'shop')])
    expect(await waitForText(page, '#chosen', '4 files')).toContain('4 files')
    await page.click('#scan')
    expect(await waitForText(page, '#grade', '')).toMatch(/^[A-F]\+?$/)
    expect(await page.$eval('#counts', (list) => list.textContent)).toContain('1 critical')
    expect(await waitForText(page, '#gaps', 'Rust')).toContain('scanned only for secrets')

    // Found by words and by severity.
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

    // The data-flow path, step by step.
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

    // A rule page, and back to the result.
    await page.click('.findings a[href="/rules/command-injection"]')
    expect(await waitForText(page, '#rule', 'CWE-78')).toContain('Fix: ')
    expect(await waitForText(page, '#reported', 'JavaScript')).toContain('spawn(')
    expect(await waitForText(page, '#not-reported', 'Python')).toContain('JavaScript')
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

  /** Opens the only finding of a rule, and returns its content. */
  async function openFinding(page: Page, rule: string): Promise<string> {
    await page.click('#filter', { count: 3 })
    await page.type('#filter', rule)
    await page.waitForFunction(() => document.querySelectorAll('.findings > li').length === 1)
    await page.click('.findings summary')
    await page.waitForSelector('.findings .code .line, .findings .no-code')
    return page.$eval('.findings > li', (item) => item.textContent ?? '')
  }

  it('accepts an archive, and shows the code of its findings with secrets masked', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    await dropFiles(page, '#drop', [join(folder, 'shop.zip')])
    await waitForText(page, '#chosen', '1 file')
    await page.click('#scan')
    expect(await waitForText(page, '#counts', 'critical')).toContain('2 critical')
    await openFinding(page, 'command-injection files.js')
    expect(await page.$$eval('.code mark', (parts) => parts.map((part) => part.textContent).join(''))).toBe("cp.execSync('ls ' + dir)")
    await page.click('.trace li:first-child button')
    expect(await waitForText(page, '.code .marked', 'req.query')).toContain('req.query')
    await page.click('.findings summary')
    expect(await openFinding(page, 'über.py')).toContain('os.system("ls " + sys.argv[1])')
    await page.click('.findings summary')
    const secret = await openFinding(page, 'secret-stripe-key')
    expect(secret).toContain("key: 'sk_l…',")
    expect(secret).toContain('Secrets are masked.')
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(STRIPE_KEY.slice(6))
    expect(complaints).toEqual([])
  })

  it('shows the verdicts of a triage, the reason of a suppressed finding, and both grades', async () => {
    const standIn = await startStandIn()
    const tiers = { ...unlimited, anonymous: { ...unlimited.anonymous, triage: true } }
    const triage = { settings: settingsFor(standIn.url), key: 'key-of-the-service' }
    const server = await openServer({ scans: { ...sourceThreads, workers: 1 }, tiers, triage })
    const { page, complaints } = await openPage(browser, server.url)
    await dropFiles(page, '#drop', [join(folder, 'triaged')])
    await waitForText(page, '#chosen', '2 files')
    await page.click('#scan')
    await waitForText(page, '#gaps', 'Suppressed findings')
    const text = await page.$eval('body', (body) => body.textContent ?? '')
    expect(text).toMatch(/Triage by openai:stand-in: 2 findings, of these 1 kept, 0 lowered, 1 suppressed/)
    expect(text).toMatch(/Grade without triage: B, score \d+\. With triage: [A-B]\+?, score \d+\./)
    expect(text).toMatch(/safe\.js:5: path-traversal \(reason: The line sanitises the value\. Suppressed by openai:stand-in\)/)
    expect(await openFinding(page, 'path-traversal')).toContain('Triage by openai:stand-in: keep')
    expect(complaints).toEqual([])
    await standIn.close()
  })

  it('explains why it shows no code if the browser cannot read the archive', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    // A name in code page 437, which the service decodes and the browser does not.
    const name = Buffer.from([0x81, ...Buffer.from('.js')])
    writeFileSync(join(folder, 'old-names.zip'), makeZip([{ name, content: SETTINGS, flags: 0 }]))
    await dropFiles(page, '#drop', [join(folder, 'old-names.zip')])
    await waitForText(page, '#chosen', '1 file')
    await page.click('#scan')
    await waitForText(page, '#counts', 'critical')
    const shown = await openFinding(page, 'secret-stripe-key')
    expect(shown).toContain('The code is not shown, because the browser cannot read ü.js from the archive.')
    expect(complaints).toEqual([])
  })

  it('masks secrets in files and in the HTML report that it makes', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    const downloads = mkdtempSync(join(folder, 'downloads-'))
    const session = await page.createCDPSession()
    const browserContextId = page.browserContext().id ?? ''
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads, browserContextId })
    await dropFiles(page, '#drop', [join(folder, 'settings.js')])
    await waitForText(page, '#chosen', '1 file')
    await page.click('#scan')
    await waitForText(page, '#counts', '1 critical')
    expect(await openFinding(page, 'secret-stripe-key')).toContain("key: 'sk_l…',")
    await page.click('#download-html')
    await expect.poll(() => readdirSync(downloads), { timeout: 10_000 }).toEqual(['assay.html'])
    const report = readFileSync(join(downloads, 'assay.html'), 'utf8')
    expect(report).toContain('sk_l…')
    expect(report).not.toContain(STRIPE_KEY.slice(6))
    expect(complaints).toEqual([])
  })

  it('informs the user of a server without keys that no key is needed', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    await page.evaluate(() => document.querySelector('#key')?.closest('details')?.setAttribute('open', ''))
    expect(await waitForText(page, '#no-accounts', 'no accounts')).toContain('accepts any key')
    await page.type('#token', 'anything at all')
    await page.keyboard.press('Enter')
    expect(await waitForText(page, '#key [role=alert]', 'without spaces')).not.toContain('Signed in')
    await page.click('#token', { count: 3 })
    await page.type('#token', 'anything')
    await page.keyboard.press('Enter')
    const told = await waitForText(page, '#signed-in', 'no accounts')
    expect(told).toContain('The key has no effect beyond a higher limit')
    expect(told).toContain('30 rules of the pack public')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Signed in')
    expect(complaints).toEqual([])
  })

  it('lists the rules, searches them, and leads to the page of each and back', async () => {
    const server = await free
    const { page, complaints } = await openPage(browser, server.url)
    await page.click('nav a[href="/rules"]')
    expect(await waitForText(page, '#rules-shown', '30 rules')).toBe('30 rules')
    expect([new URL(page.url()).pathname, await page.title()]).toEqual(['/rules', 'Rules · Assay'])
    const shown = () => page.$$eval('.rules li a', (links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(await shown()).toContain('/rules/command-injection')
    await page.type('#rule-words', 'cwe-78 shell')
    await waitForText(page, '#rules-shown', '1 of 30 rules')
    expect(await shown()).toEqual(['/rules/command-injection'])
    await page.click('#rule-words', { count: 3 })
    await page.keyboard.press('Backspace')
    await page.select('#rule-category', 'secrets')
    await page.select('#rule-severity', 'high')
    await waitForText(page, '#rules-shown', ' of 30')
    expect(await shown()).toEqual(['/rules/secret-generic'])
    await page.select('#rule-category', '')
    await page.select('#rule-severity', '')
    await page.select('#rule-language', 'dockerfile')
    await waitForText(page, '#rules-shown', ' of 30')
    expect(await shown()).toContain('/rules/debug-mode')
    await page.click('.rules a[href="/rules/debug-mode"]')
    expect(await waitForText(page, '#rule', 'debug-mode')).toContain('Fix: ')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.goBack()
    expect(await waitForText(page, '#rules-shown', ' of 30')).not.toBe('30 rules')
    await page.goto(`${server.url}/rules/nothing`)
    expect(await waitForText(page, '#rule [role=alert]', 'A key may have more rules')).toContain('pack public')
    expect(complaints).toEqual([])
  })

  const ADDRESSES = ['/', '/rules', '/rules/command-injection', '/nothing', '/problems', '/problems/invalid-archive', '/docs']
  it.each([
    { scheme: 'light', widths: [320, 1280] },
    { scheme: 'dark', widths: [375, 768, 1920] },
  ])('cuts nothing off and has no barriers, $scheme, at widths of $widths', async ({ scheme, widths }) => {
    const server = await free
    const page = await (await browser.createBrowserContext()).newPage()
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    async function checkWidths(address: string): Promise<void> {
      for (const width of widths) {
        await page.setViewport({ width, height: 800 })
        const where = `${address} at ${width}`
        expect(await findCuts(page), where).toEqual([])
        expect(await findBarriers(page), where).toEqual([])
      }
    }
    for (const address of ADDRESSES) {
      await page.goto(server.url + address, { waitUntil: 'networkidle0' })
      await checkWidths(address)
    }
    await page.goto(server.url)
    await page.click('#try')
    await page.waitForSelector('.findings summary')
    await page.click('.findings summary')
    await page.waitForSelector('.code .line')
    await checkWidths('a result')
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
    expect(refusal).toMatch(/The limit is 1 JSON uploads per minute.*Try again in \d+ seconds.*key.*What this means/)
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
    expect(await waitForText(page, '#key [role=alert]', 'Not signed in')).toContain('does not contain a valid key')
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

describe('the page as it is served', () => {
  it('has fewer than 400 KB when compressed', () => {
    const folder = join(root, 'dist/page')
    const bytes = readdirSync(folder).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
    expect(bytes).toBeLessThan(400_000)
  })
})
