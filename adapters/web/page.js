// Sends chosen, dropped or pasted files to this service and shows the answer. Whatever comes back is set as text, never as mark-up.

const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
/** Binary files have a zero byte near their start. */
const HEAD_BYTES = 8192
const SKIPPED_FOLDERS = /(?:^|\/)(?:\.git|node_modules|\.venv|__pycache__)\//
/** Categories whose findings may stand in a line with a secret. */
const OF_SECRETS = ['secrets', 'crypto', 'exposure']
const GOOD = ['A+', 'A']
const FAIR = ['B', 'C']

const byId = (id) => document.getElementById(id)
/** Longer lines are generated, and tell nothing here. */
const MOST_SHOWN = 300
/** Of skipped files, and of those that were scanned in part, so many are named. */
const MOST_NAMED = 20
let chosen = []
/** Lines of what was sent last, by path. */
let sent = new Map()

byId('curl').textContent = byId('curl').textContent.replace('http://localhost:3000', location.origin)
byId('files').addEventListener('change', (event) => choose(fromInput(event.target)))
byId('folder').addEventListener('change', (event) => choose(fromInput(event.target)))
byId('try').addEventListener('click', () => {
  choose([])
  byId('name').value = 'example.js'
  byId('code').value = byId('example').content.textContent
  byId('paste').open = true
  void scan()
})
byId('upload').addEventListener('submit', (event) => {
  event.preventDefault()
  void scan()
})
acceptDrops(byId('drop'))

function fromInput(input) {
  return Array.from(input.files, (file) => ({ path: file.webkitRelativePath || file.name, file }))
}

function acceptDrops(area) {
  area.addEventListener('dragover', (event) => {
    event.preventDefault()
    area.classList.add('over')
  })
  area.addEventListener('dragleave', () => area.classList.remove('over'))
  area.addEventListener('drop', async (event) => {
    event.preventDefault()
    area.classList.remove('over')
    // Entries must be taken before the first wait: the list is emptied when the event ends.
    const entries = Array.from(event.dataTransfer.items, (item) => item.webkitGetAsEntry()).filter(Boolean)
    choose((await Promise.all(entries.map(walk))).flat())
  })
}

async function walk(entry) {
  const path = entry.fullPath.replace(/^\//, '')
  if (SKIPPED_FOLDERS.test(`${path}/`)) return []
  if (entry.isFile) return [{ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) }]
  const reader = entry.createReader()
  const found = []
  for (;;) {
    // A reader hands out at most a hundred entries at a time.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    found.push(...(await Promise.all(some.map(walk))).flat())
  }
}

function choose(files) {
  // The example is no part of anybody's project.
  if (byId('code').value === byId('example').content.textContent) byId('code').value = ''
  chosen = files.filter(({ path }) => !SKIPPED_FOLDERS.test(path))
  const bytes = chosen.reduce((sum, { file }) => sum + file.size, 0)
  byId('chosen').textContent = chosen.length === 0 ? 'No files chosen.' : `${count(chosen.length, 'file')}, ${Math.ceil(bytes / 1024).toLocaleString('en')} KB.`
}

async function scan() {
  byId('scan').disabled = true
  byId('result').hidden = true
  say('Scanning…')
  try {
    const { files, binary, refused } = await readChosen()
    if (refused !== undefined) return say(refused)
    if (files.length === 0) return say('Choose files or paste code first.')
    const body = JSON.stringify({ files })
    if (new Blob([body]).size > MAX_UPLOAD_BYTES) return say('That is more than 10 MB. Choose fewer files, or use the command line.')
    const response = await fetch('/api/scans/upload-json', { method: 'POST', headers: headers(), body })
    const answer = await response.json()
    if (!response.ok) return say(`${answer.title}. ${answer.detail}`)
    sent = new Map(files.map(({ path, content }) => [path, content.split(/\r\n|\r|\n/)]))
    say(binary > 0 ? `Done. ${count(binary, 'binary file')} not sent.` : 'Done.')
    show(answer)
  } catch {
    say('The service cannot be reached.')
  } finally {
    byId('scan').disabled = false
  }
}

/** All texts, however large: what the service leaves out of them it tells, and grades with it in mind. */
async function readChosen() {
  const pasted = byId('code').value
  const files = pasted === '' ? [] : [{ path: byId('name').value || 'pasted.js', content: pasted }]
  const paths = new Set(files.map(({ path }) => path))
  let binary = 0
  for (const { path, file } of chosen) {
    if ((await file.slice(0, HEAD_BYTES).text()).includes('\0')) {
      binary += 1
      continue
    }
    if (file.size > MAX_UPLOAD_BYTES) return { refused: `${path} is larger than 10 MB. Leave it out, or use the command line.` }
    if (paths.has(path)) return { refused: `Two files are called ${path}. Rename the pasted one, or choose one of them.` }
    paths.add(path)
    files.push({ path, content: await file.text() })
  }
  return { files, binary }
}

