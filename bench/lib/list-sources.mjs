import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const GRAMMARS = [
  [/\.py$/, 'tree-sitter-python'],
  [/\.tsx$/, 'tree-sitter-tsx'],
  [/\.[cm]?ts$/, 'tree-sitter-typescript'],
  [/\.(?:[cm]?js|jsx)$/, 'tree-sitter-javascript'],
]

/**
 * JavaScript, TypeScript and Python files below a folder, relative to it, in code-unit order.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function listSources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && grammarOf(entry.name) !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * The package of the grammar that parses the file, or undefined if the baseline does not read it.
 *
 * @param {string} path
 * @returns {string | undefined}
 */
export function grammarOf(path) {
  return GRAMMARS.find(([pattern]) => pattern.test(path))?.[1]
}
