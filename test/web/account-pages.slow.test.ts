import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { needs } from '../cli/needs.ts'
import { openAccountServer } from '../http/open-accounts.ts'
import { findChromium, openBrowser, waitForText } from './open-browser.ts'

const chromium = findChromium()
const PASSWORD = 'correct horse battery'

/** The pictures of the documentation, as those of the page. */
async function picture(page: Page, name: string): Promise<void> {
  const pictures = process.env.ASSAY_PICTURES
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.webp`), type: 'webp', quality: 70 })
}

describe.runIf(needs(chromium !== undefined, 'Chromium is not installed (Debian: chromium)'))('the pages of accounts in a real browser', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-account-pages-'))
  const server = await openAccountServer(join(folder, 'keys.db'), { openSignUp: true })
  const browser = await openBrowser(chromium ?? '')
  afterAll(async () => {
    await browser.close()
    await server.keys.close()
    rmSync(folder, { recursive: true })
  })

  it('sign a user in, who approves a device, on a desktop and a phone', async () => {
    await server.accounts.auth.createAccount({ email: 'ada@example.org', plan: 'paid', password: PASSWORD })
    const begun = await fetch(`${server.url}/oauth/device`, { method: 'POST', body: new URLSearchParams({ client_id: 'assay-cli' }) })
    const device = await begun.json()
    const page = await browser.newPage()
    await page.setViewport({ width: 760, height: 640 })
    await page.goto(device.verification_uri_complete)
    const shapes = await page.$$eval('input:not([type=hidden])', (inputs) => inputs.map((input) => [input.clientWidth, input.clientHeight]))
    expect(shapes).toEqual([shapes[0], shapes[0]])
    await picture(page, 'sign-in')
    await page.type('input[name=email]', 'ada@example.org')
    await page.type('input[name=password]', PASSWORD)
    await Promise.all([page.waitForNavigation(), page.click('form button')])
    expect(await page.$eval('.device-code', (code) => [code.textContent, Number.parseFloat(getComputedStyle(code).fontSize) > 20])).toEqual([
      device.user_code,
      true,
    ])
    await picture(page, 'device')
    await page.setViewport({ width: 360, height: 740 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await picture(page, 'device-phone-dark')
    await Promise.all([page.waitForNavigation(), page.click('form button')])
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('The device is logged in')
    const told = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: device.device_code,
        client_id: 'assay-cli',
      }),
    })
    expect([told.status, (await told.json()).token_type]).toEqual([200, 'Bearer'])
  })

  it('let a person create a key, copy it, use it on the page for scans, and revoke it', async () => {
    await server.accounts.auth.createAccount({ email: 'bob@example.org', plan: 'paid', password: PASSWORD })
    const context = await browser.createBrowserContext()
    await context.overridePermissions(server.url, ['clipboard-read', 'clipboard-sanitized-write'])
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.setViewport({ width: 760, height: 740 })
    await page.goto(server.url)
    await Promise.all([page.waitForNavigation(), page.click('nav a[href="/login"]')])
    await page.type('input[name=email]', 'bob@example.org')
    await page.type('input[name=password]', PASSWORD)
    await Promise.all([page.waitForNavigation(), page.click('form button')])
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Your account')
    await page.type('#name', 'Nightly build')
    await Promise.all([page.waitForNavigation(), page.click('form[action="/account/keys"] button')])
    const token = await page.$eval('#new-key', (field) => (field instanceof HTMLInputElement ? field.value : ''))
    expect(token).toMatch(/^assay_/)
    await page.waitForSelector('#copy-key:not([hidden])')
    await page.click('#copy-key')
    expect(await waitForText(page, '#copied', 'Copied')).toBe('Copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)

    await page.goto(`${server.url}/account`)
    expect(await page.$eval('.keys', (list) => list.textContent)).toContain('Nightly build')
    await picture(page, 'account')
    await page.setViewport({ width: 320, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

    await page.goto(server.url)
    await page.evaluate(() => document.querySelector('#key')?.closest('details')?.setAttribute('open', ''))
    await page.type('#token', token)
    await page.keyboard.press('Enter')
    expect(await waitForText(page, '#signed-in', 'Signed in')).toMatch(/Signed in as bob@example\.org.*\d{3} rules of the pack full/)
    await page.click('nav a[href="/rules"]')
    expect(await waitForText(page, '#rules-shown', 'rules')).toMatch(/^\d{3} rules$/)

    await page.goto(`${server.url}/account`)
    await Promise.all([page.waitForNavigation(), page.click('button[aria-label="Revoke Nightly build"]')])
    expect(await page.$('.keys')).toBeNull()
    expect((await fetch(`${server.url}/api/account`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401)
    expect(complaints).toEqual([])

    await page.goto(server.url)
    await page.evaluate(() => document.querySelector('#key')?.closest('details')?.setAttribute('open', ''))
    await page.type('#token', token)
    await page.keyboard.press('Enter')
    expect(await waitForText(page, '#key [role=alert]', 'Not signed in')).not.toContain(token)
    expect(await page.$('#signed-in')).toBeNull()
  })
})
