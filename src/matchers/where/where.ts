import { needAll } from '../../model/literal-need.ts'
import type { Bindings, Bound } from '../../model/bindings.ts'
import type { Accept, MatchContext } from '../../model/matcher.ts'
import { boundName, lookup, MATCH } from '../../model/bound.ts'
import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'
import type { ConstraintTest, NodeCompiler, NodeKind } from '../node-compiler.ts'
import { anywhere } from '../node-matchers.ts'

/** The constraints of a `where`, by metavariable. One that is not bound satisfies only `absent`. */
export function testWhere(
  constraints: readonly (readonly [string, ConstraintTest])[],
  index: number,
  context: MatchContext,
  self: Bound,
  bindings: Bindings,
  accept: Accept,
): boolean {
  const entry = constraints[index]
  if (entry === undefined) return accept(bindings)
  const [name, constraint] = entry
  const bound = name === MATCH ? self : lookup(bindings, name)
  const next: Accept = (known) => testWhere(constraints, index + 1, context, self, known, accept)
  if (bound === undefined) return constraint.absent && next(bindings)
  return constraint.test(context, bound, bindings, next)
}

/** `where`: constraints on metavariables that the other keys have bound; `$MATCH` is the node itself. */
export const where: NodeKind = whereKind('late', ({ compiler, spec }, name, constraint) => !isEarly(compiler, constraint) || isInRelation(spec, name))

/**
 * The same for what is bound before anything around or below the node is looked at, which costs more: constraints that bind nothing themselves. What is not
 * bound yet, and may be later, waits for the other.
 */
export const earlyWhere: NodeKind = whereKind('early', ({ compiler }, _name, constraint) => isEarly(compiler, constraint))

interface WhereInput {
  readonly spec: MatcherSpec
  readonly compiler: NodeCompiler
}

function whereKind(when: 'early' | 'late', isOurs: (input: WhereInput, name: string, constraint: ConstraintSpec) => boolean): NodeKind {
  return {
    keys: ['where'],
    cost: when === 'early' ? 4 : 7,
    compile: (spec, path, compiler) => {
      const constraints = Object.entries(spec.where ?? {}).flatMap(([written, constraint]) => {
        const name = boundName(written)
        if (constraint === undefined || !isOurs({ spec, compiler }, name, constraint)) return []
        return [[name, compiler.constrain(constraint, [...path, 'where', written])] as const]
      })
      const tests = constraints.map(([name, constraint]) =>
        when === 'early' && isInRelation(spec, name) ? ([name, passUnbound(constraint)] as const) : ([name, constraint] as const),
      )
      const matcher = anywhere(
        (context, node, bindings, accept) => testWhere(tests, 0, context, { kind: 'node', node }, bindings, accept),
        needAll(constraints.filter(([, constraint]) => !constraint.absent).map(([, constraint]) => constraint.need)),
      )
      return { ...matcher, names: constraints.find(([name]) => name === MATCH)?.[1].names }
    },
  }
}

function passUnbound(constraint: ConstraintTest): ConstraintTest {
  return { ...constraint, absent: true }
}

function isEarly(compiler: NodeCompiler, constraint: ConstraintSpec): boolean {
  return typeof constraint !== 'object' || constraint === null || compiler.metavariablesOf({ where: { [MATCH]: constraint } }).size === 0
}

/** Whether a relation of the matcher may bind the metavariable. */
function isInRelation({ inside, has, follows, precedes }: MatcherSpec, name: string): boolean {
  const text = JSON.stringify([inside, has, follows, precedes]).replaceAll('$...', '$')
  // A named matcher within may bind anything.
  return text.includes('"use"') || text.includes(name) || text.includes(`@${name.slice(1).toLowerCase()}`) || text.includes(`<${name.slice(1)}>`)
}

/** `focus`: what is reported is what this metavariable stands for. */
export const focus: NodeKind = {
  keys: ['focus'],
  cost: 8,
  compile: (spec) => {
    const name = boundName(spec.focus ?? MATCH)
    return anywhere((_context, _node, bindings, accept) => {
      const bound = lookup(bindings, name)
      return accept(bound === undefined ? bindings : { name: MATCH, bound, rest: bindings })
    })
  },
}
