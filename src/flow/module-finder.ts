import type { ProjectConfig } from '../model/flow.ts'

/** Finds the file that an import names, among the files of the project. */
export type ModuleFinder = (file: number, specifier: string) => number | undefined

/** Files by their place in the list. */
export function createModuleFinder(
  files: readonly { readonly path: string; readonly language: string }[],
  configs: readonly ProjectConfig[],
): ModuleFinder {
  const paths = new Map(files.map((file, index) => [normal(file.path), index]))
  const aliases = configs.flatMap(readAliases)
  const python = new Map<string, number[]>()
  for (const [path, index] of paths) {
    if (!path.endsWith('.py')) continue
    const parts = path
      .replace(/\.py$/, '')
      .replace(/(?:^|\/)__init__$/, '')
      .split('/')
    for (let from = Math.max(0, parts.length - MOST_FOLDERS); from < parts.length; from++) {
      const name = parts.slice(from).join('.')
      const known = python.get(name)
      if (known === undefined) python.set(name, [index])
      else known.push(index)
    }
  }
  const resolved = new Map<string, number | undefined>()

  const fileOf = (file: number, specifier: string): number | undefined => {
    const key = `${file}\n${specifier}`
    if (resolved.has(key)) return resolved.get(key)
    const from = normal(files[file].path)
    const found = files[file].language === 'python' ? findPython(from, specifier) : findScript(from, specifier)
    resolved.set(key, found)
    return found
  }

  function findScript(from: string, specifier: string): number | undefined {
    if (specifier.startsWith('.')) return script(join(directory(from), specifier))
    if (specifier.startsWith('/')) return script(normal(specifier))
    for (const { folder, prefix, suffix, targets } of aliases) {
      if (folder !== '' && !from.startsWith(`${folder}/`)) continue
      if (suffix === undefined ? specifier !== prefix : !isBetween(specifier, prefix, suffix)) continue
      const star = specifier.slice(prefix.length, specifier.length - (suffix?.length ?? 0))
      for (const target of targets) {
        const found = script(normal(target.replace('*', () => star)))
        if (found !== undefined) return found
      }
    }
    // Aliases that everybody uses, where no configuration says so.
    const own = /^(?:@\/|~\/|\$lib\/)(.*)$/.exec(specifier)
    if (own === null) return undefined
    for (const folder of foldersAbove(from)) {
      for (const inner of ['src', 'app', '', 'src/lib']) {
        const found = script(join(folder, `${inner}/${own[1]}`))
        if (found !== undefined) return found
      }
    }
    return undefined
  }

  /** The path is normal. */
  function script(path: string): number | undefined {
    const stem = path.replace(/\.(?:js|mjs|cjs|jsx)$/, '')
    const tries = [
      path,
      ...EXTENSIONS.map((extension) => path + extension),
      ...EXTENSIONS.map((extension) => stem + extension),
      ...EXTENSIONS.map((extension) => `${path === '' ? '' : `${path}/`}index${extension}`),
    ]
    for (const each of tries) {
      const found = paths.get(each)
      if (found !== undefined) return found
    }
    return undefined
  }

  function findPython(from: string, specifier: string): number | undefined {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0
    if (dots > 0) {
      let folder = directory(from)
      for (let up = 1; up < dots; up++) folder = directory(folder)
      return module(join(folder, specifier.slice(dots).replaceAll('.', '/')))
    }
    const inner = specifier.replaceAll('.', '/')
    for (const folder of foldersAbove(from)) {
      const found = module(join(folder, inner))
      if (found !== undefined) return found
    }
    // Elsewhere in the tree only when the name is long enough to be one of its own.
    const elsewhere = specifier.includes('.') ? python.get(specifier) : undefined
    return elsewhere?.length === 1 ? elsewhere[0] : undefined
  }

  /** The path is normal. */
  function module(path: string): number | undefined {
    for (const each of [`${path}.py`, `${path === '' ? '' : `${path}/`}__init__.py`]) {
      const found = paths.get(each)
      if (found !== undefined) return found
    }
    return undefined
  }

  return fileOf
}

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts']

/** Paths of strangers may have thousands of folders; real ones have fewer than this. */
const MOST_FOLDERS = 32

interface Alias {
  /** Of the configuration. */
  readonly folder: string
  readonly prefix: string
  /** Undefined where the pattern has no `*`: it names one module. */
  readonly suffix: string | undefined
  /** From where paths start, as those of files do. */
  readonly targets: readonly string[]
}

function isBetween(specifier: string, prefix: string, suffix: string): boolean {
  return specifier.length >= prefix.length + suffix.length && specifier.startsWith(prefix) && specifier.endsWith(suffix)
}

/** Folders that hold a file, the nearest first. */
function foldersAbove(path: string): readonly string[] {
  const folders: string[] = []
  for (let folder = directory(path); folders.length < MOST_FOLDERS; folder = directory(folder)) {
    folders.push(folder)
    if (folder === '') break
  }
  return folders
}

/** `paths` and `baseUrl` of a `tsconfig.json`, comments and trailing commas allowed. */
function readAliases({ path, text }: ProjectConfig): Alias[] {
  const folder = directory(normal(path))
  // What is not closed ends with the text: else each that is opened within it would be searched to the end too.
  const plain = text.replace(/("(?:\\[\s\S]|[^"\\])*(?:"|\\?$))|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '$1').replace(/,(\s*[}\]])/g, '$1')
  let parsed: unknown
  try {
    parsed = JSON.parse(plain)
  } catch {
    return []
  }
  const options = field(parsed, 'compilerOptions')
  const base = field(options, 'baseUrl')
  const root = typeof base === 'string' ? base : '.'
  const paths = field(options, 'paths')
  const found: Alias[] = []
  if (typeof paths === 'object' && paths !== null) {
    for (const [pattern, targets] of Object.entries(paths)) {
      if (!Array.isArray(targets)) continue
      const [prefix = '', suffix] = pattern.split('*')
      found.push({
        folder,
        prefix,
        suffix,
        targets: targets.filter((target) => typeof target === 'string').map((target) => join(folder, `${root}/${target}`)),
      })
    }
  }
  if (typeof base === 'string') found.push({ folder, prefix: '', suffix: '', targets: [join(folder, `${base}/*`)] })
  return found
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
}

/** Without `.`, and with `..` only where it leads out of the folder that paths start from. */
function normal(path: string): string {
  return join('', path)
}

function directory(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

/** `folder` is normal. */
function join(folder: string, path: string): string {
  let at = folder
  for (const part of path.split(/[/\\]/)) {
    if (part === '' || part === '.') continue
    if (part === '..' && at !== '' && at !== '..' && !at.endsWith('/..')) at = directory(at)
    else at = at === '' ? part : `${at}/${part}`
  }
  return at
}
