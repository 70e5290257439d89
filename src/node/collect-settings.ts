import { realpathSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { type Diagnostic, readSettings, type SettingsSpec } from '../index.ts'
import { describeSystemError } from './describe-system-error.ts'
import { leadsOutside } from './project-root.ts'
import { FileShapeError, readRegularFile } from './read-regular-file.ts'

/** One file of settings, as it was read. */
export interface CollectedSettings {
  readonly spec: SettingsSpec
  /** The folder that its paths start from. */
  readonly folder: string
  /** The path in messages. */
  readonly shownAs: string
  readonly positions: SettingsPositions
}

type SettingsPositions = NonNullable<ReturnType<typeof readSettings>['value']>['positions']

/** The settings to read, and the folder that their paths must not leave. */
export interface SettingsSource {
  /** Absolute path. */
  readonly file: string
  /** Diagnostics name files from here. */
  readonly cwd: string
  /** Paths must stay in this folder. Undefined if they may lead anywhere. */
  readonly root: string | undefined
}

/** Maximum bytes of one file and of all files. Settings of real projects have a few kilobytes. */
const MAX_BYTES = 2 ** 18
const MAX_BYTES_OF_ALL = 2 ** 20
/** Maximum number of files that one file extends, directly or indirectly. */
const MAX_FILES = 32
const MAX_DEPTH = 8

/** Reads a settings file and all files that it extends, each once. A file comes after the files that it extends. */
export function collectSettings({ file, cwd, root }: SettingsSource): {
  readonly shownAs: string
  readonly files: readonly CollectedSettings[]
  readonly diagnostics: readonly Diagnostic[]
} {
  const shownAs = nameFrom(cwd, file)
  const collector: Collector = { cwd, root, seen: new Set(), bytes: 0, files: [], diagnostics: [] }
  collect({ path: file, shownAs, chain: [], place: { file: shownAs, line: 1, column: 1 } }, collector)
  return { shownAs, files: collector.files, diagnostics: collector.diagnostics }
}

interface Collector extends Omit<SettingsSource, 'file'> {
  /** Real paths of the files that were read. */
  readonly seen: Set<string>
  bytes: number
  readonly files: CollectedSettings[]
  readonly diagnostics: Diagnostic[]
}

interface Wanted {
  readonly path: string
  readonly shownAs: string
  /** Real paths of the files that led to this one. */
  readonly chain: readonly string[]
  /** The location of the reference to the file. */
  readonly place: Pick<Diagnostic, 'file' | 'line' | 'column'>
}

function collect(wanted: Wanted, to: Collector): void {
  const { path, shownAs, chain, place } = wanted
  if (isRefused(path, shownAs, place, to)) return
  const real = resolveLinks(path)
  if (chain.includes(real)) {
    to.diagnostics.push({ ...place, code: 'settings/cycle', message: `\`${shownAs}\` extends itself.`, hint: 'remove this line' })
    return
  }
  if (to.seen.has(real)) return
  if (to.seen.size === MAX_FILES || chain.length === MAX_DEPTH) {
    refuseMore(place, to)
    return
  }
  to.seen.add(real)
  const text = readText(wanted, to)
  if (text === undefined) return
  const { value, diagnostics } = readSettings({ path: shownAs, text })
  to.diagnostics.push(...diagnostics)
  if (value === undefined) return
  const { spec, positions } = value
  const folder = dirname(path)
  for (const [index, base] of (spec.extends ?? []).entries()) {
    const basePath = resolve(folder, base)
    const at = { file: shownAs, ...positions.positionOf(['extends', index]) }
    collect({ path: basePath, shownAs: nameFrom(to.cwd, basePath), chain: [...chain, real], place: at }, to)
  }
  refuseOutside({ spec, folder, shownAs, positions }, to)
  to.files.push({ spec, folder, shownAs, positions })
}

/** Checks the locations of rules and baselines here, where their position in the settings is known. Others read them later. */
function refuseOutside({ spec, folder, shownAs, positions }: CollectedSettings, to: Collector): void {
  const paths = [
    ...(spec.rules ?? []).map((path, index) => ({ path, at: ['rules', index] })),
    ...(spec.baseline === undefined ? [] : [{ path: spec.baseline, at: ['baseline'] }]),
  ]
  for (const { path, at } of paths) {
    const full = resolve(folder, path)
    isRefused(full, nameFrom(to.cwd, full), { file: shownAs, ...positions.positionOf(at) }, to)
  }
}

function isRefused(path: string, shownAs: string, place: Wanted['place'], { root, diagnostics }: Collector): boolean {
  if (root === undefined || !leadsOutside(path, root)) return false
  const hint = 'name a file below the project, or allow others on the command line: --allow-outside-paths'
  diagnostics.push({ ...place, code: 'settings/outside', message: `\`${shorten(shownAs)}\` leads out of the project.`, hint })
  return true
}

/** Reported once, because further files would cause the same message. */
function refuseMore(place: Wanted['place'], { diagnostics }: Collector): void {
  if (diagnostics.some(({ code }) => code === 'settings/too-many')) return
  const message = `The settings extend too many other files. The limits are ${MAX_FILES} files, ${MAX_DEPTH} levels and ${MAX_BYTES_OF_ALL} bytes in all.`
  diagnostics.push({ ...place, code: 'settings/too-many', message, hint: 'merge them into fewer files' })
}

function readText({ path, shownAs, place }: Wanted, to: Collector): string | undefined {
  try {
    const text = readRegularFile(path, MAX_BYTES)
    to.bytes += Buffer.byteLength(text)
    if (to.bytes <= MAX_BYTES_OF_ALL) return text
    refuseMore(place, to)
  } catch (error) {
    const code = error instanceof FileShapeError ? error.code : describeSystemError(error)
    const message = `\`${shorten(shownAs)}\` cannot be read (${code}).`
    to.diagnostics.push({ ...place, code: 'settings/unreadable', message, hint: 'name a settings file' })
  }
  return undefined
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const MAX_SHOWN = 200

function shorten(path: string): string {
  return path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path
}

function nameFrom(cwd: string, path: string): string {
  const name = relative(cwd, path).replaceAll('\\', '/')
  return name.startsWith('../../../') ? path : name
}
