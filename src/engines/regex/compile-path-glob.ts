import { compileGlob, type GlobFault } from './compile-glob.ts'

/**
 * Compiles a glob over file paths in the form of `plainPath`. A glob without a slash is compared with the file name, any other with the whole path. A
 * leading `/` or `./` has no effect, and a glob that ends with a slash matches everything below. Returns a fault for a malformed glob.
 */
export function compilePathGlob(glob: string): ((path: string) => boolean) | GlobFault {
  const matches = compileGlob(withoutRoot(glob).replace(/\/$/, '/**'))
  if (typeof matches !== 'function' || glob.includes('/')) return matches
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1))
}

/** The path for comparison with globs: with forward slashes, and without a leading one. */
export function plainPath(path: string): string {
  return withoutRoot(path.replaceAll('\\', '/'))
}

function withoutRoot(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '')
}
