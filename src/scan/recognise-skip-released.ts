/** Folders of files that a browser gets as they are, and of libraries that it gets with them. */
const SERVED = /(?:^|[\\/])(?:static|static_\w+|public|assets|wwwroot|htdocs|vendors|contrib|libs|js[\\/]lib)[\\/]/i
/** Scripts of a program's own do not have their version in their name. */
const VERSIONED = /[-.]v?\d+\.\d+\.\d+$/
const SCRIPT = /([^\\/]+)\.(?:c|m)?js$/i

/** The first comment of a release is longer in no library that was looked at. */
const BANNER_LENGTH = 1200

/**
 * Says that a script is a library as it was released: it lies where files are served from, or has a version in its name, and its first comment tells its name, which version it is, and under what licence it
 * may be used. Scripts of the program's own say less, and lie elsewhere.
 */
export function recogniseReleased(path: string, text: string): string | undefined {
  const name = SCRIPT.exec(path)?.[1]
  if (name === undefined || (!SERVED.test(path) && !VERSIONED.test(name))) return undefined
  const banner = /^\s*\/\*[\s\S]*?\*\//.exec(text.slice(0, BANNER_LENGTH))?.[0].toLowerCase()
  if (banner === undefined || !/\bv(?:ersion:? ?)?\d+\.\d+\.\d+/.test(banner) || !/\blicen[sc]e/.test(banner)) return undefined
  const words = name.toLowerCase().match(/[a-z]{4,}/g) ?? []
  return words.some((word) => !COMMON.has(word) && banner.includes(word))
    ? 'the first comment names a library, its version and its licence'
    : undefined
}

/** Names that scripts of any program have. */
const COMMON: ReadonlySet<string> = new Set([
  'main',
  'index',
  'script',
  'scripts',
  'site',
  'common',
  'utils',
  'admin',
  'custom',
  'global',
  'page',
  'client',
  'core',
])
