import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CORPUS, PACKAGES } from './corpus-packages.mjs'
import { downloadsFolder } from './downloads-folder.mjs'
import { fetchArchive, readPackage } from './fetch-package.mjs'

const HOME = join(downloadsFolder, 'corpus')
/** Larger files are not scanned by default, by Assay or other tools. */
const MAX_BYTES = 1_000_000
/** Maximum mean line length in characters. Files with longer lines are minified or contain a source map. */
const MAX_MEAN_LINE = 200

const EXTENSIONS = { javascript: /\.(?:[cm]?js|jsx)$/, typescript: /(?<!\.d)\.(?:[cm]?ts|tsx)$/, python: /\.py$/ }

/** Folders of the corpus on disk, one per language. */
export const corpusFolder = join(HOME, 'files')

/**
 * Builds the corpus if it is missing: downloads each package with the registry's own client, checks its hash, and writes the selected files. Throws
 * if a hash or the result differs.
 */
export function ensureCorpus() {
  const stamp = join(HOME, 'corpus.json')
  const wanted = listHash()
  if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).list === wanted) return
  const fresh = `${corpusFolder}.new`
  rmSync(fresh, { recursive: true, force: true })
  rmSync(stamp, { force: true })
  for (const each of PACKAGES) for (const file of filesOf(each)) write(join(fresh, file.path), file.content)
  rmSync(corpusFolder, { recursive: true, force: true })
  renameSync(fresh, corpusFolder)
  const made = measureCorpus()
  if (CORPUS.sha256 !== '' && made.sha256 !== CORPUS.sha256)
    throw new Error(`the corpus came out as ${JSON.stringify(made)}, not ${JSON.stringify(CORPUS)}`)
  writeFileSync(stamp, JSON.stringify({ list: wanted, ...made }))
}

/** @returns {{ files: number, bytes: number, sha256: string }} */
export function measureCorpus() {
  const hash = createHash('sha256')
  let bytes = 0
  const paths = corpusPaths()
  for (const path of paths) {
    const content = readFileSync(join(corpusFolder, path))
    bytes += content.length
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return { files: paths.length, bytes, sha256: hash.digest('hex') }
}

/**
 * Files of the corpus in path order: all of them, or an even sample of about `bytes`, of all or some languages.
 *
 * @param {{ bytes?: number, languages?: readonly string[] }} [wanted]
 * @returns {{ path: string, bytes: Buffer, text: string, language: string }[]}
 */
export function readCorpusFiles({ bytes, languages = Object.keys(EXTENSIONS) } = {}) {
  ensureCorpus()
  const files = corpusPaths()
    .map((path) => ({ path, language: path.slice(0, path.indexOf('/')) }))
    .filter(({ language }) => languages.includes(language))
    .map((file) => ({ ...file, bytes: readFileSync(join(corpusFolder, file.path)) }))
  const kept = bytes === undefined ? files : takeEvenly(files, bytes)
  return kept.map((file) => ({ ...file, text: file.bytes.toString('utf8') }))
}

/** An even sample of files with about this size. */
export function takeEvenly(files, wanted) {
  const whole = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const share = Math.min(1, wanted / whole)
  let seen = 0
  let kept = 0
  return files.filter(({ bytes }) => {
    seen += bytes.length
    // By bytes instead of number, so that a large file does not count as one of many.
    if (kept + bytes.length / 2 > seen * share) return false
    kept += bytes.length
    return true
  })
}

/** A new folder with a part of the corpus, for commands that scan folders. Contains links. */
export function sampleFolder(name, files) {
  const folder = join(HOME, 'samples', name)
  rmSync(folder, { recursive: true, force: true })
  for (const { path } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    linkSync(join(corpusFolder, path), join(folder, path))
  }
  return folder
}

function listHash() {
  const list = PACKAGES.map((each) => [each.name, each.version, each.hash, String(each.only), String(each.except)])
  return createHash('sha256')
    .update(JSON.stringify([list, MAX_BYTES, MAX_MEAN_LINE]))
    .digest('hex')
}

function corpusPaths() {
  const below = (folder) =>
    readdirSync(join(corpusFolder, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? below(path) : [path]
    })
  return below('').sort((left, right) => (left < right ? -1 : 1))
}

function* filesOf(each) {
  const { name, only, except } = each
  for (const { path, content } of readPackage(each, fetchArchive(each, join(HOME, 'downloads')))) {
    const language = Object.keys(EXTENSIONS).find((known) => EXTENSIONS[known].test(path))
    if (language === undefined || only?.test(path) === false || except?.test(path) === true) continue
    if (!/(?:^|[.-])min\./.test(path) && isWritten(content)) yield { path: `${language}/${name}/${path}`, content }
  }
}

function isWritten(content) {
  if (content.length > MAX_BYTES || content.length === 0 || content.includes(0)) return false
  return content.length / content.toString('latin1').split('\n').length <= MAX_MEAN_LINE
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
