import type { Bound } from '../../model/bindings.ts'
import { hasTree } from '../../model/bound.ts'
import type { DocumentNode } from '../../model/document.ts'
import { needAll } from '../../model/literal-need.ts'
import type { MatchContext } from '../../model/matcher.ts'
import { conjoinTests, type Test } from '../conjoin-tests.ts'
import { findProperty } from '../find-property.ts'
import { needOfKey, standsInText } from '../needed-key.ts'
import type { ConstraintTest } from '../node-compiler.ts'

/** `properties`: the value is an object literal, or a map of a configuration file, and its values under these names satisfy these constraints. */
export function compileProperties(properties: readonly (readonly [name: string, constraint: ConstraintTest])[]): ConstraintTest {
  const test = conjoinTests(
    properties.map(
      ([name, constraint]): Test<MatchContext, Bound> =>
        (context, bound, bindings, accept) => {
          const found = findValue(context, bound, name)
          if (found === 'unknown') return false
          if (found === 'absent') return constraint.absent && accept(bindings)
          return (constraint.absent || standsInText(context, name)) && constraint.test(context, found, bindings, accept)
        },
    ),
  )
  return {
    need: needAll(properties.flatMap(([name, { absent, need }]) => (absent ? [] : [need, needOfKey(name)]))),
    absent: false,
    test: (context, bound, bindings, accept) => isObject(context, bound) && test(context, bound, bindings, accept),
  }
}

function isObject(context: MatchContext, bound: Bound): boolean {
  if (bound.kind === 'value') return bound.value.kind === 'map'
  if (bound.kind !== 'node' || !hasTree(context)) return false
  const { tree, syntax, symbols, file } = context
  return syntax.propertiesAt(tree, file.text, symbols.valueOf(syntax.unwrap(tree, bound.node))) !== undefined
}

function findValue(context: MatchContext, bound: Bound, name: string): Bound | 'absent' | 'unknown' {
  if (bound.kind === 'value') return findEntry(bound.value, name)
  if (bound.kind !== 'node' || !hasTree(context)) return 'unknown'
  const node = findProperty(context, bound.node, name)
  return typeof node === 'number' ? { kind: 'node', node } : node
}

/** Complete names take precedence over dotted ones, as in code. */
function findEntry(map: DocumentNode, name: string): Bound | 'absent' | 'unknown' {
  if (map.kind !== 'map') return map.kind === 'scalar' && map.computed === true ? 'unknown' : 'absent'
  const whole = map.entries.findLast((entry) => entry.key === name)
  if (whole !== undefined) return { kind: 'value', value: whole.value }
  const dot = name.indexOf('.')
  const outer = dot < 0 ? undefined : map.entries.findLast((entry) => entry.key === name.slice(0, dot))
  if (outer !== undefined) return findEntry(outer.value, name.slice(dot + 1))
  return map.open === true ? 'unknown' : 'absent'
}
