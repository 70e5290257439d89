// The time from a keystroke in the playground to its result in Chromium, with 500 lines of code: `npm run bench -- playground`.
import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { strToU8, deflateSync } from 'fflate'
import { root } from '../tools/root.mjs'
import { describeMachine } from './lib/engine.mjs'
import { median } from './lib/measure.mjs'

const LINES = 500
const ROUNDS = 30

const head = (id, language) =>
  `id: ${id}\ntitle: A rule\nseverity: high\nconfidence: high\ncategory: injection\ncwe: [CWE-95]\nlanguages: [${language}]\ndescription: It matches.\n`

const CODE = {
  javascript: (index) => `function f${index}(req, value) {\n  const text = 'a' + value + ${index}\n  return load(text, req.query.name)\n}\n`,
  python: (index) => `def f${index}(request, value):\n    text = "a" + value + str(${index})\n    return load(text, request.args["name"])\n\n`,
}

/** The last line of the code is `eval(x`, so that each `)` adds a match and each Backspace removes it. */
const CASES = [
  { name: 'pattern, JavaScript', language: 'javascript', path: 'app.js', match: 'match:\n  pattern: eval($CODE)\n' },
  { name: 'call, Python', language: 'python', path: 'app.py', match: 'match:\n  call: eval\n' },
  {
    name: 'taint, JavaScript',
    language: 'javascript',
    path: 'app.js',
    match: 'taint:\n  sources: [{ use: http-request }, { pattern: x }]\n  sinks: [{ call: eval, argument: 0 }]\n',
  },
]

const server = await serve(join(root, 'dist/playground'))
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
if (executablePath === undefined) throw new Error('Chromium is missing: apt-get install chromium')
const browser = await puppeteer.launch({ executablePath, args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] })
try {
  console.log(describeMachine())
  console.log(`From a keystroke in ${LINES} lines of code to the match on the page, ${2 * ROUNDS} keystrokes, in ms:`)
  for (const each of CASES) console.log(`${each.name.padEnd(22)} ${summarize(await measure(each))}`)
} finally {
  await browser.close()
  server.close()
}

async function measure({ language, path, match }) {
  const page = await browser.newPage()
  const code = `${Array.from({ length: LINES / 4 }, (_, index) => CODE[language](index)).join('')}eval(x`
  const state = [head('a-rule', language) + match, path, code]
  const fragment = Buffer.from(deflateSync(strToU8(JSON.stringify(state)))).toString('base64url')
  await page.goto(`http://localhost:${server.address().port}/#v1=${fragment}`)
  await page.waitForFunction(() => document.querySelector('#summary')?.textContent?.includes('ms'))
  await page.focus('#code >>> .cm-content')
  await page.keyboard.down('Control')
  await page.keyboard.press('End')
  await page.keyboard.up('Control')
  await page.evaluate(watch)
  const before = await page.evaluate(() => document.querySelectorAll('#matches > li').length)
  for (let round = 0; round < ROUNDS; round++) {
    await press(page, ')', 2 * round + 1)
    await press(page, 'Backspace', 2 * round + 2)
  }
  const times = await page.evaluate(() => globalThis.times)
  await page.close()
  // The first keystrokes compile the code of the engine.
  return { before, times: times.slice(10) }
}

async function press(page, key, number) {
  await page.keyboard.press(key)
  await page.waitForFunction((wanted) => globalThis.times.length >= wanted, { polling: 20 }, number)
}

/** Runs in the page: notes the time from each key to the next frame after the number of matches has changed. */
function watch() {
  globalThis.times = []
  let pressed = 0
  let known = document.querySelectorAll('#matches > li').length
  document.addEventListener('keydown', () => (pressed = performance.now()), { capture: true })
  new MutationObserver(() => {
    const number = document.querySelectorAll('#matches > li').length
    if (number === known) return
    known = number
    globalThis.times.push(performance.now() - pressed)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

function summarize({ times }) {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(0)
  return `median ${median(times).toFixed(0)}, 90th percentile ${at(0.9)}, highest ${at(1)}`
}

async function serve(folder) {
  const types = {
    html: 'text/html',
    js: 'text/javascript',
    css: 'text/css',
    wasm: 'application/wasm',
    svg: 'image/svg+xml',
    json: 'application/json',
  }
  const created = createServer(({ url }, answer) => {
    const name = new URL(url, 'http://localhost').pathname.slice(1) || 'index.html'
    const file = join(folder, name)
    if (!existsSync(file)) return answer.writeHead(404).end()
    return answer.writeHead(200, { 'Content-Type': types[name.split('.').at(-1)] ?? 'text/plain' }).end(readFileSync(file))
  })
  await new Promise((resolve) => created.listen(0, resolve))
  return created
}
