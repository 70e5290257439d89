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

/** Reads a path once for all rules that are asked about it in a row. */
export function createPathReader(): (path: string) => ReadPath {
  return rememberLast((path) => {
    const plain = plainPath(path)
    return { plain, isTest: isTestCode(plain) }
  })
}

/** Which paths a rule speaks of. Test code is left out, but by rules about secrets: one in a test is as good as any. */
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

/** Files come one after the other, and many ask about the same. */
function rememberLast<T>(read: (path: string) => T): (path: string) => T {
  let last: { readonly path: string; readonly answer: T } | undefined
  return (path) => {
    if (last?.path !== path) last = { path, answer: read(path) }
    return last.answer
  }
}
