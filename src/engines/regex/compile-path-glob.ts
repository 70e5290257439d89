import { compileGlob, type GlobFault } from './compile-glob.ts'

/**
 * Tests by one glob over the paths of files, as `plainPath` writes them. A glob without a slash is compared with the base name, any other with the whole path; `/` and `./` at the
 * start say nothing, and a glob that ends in a slash is all below. What is no glob gives what is wrong with it.
 */
export function compilePathGlob(glob: string): ((path: string) => boolean) | GlobFault {
  const matches = compileGlob(withoutRoot(glob).replace(/\/$/, '/**'))
  if (typeof matches !== 'function' || glob.includes('/')) return matches
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1))
}

/** The path as globs are compared with it: with forward slashes, and none at its start. */
export function plainPath(path: string): string {
  return withoutRoot(path.replaceAll('\\', '/'))
}

function withoutRoot(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '')
}
