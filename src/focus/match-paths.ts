import { compileGlob } from '../engines/regex/compile-glob.ts'

/** Globs that are none, with what is wrong. */
export class GlobError extends Error {
  override readonly name = 'GlobError'
}

/**
 * Whether a path is one that a glob names. A glob without a slash is compared with the base name, any other with the whole path; `/` and `./` at the start say
 * nothing, and a glob that ends in a slash is all below. Throws `GlobError` for what is no glob.
 */
export function matchPaths(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map(compileOne)
  return (path) => {
    const plain = withoutRoot(path.replaceAll('\\', '/'))
    return tests.some((holds) => holds(plain))
  }
}

function compileOne(glob: string): (path: string) => boolean {
  const matches = compileGlob(withoutRoot(glob).replace(/\/$/, '/**'))
  if (typeof matches !== 'function')
    throw new GlobError(
      `\`${glob}\` is no glob: ${matches.message}. Use \`*\`, \`**\`, \`?\`, \`[abc]\` and \`{a,b}\`, such as \`src/**/*.{ts,tsx}\`.`,
    )
  return glob.includes('/') ? matches : (path) => matches(path.slice(path.lastIndexOf('/') + 1))
}

function withoutRoot(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '')
}
