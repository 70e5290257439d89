import { compareTexts } from '../../model/compare-texts.ts'

/** Which of the scanned files import which. */
export interface ImportIndex {
  /** Files that import this one, those in the nearest folders first. */
  importersOf(path: string): readonly string[]
  /** Files that this one imports, those in the nearest folders first. */
  importedBy(path: string): readonly string[]
}

/** Files of program code that are searched for imports, and the length of one. */
const MAX_FILES = 5_000
const MAX_CHARACTERS = 1_000_000
const CODE = /\.(?:[cm]?[jt]sx?|py)$/i

/**
 * Finds imports by the text of their statements: a file is parsed only if it is near enough to a finding. Paths are compared from their end, because the folder that
 * absolute names begin in is not known.
 */
export function indexImports(paths: readonly string[], textOf: (path: string) => string | undefined): ImportIndex {
  const code = paths.filter((path) => CODE.test(path)).slice(0, MAX_FILES)
  const byName = new Map<string, string[]>()
  for (const path of code) push(byName, lastOf(moduleOf(path)), path)
  const importers = new Map<string, string[]>()
  const imported = new Map<string, string[]>()
  for (const path of code) {
    for (const name of new Set(importsIn((textOf(path) ?? '').slice(0, MAX_CHARACTERS), path))) {
      for (const target of byName.get(lastOf(name)) ?? []) {
        const module = moduleOf(target)
        if (target === path || (module !== name && !module.endsWith(`/${name}`))) continue
        push(importers, target, path)
        push(imported, path, target)
      }
    }
  }
  const near = (found: readonly string[] | undefined, path: string): readonly string[] =>
    [...new Set(found)].toSorted((left, right) => sharedFolders(right, path) - sharedFolders(left, path) || compareTexts(left, right))
  return { importersOf: (path) => near(importers.get(path), path), importedBy: (path) => near(imported.get(path), path) }
}

/** The name by which a file is imported: its path without extension. A folder stands for its index file. */
function moduleOf(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(CODE, '')
    .replace(/\/(?:index|__init__)$/, '')
}

function lastOf(module: string): string {
  return module.slice(module.lastIndexOf('/') + 1)
}

const SCRIPT_IMPORT = /\b(?:from|import|require)\b\s{0,20}\(?\s{0,20}(['"`])([^'"`\n]{1,200})\1/g
const PYTHON_IMPORT =
  /^[ \t]{0,80}(?:from[ \t]{1,20}(\.{0,20})([\w.]{0,200})[ \t]{1,20}import[ \t]{1,20}(\([^)]{1,500}|[\w ,\t]{1,500})|import[ \t]{1,20}([\w.]{1,200}))/gm

function importsIn(text: string, path: string): readonly string[] {
  const folder = path.replaceAll('\\', '/').split('/').slice(0, -1)
  if (!path.endsWith('.py')) return Array.from(text.matchAll(SCRIPT_IMPORT), ([, , written = '']) => scriptModule(written, folder))
  return Array.from(text.matchAll(PYTHON_IMPORT)).flatMap(([, dots = '', from = '', names = '', whole]) => {
    if (whole !== undefined) return [whole.replaceAll('.', '/')]
    const start = dots === '' ? [] : folder.slice(0, folder.length - dots.length + 1)
    const module = [...start, ...from.split('.').filter((each) => each !== '')].join('/')
    return [module, ...(names.match(/\w+/g) ?? []).map((name) => (module === '' ? name : `${module}/${name}`))]
  })
}

function scriptModule(written: string, folder: readonly string[]): string {
  const plain = written.replace(CODE, '').replace(/\/index$/, '')
  if (!plain.startsWith('.')) return plain.replace(/^[@~#]?\//, '')
  const parts = [...folder]
  for (const part of plain.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function sharedFolders(left: string, right: string): number {
  const [a, b] = [left.split('/'), right.split('/')]
  let count = 0
  while (count < a.length && a[count] === b[count]) count++
  return count
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
