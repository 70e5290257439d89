import type { Tried } from '../../engines/backtracking/count-steps.ts'
import { type Attack, findAttack } from '../../engines/backtracking/find-attack.ts'
import type { PatternSource } from '../../engines/backtracking/pattern-node.ts'
import type { Bindings, Bound } from '../../model/bindings.ts'
import { bind, boundSpan, hasTree } from '../../model/bound.ts'
import { ANYTHING } from '../../model/literal-need.ts'
import type { MatchContext } from '../../model/matcher.ts'
import type { ConstraintObject } from '../../model/rule-spec.ts'
import type { ConstraintTest } from '../node-compiler.ts'
import { readRegex } from './read-regex.ts'

type SuperlinearSpec = NonNullable<ConstraintObject['superlinear']>

/** Analysing a pattern costs as much as this number of pattern nodes. Results are cached, and charged again. */
const ATTACK_STEPS = 500
/** Number of cached patterns. When it is reached, the cache is cleared. */
const MAX_PATTERNS = 1024
/** Results by pattern. Shared, because several matchers test each pattern. */
const attacks = new Map<string, Attack | undefined>()

/**
 * `superlinear`: the value is a regular expression for which a backtracking matcher takes more than linear time. Binds `witness` to a text that
 * proves it.
 */
export function compileSuperlinear({ tried = 'anywhere', growth, witness }: SuperlinearSpec): ConstraintTest {
  return {
    need: ANYTHING,
    absent: false,
    test: (context, bound, bindings, accept) => {
      const regex = bound.kind === 'node' && hasTree(context) ? readRegex(context, bound.node) : undefined
      // Without repetition there is no attack.
      if (regex === undefined || !/[*+}]/.test(regex.text)) return false
      context.spend(ATTACK_STEPS)
      const attack = findAttackOnce(regex, tried)
      if (attack === undefined || (growth !== undefined && attack.growth !== growth)) return false
      return accept(witness === undefined ? bindings : bindWitness(context, bound, bindings, { witness, attack }))
    },
  }
}

function findAttackOnce(regex: PatternSource, tried: Tried): Attack | undefined {
  const key = `${tried}/${regex.syntax}/${regex.flags}/${regex.text}`
  if (attacks.has(key)) return attacks.get(key)
  if (attacks.size === MAX_PATTERNS) attacks.clear()
  const attack = findAttack(regex, tried)
  attacks.set(key, attack)
  return attack
}

function bindWitness(context: MatchContext, bound: Bound, bindings: Bindings, { witness, attack }: { witness: string; attack: Attack }): Bindings {
  const { start, end } = boundSpan(context, bound) ?? { start: 0, end: 0 }
  return bind(bindings, witness, { kind: 'key', text: describeAttack(attack), start, end })
}

/** `"a" again and again, then "!"`. */
function describeAttack({ prefix, word, suffix }: Attack): string {
  const before = prefix === '' || prefix === word ? '' : `${JSON.stringify(prefix)}, then `
  const after = suffix === '' ? '' : `, then ${JSON.stringify(suffix)}`
  return `${before}${JSON.stringify(word)} again and again${after}`
}
