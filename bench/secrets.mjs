// Compares detected secrets and false positives with gitleaks: `npm run bench -- secrets`. Tokens of every provider in eight file types, and
// installed code without secrets.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../tools/root.mjs'
import { importBuilt } from './lib/engine.mjs'
import { judge, record, skip } from './lib/records.mjs'
import { FILES, SAMPLES } from './lib/secret-samples.mjs'
import { findCommand } from './peers/find-peer.mjs'

const { createScanner } = await importBuilt('src/node/index.js')
const { expandTemplates } = await importBuilt('src/testing/expand-templates.js')

/** Minimum lines without secrets, of npm packages and of Python's standard library each. */
const LINES = 100_000
const ROUNDS = Number(process.argv[2] ?? 1)

const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
const planted = plantTokens()
const clean = [...copyClean('npm', join(root, 'node_modules'), /\.(?:[cm]?[jt]s|json)$/), ...copyClean('python', findPython(), /\.py$/)]
const lines = clean.reduce((sum, { content }) => sum + content.split('\n').length, 0)
console.log(`${planted.length} tokens in files of ${FILES.length} types, ${lines} lines without secrets`)

const scanner = await createScanner({ packs: ['full'] })
tell('assay', await scanWithAssay(planted), await scanWithAssay(clean))
await scanner.close()
const gitleaks = findCommand('gitleaks', { version: ['version'], is: /\d|build/ })
if (gitleaks.missing === undefined) tell(`gitleaks ${gitleaks.version}`, scanWithGitleaks('planted'), scanWithGitleaks('clean'))
else skip(gitleaks.missing)
rmSync(folder, { recursive: true })

/** A file for each token and file type. */
function plantTokens() {
  const made = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [rule, name, template]] of SAMPLES.entries()) {
      for (const [file, write] of FILES) {
        const token = expandTemplates(template, `${round} ${index} ${file}`).text
        made.push({ rule, path: `planted/${round}-${index}/${file}`, content: write(name, token) })
      }
    }
  }
  for (const { path, content } of made) writeTo(path, content)
  return made
}

function copyClean(name, from, wanted) {
  const taken = []
  let left = LINES
  const entries = from === undefined ? [] : readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((path) => wanted.test(path))
  for (const path of entries.filter((path) => !/(?:^|[\\/])(?:tests?|\.bin|site-packages)[\\/]|\.min\.|package-lock/.test(path)).sort(byHash)) {
    if (left <= 0) break
    const content = readText(join(from, path))
    if (content === undefined) continue
    left -= content.split('\n').length
    taken.push({ path: `clean/${name}/${path}`, content })
  }
  for (const { path, content } of taken) writeTo(path, content)
  return taken
}

/** A deterministic sample of packages. */
function byHash(left, right) {
  return hashOf(left) - hashOf(right) || (left < right ? -1 : 1)
}

function hashOf(text) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

function readText(path) {
  try {
    const text = readFileSync(path, 'utf8')
    return text.length > 500_000 ? undefined : text
  } catch (error) {
    if (error.code === 'EISDIR') return undefined
    throw error
  }
}

function findPython() {
  const { stdout } = spawnSync('python3', ['-c', 'import os; print(os.path.dirname(os.__file__))'], { encoding: 'utf8' })
  if (!stdout) skip('python3 is not installed: its standard library is not looked at')
  return stdout?.trim() || undefined
}

function writeTo(path, content) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

/** The path of each finding about secrets. */
async function scanWithAssay(files) {
  const { findings } = await scanner.scan(files, { includeVendored: true })
  return findings.filter(({ category }) => category === 'secrets').map(({ file, line, rule }) => ({ path: file, line, rule }))
}

function scanWithGitleaks(part) {
  const report = join(folder, `${part}.report.json`)
  spawnSync(gitleaks.command, [
    'dir',
    join(folder, part),
    '--no-banner',
    '--exit-code',
    '0',
    '--report-format',
    'json',
    '--report-path',
    report,
    '--log-level',
    'error',
  ])
  return JSON.parse(readFileSync(report, 'utf8')).map(({ File, StartLine, RuleID }) => ({
    path: File.slice(folder.length + 1),
    line: StartLine,
    rule: RuleID,
  }))
}

function tell(name, found, wrong) {
  const paths = new Set(found.map(({ path }) => path))
  const missed = planted.filter(({ path }) => !paths.has(path))
  const share = 1 - missed.length / planted.length
  for (const [file] of FILES)
    record(`${name}: found in ${file}`, 1 - missed.filter(({ path }) => path.endsWith(`/${file}`)).length / (planted.length / FILES.length), '%')
  const rules = [...new Set(missed.map(({ rule }) => rule))]
  console.log(`${name}: ${planted.length - missed.length} of ${planted.length} found, ${wrong.length} false in ${lines} lines`)
  for (const rule of rules) {
    const files = missed.filter((each) => each.rule === rule).map(({ path }) => path.replace('planted/', ''))
    console.log(`  missed ${files.length} of ${rule}: ${files.slice(0, 8).join(' ')}`)
  }
  for (const { path, line, rule } of wrong.slice(0, 40)) console.log(`  false ${rule} ${path}:${line}`)
  if (name === 'assay') {
    judge(`${name}: tokens found`, share, 0.95, { unit: '%', least: true })
    judge(`${name}: false alarms in ${lines} lines`, wrong.length, 2)
  } else {
    record(`${name}: tokens found`, share, '%')
    record(`${name}: false alarms in ${lines} lines`, wrong.length)
  }
}
