/**
 * Says which folder of the path holds code of others; undefined when none does. Needs no content, so it can be asked before a file is read.
 * `vendor/` alone proves nothing, since shops have vendors too: it counts in the layouts of package managers, below a folder of static files,
 * and at the very top for languages that keep packages there.
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

/** Package managers fill these, and their names mean nothing else. */
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

/** Scripts that a build tool puts into a repository and keeps up to date. */
const FOREIGN_FILES =
  /^(?:\.pnp\.(?:c|m)?js|\.pnp\.loader\.mjs|gradlew|gradlew\.bat|mvnw|mvnw\.cmd)$|\.nocache\.js$|^[0-9A-F]{32}\.cache\.(?:js|html)$/

/** What bundler, composer and `go mod vendor` put right below `vendor/`: `bundle/`, `composer/`, `github.com/`. */
const PACKAGE_LAYOUT = /^(?:bundle|gems|composer|autoload\.php|modules\.txt|assets|[a-z0-9-]+\.(?:com|org|io|net|dev|in))$/

/** Folders that are served as they are: a `vendor/` in them holds libraries for browsers. */
const STATIC_FOLDERS: ReadonlySet<string> = new Set(['assets', 'static', 'public', 'www', 'wwwroot', 'web', 'js', 'css', 'javascripts', 'scripts'])

/** The same one folder higher, where names say it beyond doubt: `public/base/vendor/`. */
const SERVED_FOLDERS: ReadonlySet<string> = new Set(['assets', 'static', 'public', 'wwwroot'])

/** Folders of libraries for browsers, where they lie among what is served: `static/js/libs/`, `static/site/vendors/`, `public/editor/min/`. */
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
  // `vendor/<owner>/<package>/…` of PHP, Go, Ruby, Rust and C, unless it lies in the application's own source.
  if (segments.length - index >= 4 && /\.(?:php|go|rb|rs|c|cc|cpp|h|hpp)$/.test(name))
    return !segments.slice(0, index).some((part) => part === 'src' || part === 'app')
  // Django and TypeScript projects call an application `vendor` at the top.
  return index === 0 && !/\.(?:pyi?|tsx?|mts|cts|vue|svelte)$/.test(name)
}
