import type { CompiledRegex } from '../engines/regex/compile-regex.ts'
import type { Grammar } from '../engines/syntax/grammar.ts'
import type { Bindings, Bound } from '../model/bindings.ts'
import type { CodeSyntax, LanguageId } from '../model/language.ts'
import type { LiteralNeed } from '../model/literal-need.ts'
import type { Accept, MatchContext, NodeMatcher, OwnTextTest } from '../model/matcher.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { ConstraintSpec, MatcherSpec } from '../model/rule-spec.ts'

/** A mistake found while compiling, at a key of the spec; `offset` counts into a string value. */
export interface CompileFault {
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly path: SpecPath
  readonly offset?: number
}

/** What a constraint says of whatever a metavariable, an argument or a value may be. */
export interface ConstraintTest {
  readonly need: LiteralNeed
  /** Of what is there. */
  test(context: MatchContext, bound: Bound, bindings: Bindings, accept: Accept): boolean
  /** Holds when what it is about is not there. */
  readonly absent: boolean
  /** Keys of the resolved names that what it is about has, where it must have one of these: see `NodeMatcher`. */
  readonly names?: ReadonlySet<string> | undefined
}

/** What a kind of matcher may ask for while it is compiled for one dialect's syntax trees. */
export interface NodeCompiler {
  readonly language: LanguageId
  readonly grammar: Grammar
  readonly syntax: CodeSyntax
  /** Compiles a matcher within this one. */
  compile(spec: MatcherSpec, path: SpecPath): NodeMatcher
  /** The same for a matcher that is asked about the nodes around or below one, and so about each node again and again. */
  compileRepeated(spec: MatcherSpec, path: SpecPath): NodeMatcher
  /** Whether this one is compiled to be asked so. */
  readonly isRepeated: boolean
  constrain(spec: ConstraintSpec, path: SpecPath): ConstraintTest
  /**
   * Whether a build has noted what the matcher needs and where it starts, and found no mistake in it. Then what lies within it need not be compiled before it is
   * asked about a node.
   */
  readonly isPlanned: boolean
  /** The compiled named matcher. */
  use(name: string, path: SpecPath): NodeMatcher
  /** The metavariables that the matcher may bind or ask for. */
  metavariablesOf(spec: MatcherSpec): ReadonlySet<string>
  /** Whether the matcher fails with any of its metavariables bound where it fails with none. */
  isNarrowed(spec: MatcherSpec): boolean
  /** Whether the matcher does nothing with its metavariables but bind them and compare the code that they stand for. */
  comparesCode(spec: MatcherSpec): boolean
  /** The test of a regex on the own text of nodes. Its answers are shared by all matchers with the same regex. */
  ownTextTest(regex: CompiledRegex): OwnTextTest
  /** Notes a mistake; compiling goes on, so that all of them are found. */
  report(fault: CompileFault): void
}

/** One kind of matcher over syntax trees: an island that knows no other. */
export interface NodeKind {
  /** The spec's keys that it reads. The first must be there for it to apply. */
  readonly keys: readonly (keyof MatcherSpec)[]
  /** The least costly are tried first. */
  readonly cost: number
  compile(spec: MatcherSpec, path: SpecPath, compiler: NodeCompiler): NodeMatcher
}

/** What lies within a matcher, compiled at once where its mistakes are to be found, else when it is first asked for. */
export function compileLater<T>({ isPlanned }: Pick<NodeCompiler, 'isPlanned'>, make: () => T): () => T {
  let made = isPlanned ? undefined : { value: make() }
  return () => (made ??= { value: make() }).value
}
