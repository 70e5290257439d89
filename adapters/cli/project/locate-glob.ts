import nodePath, { type PlatformPath } from 'node:path'
import { toSlashes } from '../files/to-slashes.ts'

/** A glob of the command line with its base folder. */
export interface LocatedGlob {
  /** As written. */
  readonly glob: string
  /** The folder above the first segment with a wildcard. */
  readonly base: string
  /** The glob for reported paths, relative to the working folder. */
  readonly pattern: string
}

/** Finds the base folder of a glob. It may be above the working folder or, on Windows, on another drive. */
export function locateGlob(glob: string, cwd: string, path: PlatformPath = nodePath): LocatedGlob {
  const segments = toSlashes(glob, path.sep).split('/')
  const first = segments.findIndex((segment) => /[*?[{]/.test(segment))
  const base = folderOf(segments.slice(0, first))
  const named = toSlashes(path.relative(cwd, path.resolve(cwd, base)), path.sep).replace(/\/$/, '')
  return { glob, base, pattern: [named === '' ? '.' : named, ...segments.slice(first)].join('/') }
}

function folderOf(segments: readonly string[]): string {
  if (segments.length === 0) return '.'
  // `C:` alone would mean the current folder of the drive.
  return segments.length === 1 && (segments[0] === '' || segments[0]?.endsWith(':')) ? `${segments[0]}/` : segments.join('/')
}
