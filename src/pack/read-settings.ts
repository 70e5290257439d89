import type { Loaded, PackFile, SpecPositions } from '../model/rule-pack.ts'
import type { SettingsSpec } from '../model/settings-spec.ts'
import { compileGlob } from '../engines/regex/compile-glob.ts'
import { checkShape } from './check-shape.ts'
import { readSpecFile } from './read-spec-file.ts'
import { shortenQuote } from './shorten-quote.ts'
import { reportAt, type SpecFile } from './spec-file.ts'
import { isSettingsSpec } from './validate-settings.generated.ts'

/** A settings file with the positions of its values. */
export interface LoadedSettings {
  readonly spec: SettingsSpec
  readonly positions: SpecPositions
}

/** Reads the settings of a project and reports every mistake. Only a file without mistakes has a value. */
export function readSettings(file: PackFile): Loaded<LoadedSettings> {
  const read = readSpecFile(file)
  const shape = read.spec && checkShape(read.spec, isSettingsSpec, 'a settings file')
  const globs = read.spec === undefined || shape?.spec === undefined ? [] : checkGlobs(read.spec, shape.spec)
  const found = [...read.diagnostics, ...(shape?.diagnostics ?? []), ...globs]
  const diagnostics = isOfSettings(read.spec) ? found : found.slice(0, 1)
  if (diagnostics.length > 0 || read.spec === undefined || shape?.spec === undefined) return { diagnostics }
  return { value: { spec: shape.spec, positions: read.spec.positions }, diagnostics }
}

/** A file without any key of the settings may be an unrelated file, and messages must not quote it line by line. */
function isOfSettings(spec: SpecFile | undefined): boolean {
  const { value } = spec ?? {}
  return typeof value === 'object' && value !== null && KEYS.some((key) => Object.hasOwn(value, key))
}

const KEYS = [
  'extends',
  'packs',
  'rules',
  'exclude',
  'fail-on',
  'min-grade',
  'baseline',
  'overrides',
] as const satisfies readonly (keyof SettingsSpec)[]

function checkGlobs({ positions }: SpecFile, { exclude = [], overrides = [] }: SettingsSpec) {
  const globs = [
    ...exclude.map((glob, index) => ({ glob, path: ['exclude', index] })),
    ...overrides.flatMap(({ files = [] }, at) => files.map((glob, index) => ({ glob, path: ['overrides', at, 'files', index] }))),
  ]
  return globs.flatMap(({ glob, path }) => {
    const matches = compileGlob(glob)
    if (typeof matches === 'function') return []
    const message = `\`${shortenQuote(glob)}\` is not a valid glob: ${matches.message}.`
    return [
      reportAt(positions, path, {
        code: 'paths/malformed-glob',
        message,
        hint: 'use `*`, `**`, `?`, `[abc]` and `{a,b}`, such as `src/**/*.{ts,tsx}`',
      }),
    ]
  })
}
