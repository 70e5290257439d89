import type { CompiledFrom } from '../../model/source.ts'

export interface BuiltFile {
  readonly path: string
  readonly text: string
  /** Whether the text is the whole file. If it is too large to be scanned, it is its beginning. */
  readonly isWhole: boolean
  readonly compiledFrom?: CompiledFrom | undefined
}

/**
 * Recognises the output of bundlers, and of compilers if the scan has the same code in another file. A compiler writes one file for each module, which can be scanned like
 * its source. Undefined for other files.
 */
export function recogniseBuilt({ path, text, isWhole, compiledFrom }: BuiltFile): string | undefined {
  const segments = path.split(/[\\/]+/)
  const name = segments.at(-1) ?? ''
  const folders = segments.slice(0, -1)
  const isDeployed = folders.some((folder) => DEPLOYED_FOLDERS.has(folder))
  const isBuilt = isDeployed || folders.some((folder) => BUILD_FOLDERS.has(folder))
  const isChunk = CHUNK_NAME.test(name) && (BUNDLERS.test(text) || REGION_OF_CHUNK.test(text))
  if (isChunk || BROWSERIFY.test(text.slice(0, HEAD_CHARACTERS)) || (isBuilt && isBundle(text))) return 'the file is the output of a bundler'
  if (!COMPILERS.test(text)) return undefined
  if (compiledFrom?.kind === 'source') return `the file is compiled from \`${compiledFrom.path}\`, which is part of the scan`
  if (compiledFrom?.kind === 'twin') return `\`${compiledFrom.path}\` is compiled from the same source, and part of the scan`
  // No single module is too large for a scan.
  if (isDeployed || (isBuilt && (!isWhole || !isModule(name, text)))) return 'the file is the output of a bundler or compiler'
  return undefined
}

const BUILD_FOLDERS: ReadonlySet<string> = new Set(['dist', 'build', 'out'])
/** Their content is always built for deployment, from files that are elsewhere. */
const DEPLOYED_FOLDERS: ReadonlySet<string> = new Set(['_next', '.vercel', '.netlify'])

/** Maximum offset of the first code, after licences. */
const HEAD_CHARACTERS = 4096

/** Code that webpack, Parcel, Rollup, Rolldown and esbuild insert into files of several modules, and nobody writes by hand. */
const BUNDLERS = /__webpack_require__|__nccwpck_require__|webpackJsonp|webpackChunk|webpackUniversalModuleDefinition|parcelRequire/
const REGIONS = /^\/\/#region \S+\.[cm]?[jt]sx?$/m
const REGION_OF_CHUNK = /^var __(?:defProp|create|getOwnPropNames) = Object\.|^\/\/#region [^\s/]+\/\S+$/m
/** esbuild: these helpers, and the path of each module in a comment. For a single file it inserts the helpers alone. */
const ESBUILD = /^var __(?:defProp|create|getOwnPropNames|commonJS|esm) = /m
const MODULE_COMMENT = /^(?: {2})?\/\/ \S+\.[cm]?[jt]sx?$|^var __(?:commonJS|esm) = /m
/** Rollup: a function around the code for scripts, and names that are numbered because several modules have them. */
const UNIVERSAL = /^\(function \((?:global|root), factory\)|\btypeof exports\b[^\n]{0,200}\bdefine\.amd\b/m
const NUMBERED = /^(?:async )?(?:function|class|const|let|var) \w+\$\d+\b/gm
const MIN_NUMBERED = 3

/** What tsc, Babel and swc insert. */
const COMPILERS =
  /Object\.defineProperty\(exports, ?["']__esModule["']|^\/\/[#@] sourceMappingURL=|^(?:var|function) (?:__(?:awaiter|decorate|importDefault|createBinding)|_interop_?[Rr]equire_?[DdWw]\w+)\b|^import (?:\{ (?:__[a-z]|_ as _)|_\w+ from ["'][^"'\n]*\/helpers\/)|^var __(?:defProp|create|getOwnPropNames) = Object\./m

/** The first code of each Browserify bundle, in any folder. */
const BROWSERIFY = /^\s*(?:\/\*[\s\S]*?\*\/\s*)?(?:require=)?\(function(?:\(\)\{function)? \w\(\w,\w,\w\)\{function \w\(\w,\w\)\{if\(!\w\[\w\]\)/

/** Names that end in a hash, as bundlers name files in any folder: `DomainView-CuHfcXOX.js`. Written files may have one: `order-overview.js`. */
const CHUNK_NAME = /[.-](?:[\w-]{8}|[\da-f]{16,64})\.[cm]?js$/

function isBundle(text: string): boolean {
  if (BUNDLERS.test(text) || REGIONS.test(text) || (ESBUILD.test(text) && MODULE_COMMENT.test(text))) return true
  if (!COMPILERS.test(text)) return false
  return UNIVERSAL.test(text.slice(0, HEAD_CHARACTERS)) || [...text.matchAll(NUMBERED)].length >= MIN_NUMBERED
}

/** Whether the file imports or exports something, as each compiled module does, and is a script. */
function isModule(name: string, text: string): boolean {
  return /\.[cm]?jsx?$/.test(name) && /^\s*(?:import\b|export\b)|\bexports\b|\brequire\(/m.test(text)
}
