import { OP, type SchemaParse, type ProgramGuard } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { SURE } from './check-chains.ts'
import { load, storePart, value } from './values.ts'
import { originOf, readVariable, writeBack, writeRefined } from './variables.ts'
import { NOT_CHECKED } from './variable-ids.ts'

/** A field of the receiver, which is checked for other methods too: `self.place`. */
interface ReceiverField {
  /** The variable that holds the receiver. */
  readonly variable: number
  readonly name: string
}

/** What a condition makes sure of. */
export interface Checked {
  /** The variable that is checked, or the path from one (`req.query.id`), which is then checked wherever it stands again. */
  readonly place: { readonly variable: number } | { readonly path: string; readonly field?: ReceiverField | undefined }
  readonly node: number
  /** The call or comparison that is the check, when a rule or the function that is called must say that it is one; -1 when the check makes anything harmless. */
  readonly check: number
  /** Which argument of the call is checked; -1 for its receiver, or when it is no call. */
  readonly argument: number
  /** What the check has come to where this is known. */
  readonly outcome: ProgramGuard['outcome']
  /** The code of the part of it that was looked at, where that is known: two looks at one part tell the same kind of thing. */
  readonly about?: string | undefined
  /** The part of the call's result that was looked at: `ok` of `if (!result.ok)`. */
  readonly property?: string | undefined
  /** Whether it is that something is there under it. */
  readonly isMembership?: boolean | undefined
  /** Whether it is that a path lies within a folder: harmless to most rules, though not to all. */
  readonly isPathContainment?: boolean | undefined
}

/** What is known where a condition holds, and where it does not. */
export interface Condition {
  readonly whenTrue: readonly Checked[]
  readonly whenFalse: readonly Checked[]
}

export const NOTHING_CHECKED: Condition = { whenTrue: [], whenFalse: [] }

export function negated({ whenTrue, whenFalse }: Condition): Condition {
  return { whenTrue: whenFalse, whenFalse: whenTrue }
}

export function bothHold(left: Condition, right: Condition): Condition {
  return { whenTrue: [...left.whenTrue, ...right.whenTrue], whenFalse: eitherWay(left.whenFalse, right.whenFalse) }
}

export function oneHolds(left: Condition, right: Condition): Condition {
  return { whenTrue: eitherWay(left.whenTrue, right.whenTrue), whenFalse: [...left.whenFalse, ...right.whenFalse] }
}

/** Checks that are kept of alternatives: `kind === A || kind === B || …` may go on for hundreds, and what a rule says of some it says of all. */
const MOST_ALTERNATIVES = 16

/** `x === 'a' || x === 'b'`: whichever holds, x is checked. */
function eitherWay(left: readonly Checked[], right: readonly Checked[]): Checked[] {
  const found = new Map<string, Checked>()
  const add = (checked: Checked): void => {
    if (checked.check < 0 || found.size < MOST_ALTERNATIVES) found.set(idOf(checked), checked)
  }
  for (const checked of left) {
    for (const other of right) {
      if (!samePlace(checked, other)) continue
      if (isHarmless(checked)) add(other)
      else if (isHarmless(other)) add(checked)
      else if (checked.check === other.check) {
        if (
          checked.argument === other.argument &&
          checked.outcome === other.outcome &&
          checked.property === other.property &&
          checked.isMembership === other.isMembership
        )
          add(checked)
      } else if (checked.about !== undefined && checked.about === other.about) {
        // `host === 'a' || isOwn(host)`: a rule that knows one look at the part takes the other for one.
        add(checked)
        add(other)
      }
    }
  }
  return [...found.values()]
}

function isHarmless({ check, isPathContainment }: Checked): boolean {
  return check < 0 || isPathContainment === true
}

function idOf({ place, check, argument, outcome, property = '', isMembership = false }: Checked): string {
  return `${'variable' in place ? place.variable : place.path} ${check} ${argument} ${outcome} ${property} ${isMembership}`
}

/** A place that is harmless where this is known. */
export function sure(place: Checked['place'], node: number): Checked {
  return { place, node, check: -1, argument: -1, outcome: 'true' }
}

/** Paths that lie within a folder where the check has held. */
export function contained(places: readonly Checked[], check: number): Checked[] {
  return places.map(({ place, node }) => ({ place, node, check, argument: -1, outcome: 'true', isPathContainment: true }))
}

/** Places under which something is there where the check has held: a key of a table, or what the searching call at `check` was made by. */
export function foundUnder(places: readonly Checked[], check: number): Condition {
  return { whenTrue: places.map(({ place, node }) => ({ place, node, check, argument: -1, outcome: 'true', isMembership: true })), whenFalse: [] }
}

/** The same places as seen by a check of which it is not known what it makes sure of: by where it holds, and where not. */
export function asked(places: readonly Checked[], check: number, argument: number, about?: string): Condition {
  return {
    whenTrue: places.map(({ place, node }) => ({ place, node, check, argument, outcome: 'true', about })),
    whenFalse: places.map(({ place, node }) => ({ place, node, check, argument, outcome: 'false', about })),
  }
}

/** The same by a part of what the call gives, or by all of it. */
export function askedResult(places: readonly Checked[], check: number, argument: number, property: string | undefined): Condition {
  const { whenTrue, whenFalse } = asked(places, check, argument)
  return { whenTrue: whenTrue.map((each) => ({ ...each, property })), whenFalse: whenFalse.map((each) => ({ ...each, property })) }
}

