import type { Matcher, MatchContext } from '../model/matcher.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import { plainPath } from '../engines/regex/compile-path-glob.ts'
import { compilePathGlobs } from './compile-path-globs.ts'
import type { CompileFault } from './node-compiler.ts'

/** Compiles a test that holds everywhere in files whose paths match one of the globs. */
export function compileFiles(
  globs: readonly string[],
  path: SpecPath,
  report: (fault: CompileFault) => void,
): Matcher<MatchContext, unknown>['test'] {
  const matchers = compilePathGlobs(globs, path, report)
  let asked: { readonly path: string; readonly holds: boolean } | undefined
  return ({ file }, _place, bindings, accept) => {
    if (asked?.path !== file.path) {
      const plain = plainPath(file.path)
      asked = { path: file.path, holds: matchers.some((matches) => matches(plain)) }
    }
    return asked.holds && accept(bindings)
  }
}
