import { plainPath } from '../engines/regex/compile-path-glob.ts'
import { compilePathGlobs } from '../matchers/compile-path-globs.ts'
import type { CompileFault } from '../matchers/node-compiler.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import { isTestCode } from '../model/test-code.ts'

/** Which paths a rule speaks of. Test code is left out, but by rules about secrets: one in a test is as good as any. */
export function compilePaths(
  { paths = {}, category }: Pick<RuleSpec, 'paths' | 'category'>,
  report: (fault: CompileFault) => void,
): (path: string) => boolean {
  const { tests = category === 'secrets' } = paths
  const include = compilePathGlobs(paths.include ?? [], ['paths', 'include'], report)
  const exclude = compilePathGlobs(paths.exclude ?? [], ['paths', 'exclude'], report)
  return (path) => {
    const plain = plainPath(path)
    return (
      (tests || !isTestCode(plain)) &&
      (include.length === 0 || include.some((matches) => matches(plain))) &&
      !exclude.some((matches) => matches(plain))
    )
  }
}
