import type { Grammar } from '../engines/syntax/grammar.ts'
import { type CodeSyntax, isForLanguage, type LanguageId } from '../model/language.ts'
import type { NodeMatcher } from '../model/matcher.ts'
import type { LoadedMatcher, SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { ConstraintObject, MatcherSpec } from '../model/rule-spec.ts'
import { hasTree } from '../model/bound.ts'
import { call } from './call/call.ts'
import { passedArgument } from './call/passed-argument.ts'
import { all, any, conjoin, not, use } from './combine/combine.ts'
import { compileConstraint } from './constraint/compile-constraint.ts'
import { files } from './files/files.ts'
import { kind } from './kind/kind.ts'
import { createCodeComparison } from './compares-code.ts'
import { createNarrowed } from './is-narrowed.ts'
import { createMetavariables } from './metavariables-of.ts'
import type { CompileFault, ConstraintTest, NodeCompiler, NodeKind } from './node-compiler.ts'
import { NEVER } from './node-matchers.ts'
import type { OwnTextTests } from './own-text-tests.ts'
import { pattern } from './pattern/pattern.ts'
import { query } from './query/query.ts'
import { regex } from './regex/regex.ts'
import { follows, has, inside, precedes } from './relation/relations.ts'
import { earlyWhere, focus, where } from './where/where.ts'

/** All kinds of matchers over syntax nodes. To add a kind, create a folder and list it here. */
const NODE_KINDS: readonly NodeKind[] = [
  files,
  kind,
  call,
  pattern,
  query,
  all,
  any,
  use,
  passedArgument,
  regex,
  inside,
  has,
  follows,
  precedes,
  not,
  earlyWhere,
  where,
  focus,
].toSorted((left, right) => left.cost - right.cost)

/** Keys that make a constraint a matcher. `regex`, `all`, `any` and `not` are constraints themselves. */
const MATCHER_KEYS = [
  'languages',
  'pattern',
  'query',
  'call',
  'argument',
  'arguments',
  'keyword',
  'kind',
  'inside',
  'has',
  'follows',
  'precedes',
  'use',
  'where',
] as const

/** The input for compiling code matchers. */
export interface NodeCompilerSource {
  readonly grammar: Grammar
  readonly syntax: CodeSyntax
  readonly language: LanguageId
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  readonly ownTexts: OwnTextTests
  report(positions: SpecPositions, fault: CompileFault): void
}

/** The mode of compilation. See `NodeCompiler`. */
type Way = Pick<NodeCompiler, 'isRepeated' | 'isPlanned'>

/** Compiles the matcher at `path` of its file. */
export type CompileNode = (spec: MatcherSpec, path: SpecPath, positions: SpecPositions, isPlanned: boolean) => NodeMatcher

/** Returns a function that compiles the spec at `path` of a file for this grammar. */
export function createNodeCompiler(source: NodeCompilerSource): CompileNode {
  const { grammar, syntax, language, shared, ownTexts } = source
  const metavariables = createMetavariables(language, shared)
  const isNarrowed = createNarrowed(metavariables, shared)
  const comparesCode = createCodeComparison(shared)
  const named = new Map<string, NodeMatcher>()

  const useNamed = (name: string, way: Way): NodeMatcher => {
    const key = `${name} ${way.isRepeated} ${way.isPlanned}`
    const known = named.get(key)
    if (known !== undefined) return known
    const loaded = shared.get(name)
    // Unknown names and cycles are reported by the loader, which drops the rules.
    named.set(key, NEVER)
    const compiled = loaded === undefined ? NEVER : compileIn(loaded.positions, way)(loaded.spec, loaded.path)
    named.set(key, compiled)
    return compiled
  }

  const compileIn = (positions: SpecPositions, way: Way): NodeCompiler['compile'] => {
    const report = (fault: CompileFault): void => source.report(positions, fault)
    const compile: NodeCompiler['compile'] = (spec, path) => {
      if (!isForLanguage(spec.languages, language)) return NEVER
      if (spec.document !== undefined) return NEVER
      const kinds = NODE_KINDS.filter((candidate) => candidate.keys[0] !== undefined && spec[candidate.keys[0]] !== undefined)
      return conjoin(kinds.map((candidate) => candidate.compile(spec, path, compiler)))
    }
    const compiler: NodeCompiler = {
      language,
      grammar,
      syntax,
      compile,
      compileRepeated: way.isRepeated ? compile : compileIn(positions, { ...way, isRepeated: true }),
      ...way,
      constrain: (spec, path) => compileConstraint(spec, path, { report, matcher: (object, at) => matcherOf(object, at, compile) }),
      use: (name) => useNamed(name, way),
      metavariablesOf: metavariables,
      isNarrowed,
      comparesCode,
      ownTextTest: ownTexts.testOf,
      report,
    }
    return compile
  }
  return (spec, path, positions, isPlanned) => compileIn(positions, { isRepeated: false, isPlanned })(spec, path)
}

/** The matcher inside a constraint. It is tried on the expression, on the expression that it wraps, and on the certain value of a variable. */
function matcherOf(spec: ConstraintObject, path: SpecPath, compile: NodeCompiler['compile']): ConstraintTest | undefined {
  const keys = MATCHER_KEYS.filter((key) => spec[key] !== undefined)
  if (keys.length === 0) return undefined
  const matcher = compile(Object.fromEntries(keys.map((key) => [key, spec[key]])), path)
  return {
    need: matcher.need,
    absent: false,
    test: (context, bound, bindings, accept) => {
      if (!hasTree(context)) return false
      const nodes = bound.kind === 'node' ? [bound.node] : bound.kind === 'nodes' ? bound.nodes : []
      return nodes.some((node) => {
        const inner = context.syntax.unwrap(context.tree, node)
        const held = context.symbols.valueOf(inner)
        return [...new Set([node, inner, held])].some(
          (place) => (matcher.types === undefined || matcher.types.has(context.tree.type[place])) && matcher.test(context, place, bindings, accept),
        )
      })
    },
  }
}
