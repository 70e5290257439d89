/** Folders that compilers write to. */
const OUTPUT_FOLDERS: ReadonlySet<string> = new Set(['dist', 'build', 'out', 'output', 'lib', 'esm', 'cjs'])
/** Folders of sources beside them. */
const SOURCE_FOLDERS = ['src/', 'source/']
const SCRIPT = /\.[cm]?jsx?$/
const WRITTEN_SCRIPTS = ['.js', '.jsx', '.mjs', '.cjs']
const TYPED = ['.ts', '.tsx', '.mts', '.cts']
/** `es6/` counts in a folder of outputs only: `es/` may be Spanish. */
const FORMAT_FOLDER = /^(?:cjs|commonjs|umd|amd|esm|esmodules?|es(?:next|\d{1,4})?)$/
const FORMAT_SUFFIX = /(?:\.(?:cjs|esm|umd|development|production|dev|prod)){1,3}$/
const MODERN = /^(?:esm|esmodules?|es(?:next|6|20\d\d)?)$/
/** The hash that some tools add per format. */
const HASH = /-[\da-f]{8}$/

/** Whether a file may be compiled, by its path. */
export function isOutputPath(path: string): boolean {
  if (!SCRIPT.test(path)) return false
  const segments = path.split(/[\\/]/)
  return segments.slice(0, -1).some((segment) => OUTPUT_FOLDERS.has(segment))
}

/** The paths that the source of an output may have, the likeliest first: `src/a.ts` and `a.ts` for `dist/esm/a.js`. */
export function sourcesOf(path: string): readonly string[] {
  const segments = path.split(/[\\/]/)
  return segments.slice(0, -1).flatMap((segment, index) => {
    if (!OUTPUT_FOLDERS.has(segment)) return []
    const before = segments
      .slice(0, index)
      .map((each) => `${each}/`)
      .join('')
    const isFormat = index + 2 < segments.length && FORMAT_FOLDER.test(segments[index + 1])
    const base = segments
      .slice(index + (isFormat ? 2 : 1))
      .join('/')
      .replace(SCRIPT, '')
    return [
      ...SOURCE_FOLDERS.flatMap((folder) => [...TYPED, ...WRITTEN_SCRIPTS].map((ending) => `${before}${folder}${base}${ending}`)),
      // A script beside the folder often only loads its output: `index.js` and `dist/index.js`.
      ...TYPED.map((ending) => `${before}${base}${ending}`),
    ]
  })
}

/** What outputs of one source have in common, and how much of the source is left: a lower rank is better. */
export function outputOf(path: string): { readonly key: string; readonly rank: number } {
  const segments = path.split(/[\\/]/)
  const name = segments.at(-1) ?? ''
  const stem = name.replace(SCRIPT, '')
  const suffix = FORMAT_SUFFIX.exec(stem)?.[0] ?? ''
  const at = segments.findIndex((_, index) => index + 1 < segments.length && isFormatFolder(segments, index))
  const format = at < 0 ? '' : segments[at]
  const folders = segments.slice(0, -1).filter((_, index) => index !== at)
  const plain = suffix === '' ? stem : stem.slice(0, -suffix.length).replace(HASH, '')
  return { key: [...folders, plain].join('/'), rank: rankOf(`${suffix}${/\.[cm]?js/.exec(name)?.[0] ?? ''}`, format) }
}

function isFormatFolder(segments: readonly string[], index: number): boolean {
  return FORMAT_FOLDER.test(segments[index]) && (OUTPUT_FOLDERS.has(segments[index]) || OUTPUT_FOLDERS.has(segments[index - 1]))
}

function rankOf(endings: string, format: string): number {
  if (/\.prod/.test(endings)) return 4
  if (MODERN.test(format) || /\.(?:esm|mjs)\b/.test(endings)) return 0
  if (/\.(?:cjs|umd)\b/.test(endings)) return 2
  return format === '' ? 1 : 3
}
