import type { SpecPath } from '../model/rule-pack.ts'
import { compilePathGlob } from '../engines/regex/compile-path-glob.ts'
import type { CompileFault } from './node-compiler.ts'

/** Compiles globs over file paths (`compilePathGlob`). Malformed globs are reported at `path` of their file, and dropped. */
export function compilePathGlobs(globs: readonly string[], path: SpecPath, report: (fault: CompileFault) => void): ((file: string) => boolean)[] {
  return globs.flatMap((glob, index) => {
    const matches = compilePathGlob(glob)
    if (typeof matches !== 'function') {
      report({
        code: 'paths/malformed-glob',
        message: `\`${glob}\` is not a valid glob: ${matches.message}.`,
        hint: 'use `*`, `**`, `?`, `[abc]` and `{a,b}`, such as `src/**/*.{ts,tsx}`',
        path: [...path, index],
      })
      return []
    }
    return [matches]
  })
}
