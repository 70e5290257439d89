/**
 * Recognises third-party code by the folders of its path. Undefined for other files. Needs no content. `vendor/` alone proves nothing, because shops
 * have vendors too: it counts in the layouts of package managers, below a folder of static files, and at the top level for languages that store
 * packages there.
 */
export function recogniseVendored(path: string): string | undefined {
  const segments = path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.')
  for (let index = 0; index + 1 < segments.length; index++) {
    const folder = segments[index]
    if (PACKAGE_FOLDERS.has(folder)) return `\`${folder}/\` holds installed packages`
    if (OUTPUT_FOLDERS.has(folder)) return `\`${folder}/\` holds what tools write`
    if (FOREIGN_FOLDERS.has(folder)) return `\`${folder}/\` holds code of others`
    if (folder === 'vendor' && isVendorFolder(segments, index)) return '`vendor/` holds code of others'
    if (isServedCopy(segments, index)) return `\`${folder}/\` holds code of others`
  }
  const name = segments.at(-1) ?? ''
  return FOREIGN_FILES.test(name) ? `\`${name}\` comes with a build tool` : undefined
}

/** Folders of package managers, whose names have no other meaning. */
const PACKAGE_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'site-packages',
  'dist-packages',
  '__pypackages__',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  '.eggs',
  '.yarn',
  '.pnpm-store',
  '.bundle',
  '.gradle',
  '.cargo',
  '.terraform',
  'Pods',
  'Carthage',
])

const OUTPUT_FOLDERS: ReadonlySet<string> = new Set([
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.angular',
  '.astro',
  '.docusaurus',
  '.parcel-cache',
  '.turbo',
  '.nx',
  '.serverless',
  '.aws-sam',
  'cdk.out',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  'lcov-report',
])

const FOREIGN_FOLDERS: ReadonlySet<string> = new Set(['third_party', 'third-party', 'thirdparty', '3rdparty', '_vendor'])

/** Scripts that a build tool adds to a repository and updates. */
const FOREIGN_FILES =
  /^(?:\.pnp\.(?:c|m)?js|\.pnp\.loader\.mjs|gradlew|gradlew\.bat|mvnw|mvnw\.cmd)$|\.nocache\.js$|^[0-9A-F]{32}\.cache\.(?:js|html)$/

/** The content of `vendor/` with bundler, composer and `go mod vendor`: `bundle/`, `composer/`, `github.com/`. */
const PACKAGE_LAYOUT = /^(?:bundle|gems|composer|autoload\.php|modules\.txt|assets|[a-z0-9-]+\.(?:com|org|io|net|dev|in))$/

/** Folders that are served directly: a `vendor/` in them contains libraries for browsers. */
const STATIC_FOLDERS: ReadonlySet<string> = new Set(['assets', 'static', 'public', 'www', 'wwwroot', 'web', 'js', 'css', 'javascripts', 'scripts'])

/** The same one folder higher, for unambiguous names: `public/base/vendor/`. */
const SERVED_FOLDERS: ReadonlySet<string> = new Set(['assets', 'static', 'public', 'wwwroot'])

/** Folders of browser libraries among served files: `static/js/libs/`, `static/site/vendors/`, `public/editor/min/`. */
function isServedCopy(segments: readonly string[], index: number): boolean {
  const folder = segments[index]
  if (folder === 'vendors') return SERVED_FOLDERS.has(segments[index - 1]) || SERVED_FOLDERS.has(segments[index - 2])
  if (folder === 'libs') return SCRIPT_FOLDERS.has(segments[index - 1]) && segments.slice(0, index).some((each) => SERVED_FOLDERS.has(each))
  return folder === 'min' && segments.slice(0, Math.max(0, index - 1)).some((each) => SERVED_FOLDERS.has(each))
}

const SCRIPT_FOLDERS: ReadonlySet<string> = new Set(['js', 'javascript', 'javascripts', 'scripts'])

function isVendorFolder(segments: readonly string[], index: number): boolean {
  const below = segments[index + 1]
  if (PACKAGE_LAYOUT.test(below) || STATIC_FOLDERS.has(segments[index - 1]) || SERVED_FOLDERS.has(segments[index - 2])) return true
  const name = segments.at(-1) ?? ''
  // `vendor/<owner>/<package>/…` of PHP, Go, Ruby, Rust and C, unless it is inside the application's own source.
  if (segments.length - index >= 4 && /\.(?:php|go|rb|rs|c|cc|cpp|h|hpp)$/.test(name))
    return !segments.slice(0, index).some((part) => part === 'src' || part === 'app')
  // Django and TypeScript projects call an application `vendor` at the top.
  return index === 0 && !/\.(?:pyi?|tsx?|mts|cts|vue|svelte)$/.test(name)
}
