import { OP, type ProgramGuardFact, type ProgramParameter } from '../../model/program.ts'
import type { Answer, Assured, AssuredValues, Frame, Lowering } from './lowering.ts'
import { isPutBack } from './checked-rounds.ts'
import { type Checked, type Condition, checkIndex } from './refine.ts'
import { value } from './values.ts'
import { originOf } from './variables.ts'

/** Checks and calls that one parameter went through. More tell nothing new. */
const MOST_STEPS = 24
/** Branches within branches that are looked through. */
const MOST_BRANCHES = 8

/** Places of a function that give something back. Where there are more, parts of what it gives tell nothing. */
const MOST_ANSWERS = 24
/** Ways to an end that know different things of a parameter. */
const MOST_WAYS = 4
/** Parts of what a function gives that are told apart. */
const MOST_PARTS = 12

type When = ProgramGuardFact['outcome']

/** What a function gives back that has parts: `{ ok: false, why }`, `False, 'unknown'`. */
export interface AnswerParts {
  readonly parts: ReadonlyMap<string, { readonly truth: boolean | undefined; readonly condition: Condition | undefined }>
  /** Whether it has no others. */
  readonly isWhole: boolean
}

/** Parameters that are checked where the function ends: callers may use it as a check. `truth` says whether it gives something true, where that is known. */
export function noteAssured(low: Lowering, truth: boolean | undefined, condition?: Condition, answer?: AnswerParts): void {
  if (low.frame.assurable.length === 0) return
  const known = assuredBy(low, [])
  if (truth !== false) keep(low.frame, 'true', condition === undefined ? known : assuredBy(low, condition.whenTrue))
  if (truth !== true) keep(low.frame, 'false', condition === undefined ? known : assuredBy(low, condition.whenFalse))
  keep(low.frame, 'end', known)
  noteAnswer(low, known, answer)
}

function noteAnswer(low: Lowering, known: AssuredValues, answer: AnswerParts | undefined): void {
  const { frame } = low
  if (frame.answers === undefined) return
  if (frame.answers.length >= MOST_ANSWERS || (answer?.parts.size ?? 0) > MOST_PARTS) {
    frame.answers = undefined
    return
  }
  const parts =
    answer === undefined
      ? undefined
      : new Map(
          [...answer.parts].map(([name, { truth, condition }]) => [
            name,
            {
              truth,
              whenTrue: condition === undefined ? known : assuredBy(low, condition.whenTrue),
              whenFalse: condition === undefined ? known : assuredBy(low, condition.whenFalse),
            },
          ]),
        )
  frame.answers.push({ known, parts, isWhole: answer?.isWhole ?? false })
}

/** What the function makes sure of, as its callers are told. */
export function assurancesOf({ assurable, assured, answers }: Frame, parameters: readonly ProgramParameter[]): ProgramGuardFact[] {
  const found: ProgramGuardFact[] = []
  const add = (known: AssuredValues | undefined, outcome: When, resultProperty: string | undefined): void => {
    for (const [initial, by] of known ?? []) {
      const named = assurable.find((each) => each.initial === initial)
      const parameter = parameters.findIndex((each) => each.value === named?.parameter && each.kind !== 'keywords')
      if (parameter >= 0)
        found.push({
          parameter,
          property: named?.part,
          outcome,
          resultProperty,
          guardedValues: by === 'every' ? [] : by.map((way) => [...way.values()]),
        })
    }
  }
  for (const when of ['true', 'false', 'end'] as const) add(assured[when], when, undefined)
  for (const told of new Set((answers ?? []).flatMap(({ parts }) => [...(parts?.keys() ?? [])])))
    for (const when of ['true', 'false'] as const) add(knownByPart(answers ?? [], told, when === 'true'), when, told)
  return found
}

/** What all places know that may give a part that counts as true, or as false. */
function knownByPart(answers: readonly Answer[], name: string, truth: boolean): AssuredValues | undefined {
  let common: AssuredValues | undefined
  for (const { known, parts, isWhole } of answers) {
    const part = parts?.get(name)
    if (part === undefined ? isWhole && truth : part.truth === !truth) continue
    common = bothKnow(common, part === undefined ? known : truth ? part.whenTrue : part.whenFalse)
  }
  return common
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
      if (way === 'every') found.set(initial, way)
      else {
        const here = own.map((checked) => checkedBy(low, held, checked))
        const by = way.length === 0 ? [new Map(here)] : way.map((each) => new Map([...each, ...here]))
        if (by.every(({ size }) => size > 0)) found.set(initial, by)
      }
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
    if (op === OP.phi && views !== undefined && depth < MOST_BRANCHES) {
      const [first, ...others] = views.map((view) => wayOf(low, view, initial, depth + 1))
      const shared = others.reduce<Assured | undefined>((known, other) => (known === undefined ? undefined : inCommon(known, other)), first)
      if (shared === 'every') return shared
      return shared === undefined || shared.length === 0 ? waysBy(found) : shared.map((way) => new Map([...way, ...found]))
    }
    if (op === OP.refine) found.push([`check ${low.store.b(at)}`, at])
    else if (op === OP.postUpdate) found.push([`call ${at}`, at])
    else if (!isPutBack(low, at)) break
    at = low.store.a(at)
  }
  return waysBy(originOf(low, at) === initial ? found : [])
}

function waysBy(found: readonly [string, number][]): readonly ReadonlyMap<string, number>[] {
  return found.length === 0 ? [] : [new Map(found)]
}

/** What is given back tells it, so there is no value of it yet. */
function checkedBy(low: Lowering, held: number, checked: Checked): [string, number] {
  const index = checkIndex(low, checked)
  return [`check ${index}`, value(low, OP.refine, checked.node, held, index)]
}

/** Only what every end has in common is sure. */
function keep({ assured }: Frame, when: When, found: AssuredValues): void {
  assured[when] = bothKnow(assured[when], found)
}

function bothKnow(known: AssuredValues | undefined, found: AssuredValues): AssuredValues {
  if (known === undefined) return found
  const common = new Map<number, Assured>()
  for (const [initial, by] of known) {
    const shared = inCommon(by, found.get(initial))
    if (shared !== undefined) common.set(initial, shared)
  }
  return common
}

/** What is known where either way may have been taken; undefined for nothing. */
function inCommon(left: Assured, right: Assured | undefined): Assured | undefined {
  if (right === undefined || left === 'every') return right
  if (right === 'every') return left
  if (left.length === 0 || right.length === 0) return undefined
  const ways: ReadonlyMap<string, number>[] = []
  // Who knows a check of a way that has few knows one of a way that has these and others.
  for (const way of [...left, ...right].toSorted((one, other) => one.size - other.size))
    if (!ways.some((known) => [...known.keys()].every((made) => way.has(made)))) ways.push(way)
  if (ways.length <= MOST_WAYS) return ways
  const [first, ...others] = ways
  const shared = new Map([...first].filter(([made]) => others.every((way) => way.has(made))))
  return shared.size === 0 ? undefined : [shared]
}
