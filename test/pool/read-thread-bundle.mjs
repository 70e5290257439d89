import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../tools/root.mjs'

export const THREADS_FOLDER = join(root, '.cache/threads')
export const THREADS_INDEX = join(THREADS_FOLDER, 'index.json')

/**
 * Addresses of bundled modules by the addresses of their sources. Empty without a bundle, or with one that is older than a source.
 *
 * @returns {Readonly<Record<string, string>>}
 */
export function readThreadBundle() {
  if (!existsSync(THREADS_INDEX)) return {}
  const made = statSync(THREADS_INDEX).mtimeMs
  const { entries, sources } = JSON.parse(readFileSync(THREADS_INDEX, 'utf8'))
  const isFresh = sources.every((source) => (statSync(source, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < made)
  return isFresh ? Object.fromEntries(entries.map((pair) => pair.map((path) => pathToFileURL(path).href))) : {}
}
