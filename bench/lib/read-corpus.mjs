import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Larger files are not scanned by default. */
const MAX_FILE_UNITS = 1_000_000

/** Texts of JavaScript and TypeScript files of this project's own `node_modules`, in path order, until `maxUnits` UTF-16 units are reached. */
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

/**
 * Files of all packages in `node_modules`, taken evenly from the sorted list: about `maxUnits` UTF-16 units of JavaScript and a third of that of TypeScript.
 * Declarations are left out, since nothing runs in them. The same files come as long as the lock file stays.
 */
export function readSpreadCorpus(maxUnits) {
  const paths = [...sourceFiles(MODULES, /\.(?:[cm]?[jt]s|[jt]sx)$/)].filter((path) => !/\.d\.[cm]?ts$/.test(path))
  const typed = (path) => /\.(?:[cm]?ts|tsx)$/.test(path)
  const files = (wanted) => wanted.map((path) => ({ path: relative(MODULES, path), text: readFileSync(path, 'utf8') })).filter(isScannable)
  return [...thin(files(paths.filter((path) => !typed(path))), maxUnits), ...thin(files(paths.filter((path) => typed(path))), maxUnits / 3)]
}

/** Files of Python's standard library without its tests, thinned to about `maxUnits`; none where there is no Python. */
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

/** Every so manieth file, so that what is left has about this size. */
function thin(files, maxUnits) {
  const units = files.reduce((sum, { text }) => sum + text.length, 0)
  const step = Math.max(1, units / maxUnits)
  return files.filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step))
}

function* sourceFiles(folder, names) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    // What tools keep in `node_modules/.cache` is there in one clone and not in the other.
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sourceFiles(path, names)
    else if (entry.isFile() && names.test(entry.name)) yield path
  }
}
