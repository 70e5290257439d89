import { type CompiledRegex, compileRegex } from '../engines/regex/compile-regex.ts'
import type { RegexMatch } from '../engines/regex/regex-match.ts'
import type { Bindings } from '../model/bindings.ts'
import { bind } from '../model/bound.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { CompileFault } from './node-compiler.ts'

/** Compiles a regex of a rule. Undefined for a malformed one, which is reported at `path`. */
export function compileRuleRegex(source: string, path: SpecPath, report: (fault: CompileFault) => void): CompiledRegex | undefined {
  const regex = compileRegex(source)
  if (regex.kind === 'regex') return regex
  const { message, hint, offset } = regex
  report({ code: 'regex/syntax', message, ...(hint === undefined ? {} : { hint }), path, offset })
  return undefined
}

/** Compiles a regex that was compiled successfully before. */
export function compileCheckedRegex(source: string): CompiledRegex {
  const regex = compileRegex(source)
  if (regex.kind === 'fault') throw new Error(regex.message)
  return regex
}

/** Binds the named groups of a match in a text that begins at offset `from` of the file. */
export function bindGroups(bindings: Bindings, { groups }: RegexMatch, from: number): Bindings {
  let bound = bindings
  for (const { name, start, end } of groups) bound = bind(bound, `$${name}`, { kind: 'text', start: from + start, end: from + end })
  return bound
}
