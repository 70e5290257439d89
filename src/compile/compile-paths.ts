import { plainPath } from '../engines/regex/compile-path-glob.ts'
import { compilePathGlobs } from '../matchers/compile-path-globs.ts'
import type { CompileFault } from '../matchers/node-compiler.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import { isTestCode } from '../model/test-code.ts'

/** A path as globs are compared with it, and whether it is that of test code. */
export interface ReadPath {
  readonly plain: string
  readonly isTest: boolean
}

/** Normalises a path once for consecutive rules. */
export function createPathReader(): (path: string) => ReadPath {
  return rememberLast((path) => {
    const plain = plainPath(path)
    return { plain, isTest: isTestCode(plain) }
  })
}

/** The paths that a rule applies to. Test code is excluded, except for rules about secrets: a secret in a test is equally valid. */
export function compilePaths(
  { paths = {}, category }: Pick<RuleSpec, 'paths' | 'category'>,
  report: (fault: CompileFault) => void,
  readPath: (path: string) => ReadPath = createPathReader(),
): (path: string) => boolean {
  const { tests = category === 'secrets' } = paths
  const include = compilePathGlobs(paths.include ?? [], ['paths', 'include'], report)
  const exclude = compilePathGlobs(paths.exclude ?? [], ['paths', 'exclude'], report)
  return rememberLast((path) => {
    const { plain, isTest } = readPath(path)
    return (tests || !isTest) && (include.length === 0 || include.some((matches) => matches(plain))) && !exclude.some((matches) => matches(plain))
  })
}

/** Remembers the last result, because many rules test the same file. */
function rememberLast<T>(read: (path: string) => T): (path: string) => T {
  let last: { readonly path: string; readonly answer: T } | undefined
  return (path) => {
    if (last?.path !== path) last = { path, answer: read(path) }
    return last.answer
  }
}
