import micromatch from 'micromatch'
import type { CompileFault } from '../matchers/node-compiler.ts'
import type { RuleSpec } from '../model/rule-spec.ts'

/** More stars in one segment can take exponential time (measured: ten of them on 40 characters, 20 s). */
const MAX_STARS = 3

/** Which paths a rule speaks of. A glob without a slash is compared with the base name, any other with the whole path. */
export function compilePaths(paths: RuleSpec['paths'], report: (fault: CompileFault) => void): (path: string) => boolean {
  if (paths === undefined) return () => true
  const include = compileGlobs(paths.include, 'include', report)
  const exclude = compileGlobs(paths.exclude, 'exclude', report)
  return (path) => {
    const plain = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
    return (include.length === 0 || include.some((matches) => matches(plain))) && !exclude.some((matches) => matches(plain))
  }
}

function compileGlobs(globs: readonly string[] | undefined, key: string, report: (fault: CompileFault) => void): ((path: string) => boolean)[] {
  return (globs ?? []).flatMap((glob, index) => {
    const crowded = glob.split('/').some((segment) => segment !== '**' && (segment.match(/\*/g)?.length ?? 0) > MAX_STARS)
    if (crowded || /[+@!?*]\(/.test(glob)) {
      report({
        code: 'paths/costly-glob',
        message: `\`${glob}\` can take exponential time on long paths.`,
        hint: `use at most ${MAX_STARS} stars between two slashes, and no extended globs such as \`+(a)\``,
        path: ['paths', key, index],
      })
      return []
    }
    const matches = micromatch.matcher(glob, { dot: true, noext: true })
    return [glob.includes('/') ? matches : (path: string) => matches(path.slice(path.lastIndexOf('/') + 1))]
  })
}
