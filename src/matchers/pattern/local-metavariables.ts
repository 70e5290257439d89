import { type Bindings } from '../../model/bindings.ts'
import { bind, isLocal, lookup, MATCH } from '../../model/bound.ts'
import { type LiteralNeed, needAll } from '../../model/literal-need.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'
import type { NodeCompiler } from '../node-compiler.ts'
import type { NodeMatcher } from '../../model/matcher.ts'
import { conjoinWhere } from '../conjoin-where.ts'
import { compileRuleRegex } from '../rule-regex.ts'

/** Reads `where` and `focus` of `$_NAME` together with the pattern, and removes these metavariables: no other matcher sees them. */
export function testLocals(matcher: NodeMatcher, spec: MatcherSpec, path: SpecPath, compiler: NodeCompiler): NodeMatcher {
  if (!/\$_[A-Z0-9]/.test(spec.pattern ?? '')) return matcher
  const constraints = Object.entries(spec.where ?? {}).flatMap(([name, constraint]) =>
    constraint === undefined || !isLocal(name) ? [] : [[name, compiler.constrain(constraint, [...path, 'where', name])] as const],
  )
  const test = conjoinWhere(constraints)
  const { focus = '' } = spec
  const report = (bindings: Bindings, all: Bindings): Bindings => {
    const bound = isLocal(focus) ? lookup(all, focus) : undefined
    return bound === undefined ? bindings : bind(bindings, MATCH, bound)
  }
  return {
    ...matcher,
    need: needAll([matcher.need, ...constraints.map(([, constraint]) => constraint.need), ...writtenNeeds(spec, path, compiler)]),
    test: (context, node, bindings, accept) =>
      matcher.test(context, node, bindings, (next) =>
        test(context, { kind: 'node', node }, next, (last) => accept(report(withoutLocals(last, bindings), last))),
      ),
  }
}

/** The literals of the regexes, which must be written in the file: names whose value is computed from parts elsewhere are missed. */
function writtenNeeds({ where = {} }: MatcherSpec, path: SpecPath, { report }: NodeCompiler): readonly LiteralNeed[] {
  return Object.entries(where).flatMap(([name, constraint]) => {
    if (!isLocal(name) || typeof constraint !== 'object' || constraint === null || Array.isArray(constraint)) return []
    const source = constraint.regex ?? regexOf(constraint['source-text'])
    const regex = source === undefined ? undefined : compileRuleRegex(source, [...path, 'where', name], report)
    return regex === undefined ? [] : [regex.need]
  })
}

function regexOf(constraint: ConstraintSpec | undefined): string | undefined {
  return typeof constraint === 'object' && constraint !== null && !Array.isArray(constraint) ? constraint.regex : undefined
}

/** The bindings without the local ones in front of `before`. */
function withoutLocals(bindings: Bindings, before: Bindings): Bindings {
  if (bindings === before || bindings === undefined) return bindings
  const rest = withoutLocals(bindings.rest, before)
  if (isLocal(bindings.name)) return rest
  return rest === bindings.rest ? bindings : bind(rest, bindings.name, bindings.bound)
}
