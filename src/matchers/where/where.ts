import { needAll } from '../../model/literal-need.ts'
import type { Bindings, Bound } from '../../model/bindings.ts'
import type { Accept, MatchContext } from '../../model/matcher.ts'
import { lookup, MATCH } from '../../model/bound.ts'
import type { ConstraintTest, NodeKind } from '../node-compiler.ts'
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
export const where: NodeKind = {
  keys: ['where'],
  cost: 7,
  compile: (spec, path, { constrain }) => {
    const constraints = Object.entries(spec.where ?? {}).flatMap(([name, constraint]) =>
      constraint === undefined ? [] : [[name, constrain(constraint, [...path, 'where', name])] as const],
    )
    const matcher = anywhere(
      (context, node, bindings, accept) => testWhere(constraints, 0, context, { kind: 'node', node }, bindings, accept),
      needAll(constraints.filter(([, constraint]) => !constraint.absent).map(([, constraint]) => constraint.need)),
    )
    return { ...matcher, names: constraints.find(([name]) => name === MATCH)?.[1].names }
  },
}

/** `focus`: what is reported is what this metavariable stands for. */
export const focus: NodeKind = {
  keys: ['focus'],
  cost: 8,
  compile: (spec) =>
    anywhere((_context, _node, bindings, accept) => {
      const bound = lookup(bindings, spec.focus ?? MATCH)
      return accept(bound === undefined ? bindings : { name: MATCH, bound, rest: bindings })
    }),
}
