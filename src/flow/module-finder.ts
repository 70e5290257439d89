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
    for (let from = 0; from < parts.length; from++) {
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
    if (specifier.startsWith('/')) return script(specifier.slice(1))
    for (const { folder, prefix, suffix, targets } of aliases) {
      if (folder !== '' && !from.startsWith(`${folder}/`)) continue
      if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix) || specifier.length < prefix.length + suffix.length) continue
      const star = specifier.slice(prefix.length, specifier.length - suffix.length)
      for (const target of targets) {
        const found = script(join(folder, target.replace('*', star)))
        if (found !== undefined) return found
      }
    }
    // Aliases that everybody uses, where no configuration says so.
    const own = /^(?:@\/|~\/|\$lib\/)(.*)$/.exec(specifier)
    if (own === null) return undefined
    for (let folder = directory(from); ; folder = directory(folder)) {
      for (const inner of ['src', 'app', '', 'src/lib']) {
        const found = script(join(folder, `${inner}/${own[1]}`))
        if (found !== undefined) return found
      }
      if (folder === '') return undefined
    }
  }

  function script(path: string): number | undefined {
    const plain = normal(path)
    const stem = plain.replace(/\.(?:js|mjs|cjs|jsx)$/, '')
    const tries = [
      plain,
      ...EXTENSIONS.map((extension) => plain + extension),
      ...EXTENSIONS.map((extension) => stem + extension),
      ...EXTENSIONS.map((extension) => `${plain === '' ? '' : `${plain}/`}index${extension}`),
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
    for (let folder = directory(from); ; folder = directory(folder)) {
      const found = module(join(folder, inner))
      if (found !== undefined) return found
      if (folder === '') break
    }
    // Elsewhere in the tree only when the name is long enough to be one of its own.
    const elsewhere = specifier.includes('.') ? python.get(specifier) : undefined
    return elsewhere?.length === 1 ? elsewhere[0] : undefined
  }

  function module(path: string): number | undefined {
    const plain = normal(path)
    for (const each of [`${plain}.py`, `${plain === '' ? '' : `${plain}/`}__init__.py`]) {
      const found = paths.get(each)
      if (found !== undefined) return found
    }
    return undefined
  }

  return fileOf
}

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts']

interface Alias {
  readonly folder: string
  readonly prefix: string
  readonly suffix: string
  readonly targets: readonly string[]
}

/** `paths` and `baseUrl` of a `tsconfig.json`, comments and trailing commas allowed. */
function readAliases({ path, text }: ProjectConfig): Alias[] {
  const folder = directory(normal(path))
  const plain = text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1').replace(/,(\s*[}\]])/g, '$1')
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
        suffix: suffix ?? '',
        targets: targets.filter((target) => typeof target === 'string').map((target) => join(root, pattern.includes('*') ? target : `${target}`)),
      })
    }
  }
  if (typeof base === 'string') found.push({ folder, prefix: '', suffix: '', targets: [join(base, '*')] })
  return found
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
}

function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function directory(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

function join(folder: string, path: string): string {
  return normal(`${folder}/${path}`)
}
