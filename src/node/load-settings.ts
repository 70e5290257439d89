import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Diagnostic, type ProjectSettings, readSettings, type SettingsGlob, type SettingsSpec } from '../index.ts'
import { describeSystemError } from './describe-system-error.ts'
import { FileShapeError, readRegularFile } from './read-regular-file.ts'

/** Names that a project's settings are looked for by, in this order. */
const SETTINGS_FILES = ['assay.config.yaml', 'assay.config.yml', 'assay.config.json'] as const

const MOST_BYTES = 2 ** 20

/** Settings that cannot be used: all mistakes at once, in all files that they build on. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.message ?? 'the settings cannot be used')
    this.diagnostics = diagnostics
  }
}

/** The settings of the project that a folder lies in: the nearest file at or above it, up to the root of the repository. Undefined when there is none. */
export function findSettings(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = SETTINGS_FILES.map((name) => join(at, name)).find((file) => existsSync(file))
    if (found !== undefined) return found
    if (existsSync(join(at, '.git')) || dirname(at) === at) return undefined
  }
}

/** Reads settings, with those that they build on. Throws `SettingsError` with every mistake. Diagnostics name files from `cwd`. */
export function loadSettings(file: string, cwd: string): ProjectSettings {
  const diagnostics: Diagnostic[] = []
  const shownAs = nameFrom(cwd, resolve(file))
  const specs = collectSpecs({ path: resolve(file), shownAs, chain: [], cwd, diagnostics, place: { file: shownAs, line: 1, column: 1 } })
  if (diagnostics.length > 0) throw new SettingsError(diagnostics)
  const packs = specs.findLast(({ spec }) => spec.packs !== undefined)?.spec.packs
  const failOn = specs.findLast(({ spec }) => spec['fail-on'] !== undefined)?.spec['fail-on']
  const minGrade = specs.findLast(({ spec }) => spec['min-grade'] !== undefined)?.spec['min-grade']
  const known = specs.findLast(({ spec }) => spec.baseline !== undefined)
  return {
    file: shownAs,
    ...(packs !== undefined && { packs }),
    rules: specs.flatMap(({ spec, folder }) => (spec.rules ?? []).map((path) => resolve(folder, path))),
    exclude: specs.flatMap(({ spec }) => spec.exclude ?? []),
    ...(failOn !== undefined && { failOn }),
    ...(minGrade !== undefined && { minGrade }),
    ...(known?.spec.baseline !== undefined && { baseline: resolve(known.folder, known.spec.baseline) }),
    overrides: specs.flatMap(({ spec }) => spec.overrides ?? []),
    globs: specs.flatMap(({ globs }, index) => globs.filter(({ about }) => about === 'rules' || index === specs.length - 1)),
  }
}

interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

interface Wanted {
  readonly path: string
  readonly shownAs: string
  /** Real paths of the files that lead here. */
  readonly chain: readonly string[]
  readonly cwd: string
  readonly diagnostics: Diagnostic[]
  /** Where the file is asked for. */
  readonly place: Place
}

interface CollectedSpec {
  readonly spec: SettingsSpec
  readonly folder: string
  readonly globs: readonly SettingsGlob[]
}

/** What a file builds on comes before it. */
function collectSpecs(wanted: Wanted): readonly CollectedSpec[] {
  const { path, shownAs, chain, cwd, diagnostics, place } = wanted
  const text = readText(wanted)
  if (text === undefined) return []
  const real = realpathSync(path)
  if (chain.includes(real)) {
    diagnostics.push({ ...place, code: 'settings/cycle', message: `\`${shownAs}\` builds on itself.`, hint: 'take the line out' })
    return []
  }
  const { value, diagnostics: found } = readSettings({ path: shownAs, text })
  diagnostics.push(...found)
  if (value === undefined) return []
  const { spec, positions } = value
  const folder = dirname(path)
  const bases = (spec.extends ?? []).flatMap((base, index) => {
    const basePath = resolve(folder, base)
    const at = { file: shownAs, ...positions.positionOf(['extends', index]) }
    return collectSpecs({ path: basePath, shownAs: nameFrom(cwd, basePath), chain: [...chain, real], cwd, diagnostics, place: at })
  })
  const globs = listGlobs(spec).map(({ about, glob, at }) => ({ about, glob, path: shownAs, ...positions.positionOf(at) }))
  return [...bases, { spec, folder, globs }]
}

function listGlobs({ exclude = [], overrides = [] }: SettingsSpec) {
  const ofFiles = exclude.map((glob, index) => ({ about: 'files', glob, at: ['exclude', index] }) as const)
  const ofOverrides = overrides.flatMap(({ rules = [], files = [] }, at) => [
    ...rules.map((glob, index) => ({ about: 'rules', glob, at: ['overrides', at, 'rules', index] }) as const),
    ...files.map((glob, index) => ({ about: 'files', glob, at: ['overrides', at, 'files', index] }) as const),
  ])
  return [...ofFiles, ...ofOverrides]
}

function readText({ path, shownAs, place, diagnostics }: Wanted): string | undefined {
  try {
    return readRegularFile(path, MOST_BYTES)
  } catch (error) {
    const code = error instanceof FileShapeError ? error.code : describeSystemError(error)
    diagnostics.push({ ...place, code: 'settings/unreadable', message: `\`${shownAs}\` cannot be read (${code}).`, hint: 'name a file of settings' })
    return undefined
  }
}

function nameFrom(cwd: string, path: string): string {
  const name = relative(cwd, path).replaceAll('\\', '/')
  return name.startsWith('../../../') ? path : name
}
