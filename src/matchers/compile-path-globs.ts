import type { SpecPath } from '../model/rule-pack.ts'
import { compileGlob } from '../engines/regex/compile-glob.ts'
import type { CompileFault } from './node-compiler.ts'

/**
 * Compiles globs over the paths of files. One without a slash is compared with the base name, any other with the whole path; `/` and `./` at the start say
 * nothing, and a glob that ends in a slash is all below. Those with a mistake are reported, at `path` of their file, and left out.
 */
export function compilePathGlobs(globs: readonly string[], path: SpecPath, report: (fault: CompileFault) => void): ((file: string) => boolean)[] {
  return globs.flatMap((glob, index) => {
    const matches = compileGlob(withoutRoot(glob).replace(/\/$/, '/**'))
    if (typeof matches !== 'function') {
      report({
        code: 'paths/malformed-glob',
        message: `\`${glob}\` is no glob: ${matches.message}.`,
        hint: 'use `*`, `**`, `?`, `[abc]` and `{a,b}`, such as `src/**/*.{ts,tsx}`',
        path: [...path, index],
      })
      return []
    }
    return [glob.includes('/') ? matches : (file: string) => matches(file.slice(file.lastIndexOf('/') + 1))]
  })
}

/** The path as globs are compared with it: with forward slashes, and none at its start. */
export function plainPath(path: string): string {
  return withoutRoot(path.replaceAll('\\', '/'))
}

function withoutRoot(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '')
}
