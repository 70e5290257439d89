import type { CompiledRegex } from '../engines/regex/compile-regex.ts'
import type { Grammar } from '../engines/syntax/grammar.ts'
import type { Bindings, Bound } from '../model/bindings.ts'
import type { CodeSyntax, LanguageId } from '../model/language.ts'
import type { LiteralNeed } from '../model/literal-need.ts'
import type { Accept, MatchContext, NodeMatcher, OwnTextTest } from '../model/matcher.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { ConstraintSpec, MatcherSpec } from '../model/rule-spec.ts'

/** A mistake found by compilation, at a key of the spec. `offset` counts units of a string value. */
export interface CompileFault {
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly path: SpecPath
  readonly offset?: number
}

/** A compiled constraint on a metavariable, an argument or a value. */
export interface ConstraintTest {
  readonly need: LiteralNeed
  /** Tests a present value. */
  test(context: MatchContext, bound: Bound, bindings: Bindings, accept: Accept): boolean
  /** The constraint holds if the value is absent. */
  readonly absent: boolean
  /** Keys of resolved names of which the value must have one. See `NodeMatcher`. */
  readonly names?: ReadonlySet<string> | undefined
}

/** The dependencies of compiling a kind of matcher for one dialect's syntax trees. */
export interface NodeCompiler {
  readonly language: LanguageId
  readonly grammar: Grammar
  readonly syntax: CodeSyntax
  /** Compiles a nested matcher. */
  compile(spec: MatcherSpec, path: SpecPath): NodeMatcher
  /** Compiles a nested matcher that is tested on surrounding or nested nodes, and thus repeatedly on each node. */
  compileRepeated(spec: MatcherSpec, path: SpecPath): NodeMatcher
  /** Whether this matcher is compiled for repeated tests. */
  readonly isRepeated: boolean
  constrain(spec: ConstraintSpec, path: SpecPath): ConstraintTest
  /** Whether the build recorded the needs and starts of the matcher, and found no mistake. Then nested matchers are compiled on first use. */
  readonly isPlanned: boolean
  /** The compiled named matcher. */
  use(name: string, path: SpecPath): NodeMatcher
  /** The metavariables that the matcher may bind or read. */
  metavariablesOf(spec: MatcherSpec): ReadonlySet<string>
  /** Whether a matcher that fails without bindings also fails with any. */
  isNarrowed(spec: MatcherSpec): boolean
  /** Whether the matcher only binds metavariables and compares their code. */
  comparesCode(spec: MatcherSpec): boolean
  /** The test of a regex on the own text of nodes. Matchers with the same regex share its cache. */
  ownTextTest(regex: CompiledRegex): OwnTextTest
  /** Reports a mistake. Compilation continues, so that all mistakes are found. */
  report(fault: CompileFault): void
}

/** One kind of matcher over syntax trees, independent of all others. */
export interface NodeKind {
  /** The keys of the spec that it reads. It applies if the first one is present. */
  readonly keys: readonly (keyof MatcherSpec)[]
  /** The least costly are tried first. */
  readonly cost: number
  compile(spec: MatcherSpec, path: SpecPath, compiler: NodeCompiler): NodeMatcher
}

/** A nested matcher, compiled immediately if its mistakes must be found, otherwise on first use. */
export function compileLater<T>({ isPlanned }: Pick<NodeCompiler, 'isPlanned'>, make: () => T): () => T {
  let made = isPlanned ? undefined : { value: make() }
  return () => (made ??= { value: make() }).value
}
