import type { Dialect } from '../model/language.ts'
import type { LoadedMatcher, SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { ConstraintObject } from '../model/rule-spec.ts'
import type { CompileFault } from './node-compiler.ts'

/** The input for compiling over texts and documents. */
export interface PlaceCompiler {
  readonly dialect: Dialect
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  readonly positions: SpecPositions
  /** See `NodeCompiler`. */
  readonly isPlanned: boolean
  report(fault: CompileFault): void
  reportAt(positions: SpecPositions, fault: CompileFault): void
}

/** The same compiler for the file of a named matcher. */
export function compilerFor(named: LoadedMatcher, { dialect, shared, isPlanned, reportAt }: PlaceCompiler): PlaceCompiler {
  return { dialect, shared, isPlanned, positions: named.positions, reportAt, report: (fault) => reportAt(named.positions, fault) }
}

const TREE_KEYS = ['pattern', 'query', 'call', 'argument', 'kind', 'inside', 'has', 'follows', 'precedes'] as const

/** Refuses code matchers in constraints over texts and documents. */
export function refuseCode(spec: ConstraintObject, path: SpecPath, report: PlaceCompiler['report']): void {
  const key = TREE_KEYS.find((candidate) => spec[candidate] !== undefined)
  if (key === undefined) return
  report({
    code: 'where/needs-code',
    message: `\`${key}\` matches code, but this value is text.`,
    hint: 'use `regex`, `in`, `equals`, `comparison`, `entropy` or `not`',
    path: [...path, key],
  })
}
