import { createServer, type Server } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'
import { needs } from '../cli/needs.ts'
import { openServer } from '../http/open-server.ts'
import { sourceThreads } from '../pool/source-threads.ts'
import { findBarriers } from './find-barriers.ts'
import { findChromium, openBrowser, waitForText } from './open-browser.ts'

const chromium = findChromium()

const RULE = `id: dynamic-code
title: Code built at run time
severity: high
confidence: medium
category: injection
cwe: [CWE-95]
languages: [javascript]
description: A program runs text as code.
match:
  pattern: eval($CODE)
`

interface OpenPlayground {
  readonly page: Page
  readonly complaints: readonly string[]
  /** Every address that the page and its worker asked for. */
  readonly asked: readonly string[]
}

describe.runIf(needs(chromium !== undefined, 'Chromium is not installed (Debian: chromium)'))('the playground in a real browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser.close())
  const service = openServer({ scans: { ...sourceThreads, workers: 1 } })
  const files = serveFolder(join(root, 'dist/playground'), '/some/where')
  const site = files.then((server) => `http://localhost:${addressOf(server).port}/some/where`)
  afterAll(async () => void (await files).close())

  async function open(address: string, size = { width: 1200, height: 900 }): Promise<OpenPlayground> {
    const context = await browser.createBrowserContext()
    await context.overridePermissions(new URL(address).origin, ['clipboard-read', 'clipboard-sanitized-write'])
    const page = await context.newPage()
    const complaints: string[] = []
    const asked: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => asked.push(request.url()))
    await page.setViewport(size)
    await page.goto(address)
    await waitForText(page, '#summary', ' ms')
    return { page, complaints, asked }
  }

  /** Replaces the text of an editor by pasting. */
  async function paste(page: Page, editor: 'rule' | 'code', text: string): Promise<void> {
    await page.focus(`#${editor} >>> .cm-content`)
    await page.keyboard.down('Control')
    await page.keyboard.press('a')
    await page.keyboard.up('Control')
    await page.$eval(
      `#${editor} >>> .cm-content`,
      (content, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      text,
    )
  }

  /** Presses Ctrl+Space until a list is shown: a change of the editor that comes at the same moment closes it. */
  async function openCompletion(page: Page): Promise<void> {
    const list = '#rule >>> .cm-tooltip-autocomplete'
    for (let attempt = 0; attempt < 10; attempt++) {
      await page.keyboard.down('Control')
      await page.keyboard.press('Space')
      await page.keyboard.up('Control')
      if (await page.waitForSelector(list, { timeout: 2_000 }).catch(() => null)) return
    }
    throw new Error('no list of completions was shown')
  }

  const textsOf = (page: Page, selector: string): Promise<readonly string[]> =>
    page.$$eval(selector, (all) => all.map((each) => each.textContent ?? ''))

  it('shows the matches of a rule and code that are pasted and typed', async () => {
    const { page, complaints } = await open(`${(await service).url}/playground`)
    expect(page.url()).toContain('/playground/')
    await paste(page, 'code', 'const one = 1\neval(input)\n')
    await paste(page, 'rule', RULE)
    await page.waitForFunction(() => document.querySelector('#matches')?.textContent?.includes('A program runs text'))
    expect(await textsOf(page, '#matches .entry')).toEqual(['high Line 2: A program runs text as code.'])
    expect(await textsOf(page, '#code >>> .match')).toEqual(['eval(input)'])
    await page.focus('#code >>> .cm-content')
    await page.keyboard.type('eval(more)')
    expect(await waitForText(page, '#summary', '2 matches')).toContain('2 matches')
    expect(complaints).toEqual([])
  })

  it('shows a mistake of the rule at its line', async () => {
    const { page } = await open(`${await site}/`)
    await paste(page, 'rule', RULE.replace('severity: high', 'severity: hihg'))
    expect(await waitForText(page, '#problems', 'hihg')).toContain('Line 3')
    // The editor draws the marker and moves it to its line in later frames.
    await page.waitForFunction(() => {
      const gutter = document.querySelector('#rule')?.shadowRoot?.querySelector('.cm-lint-marker-error')?.closest('.cm-gutterElement')
      const lines = [...(document.querySelector('#rule')?.shadowRoot?.querySelectorAll('.cm-line') ?? [])]
      const marked = lines.find((line) => line.getBoundingClientRect().top === gutter?.getBoundingClientRect().top)
      return marked?.textContent === 'severity: hihg'
    })
    expect(await page.$eval('#summary', (summary) => summary.textContent)).toContain('1 mistake')
    await paste(page, 'rule', RULE)
    await page.waitForFunction(() => document.querySelector('#problems')?.children.length === 0)
  })

  it('shares its state by a link, and asks nobody but its own server for files', async () => {
    const { url } = await service
    const { page, asked } = await open(`${url}/playground/`)
    await paste(page, 'rule', RULE)
    await paste(page, 'code', 'eval(shared)\n')
    await waitForText(page, '#summary', '1 match')
    await page.click('#share')
    await waitForText(page, '#message', 'copied')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/playground\/#v1=[\w-]+$/)
    const other = await open(link)
    expect(await textsOf(other.page, '#code >>> .match')).toEqual(['eval(shared)'])
    expect((await textsOf(other.page, '#rule >>> .cm-line')).join('\n')).toBe(RULE)
    for (const address of [...asked, ...other.asked]) expect(address).toMatch(/\/(?:playground(?:\/[\w.-]*(?:#.*)?)?|favicon\.svg)$/)
    expect([...asked, ...other.asked].filter((address) => new URL(address).origin !== url)).toEqual([])
  })

  it('copies the rule with a fixture that marks the reported lines', async () => {
    const { page } = await open(`${await site}/`)
    await paste(page, 'rule', RULE)
    await paste(page, 'code', 'const one = 1\neval(input)\n')
    await waitForText(page, '#matches', 'Line 2')
    await page.click('#copy')
    await waitForText(page, '#message', 'copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`# rules/dynamic-code.yaml\n${RULE}\n# fixtures/dynamic-code/app.js\nconst one = 1\n// ruleid: dynamic-code\neval(input)\n`)
  })

  it('draws the trace of a taint finding, and completes keys of the schema', async () => {
    const { page } = await open(`${await site}/#example=taint-javascript`)
    expect(await textsOf(page, '#code >>> .badge')).toEqual(['2', '3', '1', '4', '5'])
    expect(await textsOf(page, '.trace-steps .step')).toHaveLength(5)
    await page.click('.trace-steps li:nth-child(2) .step')
    await page.focus('#rule >>> .cm-content')
    await page.keyboard.down('Control')
    await page.keyboard.press('End')
    await page.keyboard.up('Control')
    await page.keyboard.type('  sani')
    await openCompletion(page)
    expect(await textsOf(page, '#rule >>> .cm-completionLabel')).toContain('sanitizers')
  })

  it('explains a match, and why a line does not match', async () => {
    const { page } = await open(`${await site}/#example=calls-python`)
    await page.focus('#tab-matches')
    await page.keyboard.press('ArrowRight')
    expect(await waitForText(page, '#explanation', 'Matches')).toContain('line 4: requests.get("https://example.com", verify=False)')
    await page.focus('#code >>> .cm-content')
    for (let line = 1; line < 6; line++) await page.keyboard.press('ArrowDown')
    await page.click('#only-line')
    expect(await waitForText(page, '#explanation', 'fails')).toContain('keyword')
    expect(await findBarriers(page)).toEqual([])
  })

  it('shows the syntax tree, in which arrow keys move', async () => {
    const { page } = await open(`${await site}/#example=query-python`)
    await page.click('#tab-tree')
    await page.waitForSelector('#tree .row')
    expect((await textsOf(page, '#tree .row'))[0]).toBe('module 1:1')
    await page.focus('#tree')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    expect(await page.$eval('#tree [aria-selected=true]', (row) => row.textContent)).toContain('function_definition')
  })

  it.each([
    { name: 'on a desktop', size: { width: 1200, height: 900 }, scheme: 'light' },
    { name: 'on a phone in dark mode', size: { width: 320, height: 640 }, scheme: 'dark' },
  ])('has no barriers and is not too wide $name', async ({ size, scheme }) => {
    const { page } = await open(`${await site}/#example=taint-python`, size)
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    expect(await findBarriers(page)).toEqual([])
    await page.click('#tab-tree')
    await page.waitForSelector('#tree .row')
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  })

  it('works as static files in any folder', async () => {
    const { page, complaints, asked } = await open(`${await site}/#example=calls-typescript`)
    expect(await textsOf(page, '#matches .entry')).toHaveLength(1)
    for (const address of asked) expect(address.startsWith(await site)).toBe(true)
    expect(complaints).toEqual([])
  })
})

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
}

/** A server of static files, as any host has one. */
async function serveFolder(folder: string, prefix: string): Promise<Server> {
  const server = createServer(({ url = '' }, answer) => {
    const name = new URL(url, 'http://localhost').pathname.replace(`${prefix}/`, '') || 'index.html'
    const file = join(folder, name)
    if (!existsSync(file)) return void answer.writeHead(404).end()
    answer.writeHead(200, { 'Content-Type': TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return server
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address
}
