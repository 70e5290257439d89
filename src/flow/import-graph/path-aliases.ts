import type { ProjectConfig } from '../../model/flow.ts'
import { directory, join, normalizePath } from './project-path.ts'

/** An alias of module paths. */
export interface PathAlias {
  /** The folder of the configuration file. */
  readonly folder: string
  readonly prefix: string
  /** Undefined if the pattern has no `*`: it names one module. */
  readonly suffix: string | undefined
  /** Paths from the root of the project. */
  readonly targets: readonly string[]
}

/** `paths` and `baseUrl` of a `tsconfig.json`, comments and trailing commas allowed. */
export function readPathAliases({ path, text }: ProjectConfig): PathAlias[] {
  const folder = directory(normalizePath(path))
  // An unclosed string or comment extends to the end of the text. Otherwise the search would take quadratic time.
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
  const found: PathAlias[] = []
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