/** What is known of places once a call that looked at them has come to its end: whoever knows what it refuses can tell. */
export function outlived(places: readonly Checked[], check: number, argument: number): Checked[] {
  return places.map(({ place, node }) => ({ place, node, check, argument, outcome: 'end' }))
}

export function together(conditions: readonly Condition[]): Condition {
  if (conditions.length === 1) return conditions[0]
  return { whenTrue: conditions.flatMap(({ whenTrue }) => whenTrue), whenFalse: conditions.flatMap(({ whenFalse }) => whenFalse) }
}

/** Of a condition that was evaluated before: what still holds what it held then. */
export function stillKnown(low: Lowering, { whenTrue, whenFalse }: Condition): Condition {
  const isSame = (checked: Checked): boolean => isHeldStill(low, checked, checked.about !== undefined)
  return { whenTrue: whenTrue.filter(isSame), whenFalse: whenFalse.filter(isSame) }
}

/** Whether the variable holds what it held at the node, as far as can be told. `lenient` where branches have met since: one of them may have changed it. */
export function isHeldStill(low: Lowering, { place, node }: Checked, lenient: boolean): boolean {
  // What stands in a callback is lowered later.
  if (!('variable' in place) || low.valueAt[node] < 0) return true
  const held = objectOf(low, low.frame.table.read(place.variable) ?? -1)
  return held === objectOf(low, low.valueAt[node]) || (lenient && held >= 0 && low.store.op(held) === OP.phi)
}

/** The value before anything was put into it. */
function objectOf(low: Lowering, held: number): number {
  let at = originOf(low, held)
  while (at >= 0 && low.store.op(at) === OP.store) at = originOf(low, low.store.a(at))
  return at
}

function samePlace(left: Checked, right: Checked): boolean {
  if ('variable' in left.place) return 'variable' in right.place && left.place.variable === right.place.variable
  return 'path' in right.place && left.place.path === right.place.path
}

/** From here on in this branch the places are checked. */
export function refine(low: Lowering, known: readonly Checked[]): void {
  for (const checked of known) {
    const { place, node } = checked
    const index = checked.check < 0 ? -1 : checkIndex(low, checked)
    if ('variable' in place) {
      const before = readVariable(low, place.variable, node)
      const refined = value(low, OP.refine, node, before, index)
      const harmless = low.harmless.get(before) ?? (index < 0 ? originOf(low, before) : -1)
      if (harmless >= 0) low.harmless.set(refined, harmless)
      writeRefined(low, place.variable, refined)
    } else {
      const guard = low.guardVariable(place.path)
      low.frame.checksPaths = true
      const known = low.frame.table.read(guard)
      // What is harmless already stays so.
      if (known !== SURE) low.frame.table.write(guard, index < 0 ? SURE : low.checkChains.longer(known, index))
      if (place.field !== undefined) refineField(low, place.field, node, index)
    }
  }
}

/** The receiver holds a field that was checked. */
function refineField(low: Lowering, { variable, name }: ReceiverField, node: number, index: number): void {
  const receiver = readVariable(low, variable, node)
  const checked = value(low, OP.refine, node, load(low, receiver, name, node), index)
  writeBack(low, receiver, storePart(low, receiver, name, checked, node), node)
}

/** The value, refined when its path is checked here. */
export function refinedPath(low: Lowering, path: string, made: number, node: number): number {
  const variable = low.knownGuard(path)
  const guard = variable === undefined ? undefined : low.frame.table.read(variable)
  if (guard === undefined || guard === NOT_CHECKED) return made
  if (guard === SURE) return value(low, OP.refine, node, made, -1)
  return low.checkChains.checksOf(guard).reduce((held, check) => value(low, OP.refine, node, held, check), made)
}

/** Something was assigned to the path, or to the variable that it starts from: what was known of it no longer holds. */
export function forgetPath(low: Lowering, path: string): void {
  const end = path.indexOf(':') + 1
  for (const [guard, known] of low.guards.get(path.slice(0, end)) ?? []) {
    if (path.length > end && known !== path && !known.startsWith(`${path}.`)) continue
    const held = low.frame.table.read(guard)
    if (held !== undefined && held !== NOT_CHECKED) low.frame.table.write(guard, NOT_CHECKED)
  }
}

/** The number of the check in the file. */
export function checkIndex(
  low: Lowering,
  { check: node, argument, outcome, property, isMembership = false, isPathContainment = false }: Checked,
): number {
  const whole = (node * 64 + Math.min(argument, 62) + 1) * 4 + (isPathContainment ? 3 : outcome === 'true' ? 2 : outcome === 'false' ? 1 : 0)
  const id = property === undefined && !isMembership ? whole : `${whole} ${isMembership} ${property ?? ''}`
  const known = low.checkIds.get(id)
  if (known !== undefined) return known
  low.checkIds.set(id, low.checks.length)
  low.checks.push({ node, argument, outcome, property, isMembership, isPathContainment })
  return low.checks.length - 1
}

/** A check that holds where the functions that the call reaches return a part as the schema left it that is passed to them. Gives its number in the file. */
export function parsedCheck(
  low: Lowering,
  {
    node,
    argument,
    part: property,
    schemaProperty,
    isOutcomeTested,
  }: { readonly node: number; readonly argument: number; readonly part: string | undefined } & SchemaParse,
): number {
  low.checks.push({
    node,
    argument,
    outcome: 'true',
    property,
    isMembership: false,
    isPathContainment: false,
    schemaParse: { schemaProperty, isOutcomeTested },
  })
  return low.checks.length - 1
}
