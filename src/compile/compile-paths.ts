import type { CompileFault } from '../matchers/node-compiler.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import { isTestCode } from '../model/test-code.ts'
import { compileGlob } from '../engines/regex/compile-glob.ts'

/**
 * Which paths a rule speaks of. A glob without a slash is compared with the base name, any other with the whole path; `/` and `./` at the start say nothing, and
 * a glob that ends in a slash is all below. Test code is left out, but by rules about secrets: one in a test is as good as any.
 */
export function compilePaths(
  { paths = {}, category }: Pick<RuleSpec, 'paths' | 'category'>,
  report: (fault: CompileFault) => void,
): (path: string) => boolean {
  const { tests = category === 'secrets' } = paths
  const include = compileGlobs(paths.include, 'include', report)
  const exclude = compileGlobs(paths.exclude, 'exclude', report)
  return (path) => {
    const plain = withoutRoot(path.replaceAll('\\', '/'))
    return (
      (tests || !isTestCode(plain)) &&
      (include.length === 0 || include.some((matches) => matches(plain))) &&
      !exclude.some((matches) => matches(plain))
    )
  }
}

function withoutRoot(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '')
}

function compileGlobs(globs: readonly string[] | undefined, key: string, report: (fault: CompileFault) => void): ((path: string) => boolean)[] {
  return (globs ?? []).flatMap((glob, index) => {
    const matches = compileGlob(withoutRoot(glob).replace(/\/$/, '/**'))
    if (typeof matches !== 'function') {
      report({
        code: 'paths/malformed-glob',
        message: `\`${glob}\` is no glob: ${matches.message}.`,
        hint: 'use `*`, `**`, `?`, `[abc]` and `{a,b}`, such as `src/**/*.{ts,tsx}`',
        path: ['paths', key, index],
      })
      return []
    }
    return [glob.includes('/') ? matches : (path: string) => matches(path.slice(path.lastIndexOf('/') + 1))]
  })
}
