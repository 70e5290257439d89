/** A file with its text, as it is uploaded. */
export interface SentFile {
  readonly path: string
  readonly content: string
}

/** References to other files: `import … from './x'`, `require('../y')`, `import('./z')`, `from .a import b`, `import a.b`. */
const SCRIPT_IMPORT = /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*)["'](\.{1,2}\/[^"'\n]*|\.{1,2})["']/g
const PYTHON_IMPORT = /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+([^\n#]*)|import[ \t]+([\w., ]+))/gm
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/
const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.vue',
  '.svelte',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.jsx',
]

/**
 * Groups files that import each other, directly or indirectly, and files with the same value of `togetherAs`. Files are ordered by path, groups by
 * their first path. Imports are found by regular expressions.
 */
export function linkFiles(files: readonly SentFile[], togetherAs: (path: string) => string = (path) => path): readonly (readonly SentFile[])[] {
  const parents = new Map<string, string>()
  const paths = new Set(files.map(({ path }) => path))
  const rootOf = (path: string): string => {
    let at = path
    for (let next = parents.get(at); next !== undefined; next = parents.get(at)) at = next
    if (at !== path) parents.set(path, at)
    return at
  }
  const link = (one: string, other: string): void => {
    const [left, right] = [rootOf(one), rootOf(other)]
    if (left !== right) parents.set(left < right ? right : left, left < right ? left : right)
  }
  const modules = indexModules(paths)
  const firsts = new Map<string, string>()
  for (const { path, content } of files) {
    const whole = togetherAs(path)
    link(path, firsts.get(whole) ?? path)
    if (!firsts.has(whole)) firsts.set(whole, path)
    for (const target of path.endsWith('.py') ? pythonTargets(path, content, modules) : SCRIPT.test(path) ? scriptTargets(path, content, paths) : [])
      link(path, target)
  }
  const groups = new Map<string, SentFile[]>()
  for (const file of files.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    const root = rootOf(file.path)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [file])
    else group.push(file)
  }
  return [...groups.values()]
}

function scriptTargets(path: string, content: string, paths: ReadonlySet<string>): readonly string[] {
  return [...content.matchAll(SCRIPT_IMPORT)].flatMap(([, written = '']) => {
    const target = joinPath(folderOf(path), written)
    // TypeScript's `./x.js` is `./x.ts` on disk.
    const names = [target, target.replace(/\.[cm]?jsx?$/, '')]
    return names.flatMap((name) => ENDINGS.map((ending) => `${name}${ending}`)).find((name) => paths.has(name)) ?? []
  })
}

/** Python files by the last parts of their dotted names, because the root folder of modules is unknown. */
function indexModules(paths: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const modules = new Map<string, string[]>()
  for (const path of paths) {
    if (!path.endsWith('.py')) continue
    const parts = path.replace(/(?:\/__init__)?\.py$/, '').split('/')
    for (const [index] of parts.entries()) {
      const name = parts.slice(index).join('.')
      const known = modules.get(name)
      if (known === undefined) modules.set(name, [path])
      else known.push(path)
    }
  }
  return modules
}

function pythonTargets(path: string, content: string, modules: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...content.matchAll(PYTHON_IMPORT)].flatMap(([, from, names = '', plain = '']) => {
    const written = from === undefined ? plain.split(',').map((name) => name.trim().split(/\s/)[0] ?? '') : namesFrom(from, names, path)
    // A name that many modules share is ambiguous.
    return written.flatMap((name) => modules.get(name) ?? []).slice(0, 4)
  })
}

function namesFrom(from: string, names: string, path: string): readonly string[] {
  const dots = /^\.*/.exec(from)?.[0].length ?? 0
  const above = dots === 0 ? '' : path.split('/').slice(0, -dots).join('.')
  const base = [above, from.slice(dots)].filter((part) => part !== '').join('.')
  const imported = names
    .replace(/[()]/g, '')
    .split(',')
    .map((name) => name.trim().split(/\s/)[0] ?? '')
  return [base, ...imported.map((name) => (base === '' ? name : `${base}.${name}`))]
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function joinPath(folder: string, relative: string): string {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
