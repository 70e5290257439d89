import type { TaintPlace } from '../../model/flow.ts'
import type { NodeContext } from '../../model/matcher.ts'
import { type LoweredFile, OP } from '../../model/program.ts'
import { type CheckedValues, distinct, type FileNotes, type PlaceSite, usesOf } from './file-annotations.ts'
import { afterValues, takesArgument, valuesAt } from './values-at.ts'

/** Notes the value itself, what was passed where the call changes it, and whatever is checked by it. With `when`, only the last. */
export function noteSanitizers(notes: FileNotes, { place, focus, node }: PlaceSite): void {
  const { context, lowered } = notes
  const uses = usesOf(place, 'sanitizer')
  if (uses.length === 0) return
  notes.checked ??= checkedValues(lowered)
  const known = notes.checked.get(node)
  const plain = uses.filter(({ when }) => when === undefined)
  if (plain.length > 0) {
    const values = [...madeAt(lowered, context, focus), ...(known?.true.map(({ value }) => value) ?? [])]
    if (plain.some(({ bySideEffect }) => bySideEffect)) {
      values.push(...afterValues(lowered, node, place.arguments))
      for (const { value, argument } of known?.end ?? []) if (takesArgument(place.arguments, argument)) values.push(value)
    }
    notes.sanitizers.push({ values: distinct(values), uses: plain })
  }
  if (known === undefined) return
  for (const when of [true, false]) {
    const chosen = uses.filter((use) => use.when === when)
    const values = (when ? known.true : known.false).map(({ value }) => value)
    if (chosen.length > 0 && values.length > 0) notes.sanitizers.push({ values, uses: chosen })
  }
}

/** The value of an expression; of a node that has none, those that are made within it. What is only named there (`'<b>' + x` of a longer text) stays what it is. */
function madeAt(lowered: LoweredFile, context: NodeContext, node: number): readonly number[] {
  const { valueAt, program } = lowered
  if (valueAt[node] >= 0) return [valueAt[node]]
  const begin = context.tree.start[node]
  const end = context.tree.end[node]
  return valuesAt(lowered, context, node).filter((value) => program.values.start[value] >= begin && program.values.start[value] < end)
}

/** By the node of the check. */
function checkedValues({ program, guards }: LoweredFile): ReadonlyMap<number, CheckedValues> {
  const found = new Map<number, CheckedValues>()
  const { op, b, count } = program.values
  for (let value = 0; value < count; value++) {
    if (op[value] !== OP.refine || b[value] < 0) continue
    const { node, argument, outcome, property, schemaParse } = guards[b[value]]
    // A part of what a call gives is not what a rule says of the call.
    if (property !== undefined || schemaParse !== undefined) continue
    const known = found.get(node) ?? { true: [], false: [], end: [] }
    found.set(node, known)
    known[outcome].push({ value, argument })
  }
  return found
}

const MAPPERS: ReadonlySet<string> = new Set(['map', 'flatMap', 'mapValues'])

/** `list.map(escape)`: notes sanitizers that are passed by their name. */
export function noteMappers({ lowered, sanitizers }: FileNotes, places: readonly TaintPlace[]): void {
  const results = new Map<string, number[]>()
  for (const { spelledName, constantKey, result } of lowered.program.calls) {
    if (constantKey === undefined || !MAPPERS.has(spelledName)) continue
    const known = results.get(constantKey)
    if (known === undefined) results.set(constantKey, [result])
    else known.push(result)
  }
  if (results.size === 0) return
  for (const place of places) {
    const { isCallOf } = place
    const uses = isCallOf === undefined ? [] : usesOf(place, 'sanitizer').filter(({ when }) => when === undefined)
    if (uses.length === 0) continue
    const values = [...results].flatMap(([subject, given]) => (isCallOf?.(subject) === true ? given : []))
    if (values.length > 0) sanitizers.push({ values, uses })
  }
}
