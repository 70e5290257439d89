import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Larger files are not scanned by default. */
const MAX_FILE_UNITS = 1_000_000

/** JavaScript and TypeScript files of this project's `node_modules`, in path order, up to `maxUnits` UTF-16 units. */
export function readCorpus(maxUnits) {
  const texts = []
  let units = 0
  for (const path of sourceFiles(MODULES, /\.(?:[cm]?js|tsx?)$/)) {
    const text = readFileSync(path, 'utf8')
    if (text.length > MAX_FILE_UNITS) continue
    texts.push(text)
    units += text.length
    if (units > maxUnits) break
  }
  return { texts, units }
}

/** Larger files are not in samples: one of them takes a fifth of the time. */
const MAX_SAMPLED_UNITS = 60_000

/**
 * An even sample of the files of all packages in `node_modules`: about `maxUnits` UTF-16 units of JavaScript and a third of that of TypeScript.
 * Declarations are excluded, because they contain no code that runs. The sample depends only on the lock file.
 */
export function readSpreadCorpus(maxUnits) {
  const paths = [...sourceFiles(MODULES, /\.(?:[cm]?[jt]s|[jt]sx)$/)].filter((path) => !/\.d\.[cm]?ts$/.test(path))
  const typed = (path) => /\.(?:[cm]?ts|tsx)$/.test(path)
  const files = (wanted) => wanted.map((path) => ({ path: relative(MODULES, path), text: readFileSync(path, 'utf8') })).filter(isScannable)
  return [...thin(files(paths.filter((path) => !typed(path))), maxUnits), ...thin(files(paths.filter((path) => typed(path))), maxUnits / 3)]
}

/** A sample of about `maxUnits` of Python's standard library without its tests. Empty without Python. */
export function readPythonCorpus(maxUnits) {
  const { stdout, status } = spawnSync('python3', ['-c', "import sysconfig; print(sysconfig.get_paths()['stdlib'])"], { encoding: 'utf8' })
  if (status !== 0) return []
  const folder = stdout.trim()
  const paths = [...sourceFiles(folder, /\.py$/)].filter((path) => !/site-packages|[\\/]tests?[\\/]|lib2to3/.test(path))
  return thin(paths.map((path) => ({ path: relative(folder, path), text: readFileSync(path, 'utf8') })).filter(isScannable), maxUnits)
}

function isScannable({ text }) {
  return text.length <= MAX_FILE_UNITS && !text.includes('\0')
}

/** A sample of files with about this size. A hash of the path decides, so that a new package replaces few of them. */
function thin(files, maxUnits) {
  const small = files.filter(({ text }) => text.length <= MAX_SAMPLED_UNITS)
  const units = small.reduce((sum, { text }) => sum + text.length, 0)
  return small.filter(({ path }) => hashOf(path) * units < maxUnits)
}

/** From 0 to 1. */
function hashOf(path) {
  return createHash('sha256').update(path).digest().readUInt32BE(0) / 2 ** 32
}

function* sourceFiles(folder, names) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    // `node_modules/.cache` differs between clones.
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sourceFiles(path, names)
    else if (entry.isFile() && names.test(entry.name)) yield path
  }
}
