import { compilePathGlob, plainPath } from '../engines/regex/compile-path-glob.ts'

/** Reports a malformed glob with a reason. */
export class GlobError extends Error {
  override readonly name = 'GlobError'
}

/** Returns a predicate that tests whether a path matches one of the globs (`compilePathGlob`). Throws `GlobError` for a malformed glob. */
export function matchPaths(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map(compileOne)
  return (path) => {
    const plain = plainPath(path)
    return tests.some((holds) => holds(plain))
  }
}

function compileOne(glob: string): (path: string) => boolean {
  const matches = compilePathGlob(glob)
  if (typeof matches !== 'function')
    throw new GlobError(
      `\`${glob}\` is not a valid glob: ${matches.message}. Use \`*\`, \`**\`, \`?\`, \`[abc]\` and \`{a,b}\`, such as \`src/**/*.{ts,tsx}\`.`,
    )
  return matches
}
