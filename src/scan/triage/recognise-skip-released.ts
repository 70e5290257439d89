/** Folders of files that a browser gets as they are, and of libraries that it gets with them. */
const SERVED = /(?:^|[\\/])(?:static|static_\w+|public|assets|wwwroot|htdocs|vendors|contrib|libs|js[\\/]lib)[\\/]/i
/** A program's own scripts have no version in their name. */
const VERSIONED = /[-.]v?\d+\.\d+\.\d+$/
const SCRIPT = /(?<![^\\/])([^\\/]+)\.(?:c|m)?js$/i

/** Maximum length of the first comments of a release, including licences and lists of parts. */
const BANNER_LENGTH = 4096
/** Length of the code after them that is read. */
const HEAD_LENGTH = 1500

/**
 * Recognises released libraries. In a folder of served files, or with a version in the file name, its first comments must contain its name, version
 * and licence. In other folders, name and version must be on one line or at the top, and the code must be wrapped like a release: own scripts have
 * less in their comments, and own modules are not wrapped.
 */
export function recogniseReleased(path: string, text: string): string | undefined {
  const name = SCRIPT.exec(path)?.[1]
  if (name === undefined) return undefined
  const banner = readBanner(text)
  if (banner === '') return undefined
  const isKnown = SERVED.test(path) || VERSIONED.test(name) ? tellsRelease(banner, name) : isRelease(banner, name, text)
  return isKnown ? 'the first comment names a library, its version and its licence' : undefined
}

/** All comments before the first code, in lower case. */
function readBanner(text: string): string {
  return COMMENTS.exec(text.slice(0, BANNER_LENGTH))?.[0].toLowerCase() ?? ''
}

const COMMENTS = /^(?:\s*(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*))+/

function tellsRelease(banner: string, name: string): boolean {
  return /\bv(?:ersion:? ?)?\d+\.\d+\.\d+/.test(banner) && /\blicen[sc]e/.test(banner) && wordsOf(name, 4).some((word) => banner.includes(word))
}

/** `jQuery JavaScript Library v3.7.1`, `Bootstrap v5.3.2 (https://…)`, `Select2 4.0.13`, `mocha@10.2.0`, `version : 2.29.4` below `moment.js`. */
const VERSION = /\bv(?:ersion)?\s*(?::\s*)?\d|[\s@]\d+\.\d+\.\d+/
const LICENCE = /\b(?:licen[sc]ed?|mit|bsd|apache|isc|mpl|lgpl|gpl)\b/
const COPYRIGHT = /\(c\)|©|\bcopyright\b/
/** The start of a library for any module system (UMD). */
const UNIVERSAL = /\btypeof exports\b[\s\S]*\bdefine\.amd\b|\bdefine\.amd\b[\s\S]*\btypeof exports\b|webpackUniversalModuleDefinition/
/** A function around all of it, which modules of a program do not have. */
const WRAPPED = /^\s*(?:['"]use strict['"]\s*)?(?:;\s*){0,2}(?:[!+(]|(?:var|const)\s+[\w$]+\s*=(?:\s*\()?)\s*function(?:\s*[\w$]+)?\s*\(/

function isRelease(banner: string, name: string, text: string): boolean {
  const lines = banner.split('\n').filter((line) => /\w/.test(line))
  const told = lines.filter((line, index) => index === 0 || VERSION.test(line)).join('\n')
  if (!VERSION.test(banner) || !wordsOf(name, 2).some((word) => new RegExp(`\\b${word}`).test(told))) return false
  const head = text.slice(banner.length, banner.length + HEAD_LENGTH)
  if (UNIVERSAL.test(head)) return LICENCE.test(banner) || COPYRIGHT.test(banner) || /[\w)]@\d+\.\d+\.\d+/.test(banner)
  return LICENCE.test(banner) && WRAPPED.test(head)
}

/** Words of a file name that are specific enough. */
function wordsOf(name: string, least: number): readonly string[] {
  const words = name.toLowerCase().match(/[a-z][a-z0-9]*/g) ?? []
  return words.filter((word) => word.length >= least && !COMMON.has(word))
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
  'app',
  'js',
  'lib',
  'min',
  'server',
  'config',
  'init',
  'plugin',
  'plugins',
  'bundle',
  'all',
  'version',
  'license',
  'copyright',
  'mit',
  'the',
])
