import nodePath, { type PlatformPath } from 'node:path'
import { toSlashes } from '../files/to-slashes.ts'

/** A glob of the command line, and where it is looked for. */
export interface LocatedGlob {
  /** As it was written. */
  readonly glob: string
  /** The folder above the first segment with a star or the like. */
  readonly base: string
  /** The glob as paths are reported: from the working folder. */
  readonly pattern: string
}

/** Finds out where the files of a glob lie, which may be above the working folder or, on Windows, on another drive. */
export function locateGlob(glob: string, cwd: string, path: PlatformPath = nodePath): LocatedGlob {
  const segments = toSlashes(glob, path.sep).split('/')
  const first = segments.findIndex((segment) => /[*?[{]/.test(segment))
  const base = folderOf(segments.slice(0, first))
  const named = toSlashes(path.relative(cwd, path.resolve(cwd, base)), path.sep).replace(/\/$/, '')
  return { glob, base, pattern: [named === '' ? '.' : named, ...segments.slice(first)].join('/') }
}

function folderOf(segments: readonly string[]): string {
  if (segments.length === 0) return '.'
  // `C:` alone would be the folder in which its drive is.
  return segments.length === 1 && (segments[0] === '' || segments[0]?.endsWith(':')) ? `${segments[0]}/` : segments.join('/')
}
