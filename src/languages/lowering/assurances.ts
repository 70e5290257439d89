import { OP, type ProgramAssurance, type ProgramParameter } from '../../model/program.ts'
import type { Assured, Frame, Lowering } from './lowering.ts'
import { isPutBack } from './checked-rounds.ts'
import { type Checked, type Condition, checkIndex } from './refine.ts'
import { value } from './values.ts'
import { originOf } from './variables.ts'

/** Checks and calls that one parameter went through. More tell nothing new. */
const MOST_STEPS = 24
/** Branches within branches that are looked through. */
const MOST_BRANCHES = 8

type When = ProgramAssurance['when']

/** Parameters that are checked where the function ends: callers may use it as a check. `truth` says whether it gives something true, where that is known. */
export function noteAssured(low: Lowering, truth: boolean | undefined, condition?: Condition): void {
  if (low.frame.assurable.length === 0) return
  if (truth !== false) keep(low.frame, 'true', assuredBy(low, condition?.whenTrue ?? []))
  if (truth !== true) keep(low.frame, 'false', assuredBy(low, condition?.whenFalse ?? []))
  keep(low.frame, 'end', assuredBy(low, []))
}

/** What the function makes sure of, as its callers are told. */
export function assurancesOf({ assurable, assured }: Frame, parameters: readonly ProgramParameter[]): ProgramAssurance[] {
  const found: ProgramAssurance[] = []
  for (const when of ['true', 'false', 'end'] as const) {
    for (const [initial, by] of assured[when] ?? []) {
      const named = assurable.find((each) => each.initial === initial)
      const parameter = parameters.findIndex((each) => each.value === named?.parameter && each.kind !== 'keywords')
      if (parameter >= 0) found.push({ parameter, part: named?.part, when, by: by === 'every' ? [] : [...by.values()] })
    }
  }
  return found
}

function assuredBy(low: Lowering, known: readonly Checked[]): Map<number, Assured> {
  const found = new Map<number, Assured>()
  for (const { variable, initial } of low.frame.assurable) {
    const held = low.frame.table.read(variable)
    if (held === undefined) continue
    const own = originOf(low, held) === initial ? known.filter(({ place }) => 'variable' in place && place.variable === variable) : []
    if (low.harmless.get(held) === initial || own.some(({ check }) => check < 0)) found.set(initial, 'every')
    else {
      const way = wayOf(low, held, initial)
      const by = way === 'every' ? way : new Map([...way, ...own.map((checked) => checkedBy(low, held, checked))])
      if (by === 'every' || by.size > 0) found.set(initial, by)
    }
  }
  return found
}

/** What became of the parameter on its way here: the value after each check and each call. Where branches met, what all of them know. */
function wayOf(low: Lowering, held: number, initial: number, depth = 0): Assured {
  if (low.harmless.get(held) === initial) return 'every'
  const found: [string, number][] = []
  let at = held
  for (let steps = 0; steps < MOST_STEPS && at >= 0 && at !== initial; steps++) {
    const before = low.unassigned.get(at)
    if (before !== undefined) {
      at = before
      continue
    }
    const op = low.store.op(at)
    const views = low.sameOrigin.get(at)?.views
    if (op === OP.join && views !== undefined && depth < MOST_BRANCHES) {
      const [first, ...others] = views.map((view) => wayOf(low, view, initial, depth + 1))
      const shared = others.reduce<Assured | undefined>((known, other) => (known === undefined ? undefined : inCommon(known, other)), first)
      return shared === 'every' ? shared : new Map([...(shared ?? []), ...found])
    }
    if (op === OP.refine) found.push([`check ${low.store.b(at)}`, at])
    else if (op === OP.after) found.push([`call ${at}`, at])
    else if (!isPutBack(low, at)) break
    at = low.store.a(at)
  }
  return new Map(originOf(low, at) === initial ? found : [])
}

/** What is given back tells it, so there is no value of it yet. */
function checkedBy(low: Lowering, held: number, checked: Checked): [string, number] {
  const index = checkIndex(low, checked)
  return [`check ${index}`, value(low, OP.refine, checked.node, held, index)]
}

/** Only what every end has in common is sure. */
function keep({ assured }: Frame, when: When, found: ReadonlyMap<number, Assured>): void {
  const known = assured[when]
  if (known === undefined) {
    assured[when] = found
    return
  }
  const common = new Map<number, Assured>()
  for (const [initial, by] of known) {
    const shared = inCommon(by, found.get(initial))
    if (shared !== undefined) common.set(initial, shared)
  }
  assured[when] = common
}

function inCommon(left: Assured, right: Assured | undefined): Assured | undefined {
  if (right === undefined || left === 'every') return right
  if (right === 'every') return left
  const shared = new Map([...left].filter(([made]) => right.has(made)))
  return shared.size === 0 ? undefined : shared
}
