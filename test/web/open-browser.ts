import { existsSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

/** The unexpected console messages and errors of a page. */
export interface OpenPage {
  readonly page: Page
  readonly complaints: readonly string[]
}

/** The path of Chromium. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  return folders
    .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

/** Starts a headless browser. Its sandbox needs a user who is not root. */
export function openBrowser(executablePath: string): Promise<Browser> {
  const args = ['--disable-gpu', '--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return puppeteer.launch({ executablePath, args, protocolTimeout: 60_000 })
}

/** A page in a new browser context. */
export async function openPage(
  browser: Browser,
  address: string,
  size: { width: number; height: number } = { width: 1100, height: 900 },
): Promise<OpenPage> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // The browser itself reports refused requests.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.setViewport(size)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForSelector('#scan')
  return { page, complaints }
}

/** Drops files and folders of this machine on an element, as a person does. */
export async function dropFiles(page: Page, selector: string, files: readonly string[]): Promise<void> {
  const box = await (await page.waitForSelector(selector))?.boundingBox()
  if (!box) throw new Error(`${selector} is not to be seen`)
  const session = await page.createCDPSession()
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + box.width / 2, y: box.y + 20, data })
  await session.detach()
}

/** The text of an element, after it contains the awaited text. */
export async function waitForText(page: Page, selector: string, part: string): Promise<string> {
  const holds = (wanted: string, text: string): boolean => document.querySelector(wanted)?.textContent?.includes(text) === true
  await page.waitForFunction(holds, { timeout: 30_000 }, selector, part)
  return page.$eval(selector, (element) => element.textContent ?? '')
}