function headers() {
  const token = byId('token').value.trim()
  return { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
}

function show(result) {
  const grade = byId('grade')
  grade.textContent = result.grade
  grade.className = `grade ${classOf(result.grade)}`
  grade.setAttribute('aria-label', `Grade ${result.grade}`)
  byId('score').textContent = sayScore(result)
  byId('counts').replaceChildren(...['critical', 'high', 'medium', 'low'].map((severity) => item(severity, result[`${severity}Count`])))
  byId('gaps').replaceChildren(...listGaps(result).map((text) => element('li', {}, text)))
  byId('none').hidden = result.grade === 'N/A' || result.findings.length > 0
  byId('findings').replaceChildren(...result.findings.map(toFinding))
  byId('result').hidden = false
  byId('result').focus()
}

function sayScore({ grade, score, filesScanned }) {
  if (filesScanned === 0) return 'No grade: nothing was scanned'
  return `${grade === 'N/A' ? 'No grade: none of the code was read' : `${score} of 100`}, ${count(filesScanned, 'file')} scanned`
}

function classOf(grade) {
  if (grade === 'N/A') return ''
  return GOOD.includes(grade) ? 'good' : FAIR.includes(grade) ? 'fair' : 'poor'
}

function item(severity, number) {
  return element('li', { className: severity }, `${number} ${severity}`)
}

/** What was not looked at, and what comments silenced: a result without it would look better than it is. */
function listGaps({ skipped, partial, unread, scannedAsIs, suppressed, unusedSuppressions }) {
  return [
    ...unread.map(({ language, files }) => `${count(files, 'file')} of ${language}: only looked at for secrets.`),
    ...nameSome(skipped, ({ file, detail }) => `Not scanned: ${file}. ${detail}`),
    ...nameSome(partial, ({ file, line, detail }) => `Scanned in part: ${file}${line === undefined ? '' : `:${line}`}. ${detail}`),
    ...scannedAsIs.map(({ reason, files }) => `No other code is here: ${count(files, `${reason} file`)} scanned as ${files === 1 ? 'it is' : 'they are'}.`),
    ...(suppressed.length > 0 ? [`${count(suppressed.length, 'finding')} suppressed by comments.`] : []),
    ...nameSome(unusedSuppressions, ({ file, line }) => `A comment that silences nothing: ${file}:${line}.`),
  ]
}

function nameSome(list, describe) {
  const further = list.length - MOST_NAMED
  return [...list.slice(0, MOST_NAMED).map(describe), ...(further > 0 ? [`And ${further.toLocaleString('en')} more.`] : [])]
}

function toFinding(finding) {
  const head = element('h3', {}, element('span', { className: `severity ${finding.severity}` }, finding.severity), ` ${finding.title}`)
  const place = element('p', {}, element('code', {}, `${finding.file}:${finding.line}:${finding.column}`), ` · ${[finding.rule, ...finding.cwe].join(' · ')}`)
  const fix = finding.fix ? [element('p', {}, element('strong', {}, 'Fix: '), ...withCode(finding.fix))] : []
  return element('li', {}, head, place, ...toCode(finding), ...toWay(finding.trace), element('p', {}, ...withCode(finding.description)), ...fix)
}

/** The line of a finding, from what was sent: the answer holds no code. Secrets are not shown again. */
function toCode({ category, file, line }) {
  const text = sent.get(file)?.[line - 1]?.trim()
  if (text === undefined || OF_SECRETS.includes(category) || text.length > MOST_SHOWN) return []
  return [element('pre', { tabIndex: 0 }, element('code', {}, text))]
}

/** The way that data took, where it is more than one place. */
function toWay(trace = []) {
  if (trace.length < 2) return []
  const steps = trace.map(({ file, line, what }) => element('li', {}, element('code', {}, `${file}:${line}`), ' ', ...withCode(what)))
  return [element('details', {}, element('summary', {}, `The way of the data, ${count(trace.length, 'step')}`), element('ol', {}, ...steps))]
}

/** What stands between backticks becomes code. */
function withCode(text) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part))
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function count(number, noun) {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function say(text) {
  byId('status').textContent = text
}
