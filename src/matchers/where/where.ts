import { needAll } from '../../model/literal-need.ts'
import { boundName, isLocal, lookup, MATCH } from '../../model/bound.ts'
import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'
import { conjoinWhere } from '../conjoin-where.ts'
import type { ConstraintTest, NodeCompiler, NodeKind } from '../node-compiler.ts'
import { anywhere } from '../node-matchers.ts'

/** `where`: constraints on metavariables that the other keys have bound. `$MATCH` is the node itself. */
export const where: NodeKind = whereKind('late', ({ compiler, spec }, name, constraint) => !isEarly(compiler, constraint) || isInRelation(spec, name))

/**
 * The same, tested before more expensive relations, for constraints that bind nothing themselves. Metavariables that may be bound later are left to
 * `where`.
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
        if (constraint === undefined || isLocal(name) || !isOurs({ spec, compiler }, name, constraint)) return []
        return [[name, compiler.constrain(constraint, [...path, 'where', written])] as const]
      })
      const test = conjoinWhere(
        constraints.map(([name, constraint]) => [name, when === 'early' && isInRelation(spec, name) ? passUnbound(constraint) : constraint]),
      )
      const matcher = anywhere(
        (context, node, bindings, accept) => test(context, { kind: 'node', node }, bindings, accept),
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
  // A nested named matcher may bind any name.
  return text.includes('"use"') || text.includes(name) || text.includes(`@${name.slice(1).toLowerCase()}`) || text.includes(`<${name.slice(1)}>`)
}

/** `focus`: reports the node that this metavariable is bound to. */
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
