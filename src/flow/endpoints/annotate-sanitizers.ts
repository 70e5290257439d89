import { isSelected } from '../../model/match-arguments.ts'
import type { TaintMatcher } from '../../model/flow.ts'
import type { NodeContext } from '../../model/matcher.ts'
import { type LoweredFile, OP } from '../../model/program.ts'
import { type GuardedNodeValues, distinct, type FileAnnotations, type MatchSite } from './file-annotations.ts'
import { postUpdateValues, valuesAt } from './values-at.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Records the value itself, arguments that the call changes, and values that are guarded by it. With `when`, only the guarded ones. */
export function annotateSanitizer(annotations: FileAnnotations, { matcher, focus, node }: MatchSite): void {
  const { context, lowered } = annotations
  const { sanitizer: plain, check } = matcher.byRole
  if (plain.length === 0 && check.true.length === 0 && check.false.length === 0) return
  annotations.guardedNodes ??= guardedNodeValues(lowered)
  const known = annotations.guardedNodes.get(node)
  const isGuess = isGuessedAt(context, matcher, node)
  if (plain.length > 0) {
    const values = [...valuesMadeAt(lowered, context, focus), ...(known?.true.map(({ value }) => value) ?? [])]
    if (plain.some(({ bySideEffect }) => bySideEffect)) {
      values.push(...postUpdateValues(lowered, node, matcher.arguments))
      const passed = lowered.program.calls[lowered.callAt.get(node) ?? -1]?.arguments ?? []
      for (const { value, argument } of known?.end ?? []) if (isSelected(matcher.arguments, passed, argument)) values.push(value)
    }
    annotations.sanitizers.push({ values: distinct(values), isGuess, uses: plain })
  }
  if (known === undefined) return
  for (const when of ['true', 'false'] as const) {
    const uses = check[when]
    const values = uses.length === 0 ? [] : known[when].map(({ value }) => value)
    if (values.length > 0) annotations.sanitizers.push({ values, isGuess, uses })
  }
}

function isGuessedAt({ tree, syntax, symbols, file }: NodeContext, { isGuessOf }: TaintMatcher, node: number): boolean {
  const callee = isGuessOf === undefined ? -1 : syntax.calleeAt(tree, file.text, node)
  const name = callee < 0 ? undefined : symbols.nameOf(callee)
  return name !== undefined && isGuessOf?.(name) === true
}

/**
 * The value of an expression, or else the values that are computed within the node. Operands that the node only names (`x` in `'<b>' + x`) are left
 * out.
 */
function valuesMadeAt(lowered: LoweredFile, context: NodeContext, node: number): readonly number[] {
  const { valueAt, program } = lowered
  if (valueAt[node] >= 0) return [valueAt[node]]
  const begin = context.tree.start[node]
  const end = context.tree.end[node]
  return valuesAt(lowered, context, node).filter((value) => program.values.start[value] >= begin && program.values.start[value] < end)
}

/** Guarded values by the node of the check. */
function guardedNodeValues({ program, guards }: LoweredFile): ReadonlyMap<number, GuardedNodeValues> {
  const found = new Map<number, GuardedNodeValues>()
  const { op, b, count } = program.values
  for (let value = 0; value < count; value++) {
    if (op[value] !== OP.refine || b[value] < 0) continue
    const { node, argument, outcome, property, schemaParse } = guards[b[value]]
    // A rule that matches the call does not match a property of its result.
    if (property !== undefined || schemaParse !== undefined) continue
    const known = found.get(node) ?? { true: [], false: [], end: [] }
    found.set(node, known)
    known[outcome].push({ value, argument })
  }
  return found
}

const MAPPERS: ReadonlySet<string> = new Set(['map', 'flatMap', 'mapValues'])

/** `list.map(escape)`: records sanitizers that are passed by their name. */
export function annotateMappedSanitizers({ lowered, sanitizers }: FileAnnotations, places: readonly TaintMatcher[]): void {
  const results = new Map<string, number[]>()
  for (const { spelledName, constantKey, result } of lowered.program.calls) {
    if (constantKey === undefined || !MAPPERS.has(spelledName)) continue
    addToGroup(results, constantKey, result)
  }
  if (results.size === 0) return
  for (const matcher of places) {
    const { isCallOf, byRole } = matcher
    const uses = byRole.sanitizer
    if (isCallOf === undefined || uses.length === 0) continue
    const values = [...results].flatMap(([subject, resultValues]) => (isCallOf(subject) ? resultValues : []))
    if (values.length > 0) sanitizers.push({ values, isGuess: false, uses })
  }
}
