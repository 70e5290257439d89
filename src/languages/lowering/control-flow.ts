import { OP } from '../../model/program.ts'
import type { JumpTarget, Lowering } from './lowering.ts'
import { join, value } from './values.ts'
import { type AnswerParts, noteAssured } from './assurances.ts'
import { beforePassing } from './checked-rounds.ts'
import { originOf } from './variables.ts'
import { keptParameters } from './kept-parameters.ts'
import type { Condition } from './refine.ts'
import { GUARDS } from './variable-ids.ts'

interface Ending {
  readonly values: ReadonlyMap<number, number>
  readonly dead: boolean
}

/** Runs alternatives from the same start and joins what they leave. One must run. */
export function branch(low: Lowering, node: number, alternatives: readonly (() => void)[]): void {
  const { frame } = low
  const dead = frame.dead
  const captured: number[] = []
  const endings = alternatives.map((alternative): Ending => {
    frame.table.push()
    frame.dead = dead
    const before = low.capturedHere.length
    alternative()
    for (const variable of low.capturedHere.splice(before)) {
      low.captured.delete(variable)
      captured.push(variable)
    }
    return { values: frame.table.pop(), dead: frame.dead }
  })
  for (const variable of captured) {
    low.captured.add(variable)
    low.capturedHere.push(variable)
  }
  frame.dead = dead
  mergeEndings(low, node, endings)
}

/** Writes what live endings hold; code after dead ones alone is dead. */
function mergeEndings(low: Lowering, node: number, endings: readonly Ending[]): void {
  const { frame } = low
  const live = endings.filter((ending) => !ending.dead)
  if (live.length === 0) {
    frame.dead = true
    return
  }
  frame.dead = false
  if (live.length === 1) {
    for (const [variable, held] of live[0].values) rewrite(low, variable, held)
    return
  }
  const variables = new Set(live.flatMap((ending) => [...ending.values.keys()]))
  for (const variable of variables) {
    const before = frame.table.read(variable)
    const held = live.map((ending) => ending.values.get(variable) ?? before)
    if (variable >= GUARDS) frame.table.write(variable, low.checkChains.known(held))
    else
      rewrite(
        low,
        variable,
        joinViews(
          low,
          node,
          held.map((each) => each ?? -1),
        ),
      )
  }
}

/** Joins what branches hold. Where that is one value, which only some of them have checked, it is known to be that value still. */
function joinViews(low: Lowering, node: number, held: readonly number[]): number {
  const joined = join(low, node, held)
  const origin = beforePassing(low, held[0])
  if (origin >= 0 && joined !== origin && !held.includes(joined) && held.every((each) => beforePassing(low, each) === origin))
    low.sameOrigin.set(joined, { origin, views: held })
  return joined
}

/** Branches have told cells already what they wrote. */
function rewrite(low: Lowering, variable: number, held: number): void {
  low.frame.table.write(variable, held)
  if (variable >= GUARDS) return
  const others = low.holders.get(held)
  if (others === undefined) low.holders.set(held, [variable])
  else if (!others.includes(variable)) others.push(variable)
}

/** How often a loop's body runs: `always` until something leaves it. */
type Rounds = 'any' | 'once' | 'always'

/** How a loop ended. */
export interface LoopEnd {
  /** Whether nothing but its condition ends it. */
  readonly isPlain: boolean
  /** What each way through its body leaves in variables. */
  readonly rounds: readonly ReadonlyMap<number, number>[]
}

/** Runs a loop's body: what it leaves may be there when it begins again, and after it. `otherwise` runs where the loop was not broken. */
export function loop(
  low: Lowering,
  node: number,
  label: string | undefined,
  body: () => void,
  rounds: Rounds = 'any',
  otherwise?: () => void,
): LoopEnd {
  const { frame } = low
  const wasDead = frame.dead
  const entered = new Map<number, number>()
  let kept: ReadonlySet<number> | undefined
  const target: JumpTarget = { kind: 'loop', label, depth: frame.table.depth(), breaks: [], continues: [] }
  frame.table.pushLoop((variable, before) => {
    if (variable >= GUARDS) return before
    const head = value(low, OP.phi, node, before)
    entered.set(variable, head)
    low.holders.set(head, [variable])
    kept ??= keptParameters(low, node)
    if (kept.has(variable)) keepOrigin(low, head, before)
    return head
  })
  frame.targets.push(target)
  body()
  frame.targets.pop()
  const end = frame.dead ? undefined : frame.table.snapshot(target.depth)
  const layer = frame.table.pop()
  frame.dead = wasDead
  const ends = [...target.continues, ...(end === undefined ? [] : [end])]
  for (const [variable, head] of entered) for (const round of ends) low.store.join(head, round.get(variable) ?? -1)
  const isBroken = target.breaks.length > 0
  const exits = otherwise !== undefined ? ends : isBroken && rounds === 'always' ? target.breaks : [...ends, ...target.breaks]
  const variables = new Set([...layer.keys(), ...exits.flatMap((exit) => [...exit.keys()])])
  for (const variable of variables) {
    if (variable >= GUARDS) continue
    const before = entered.get(variable) ?? frame.table.read(variable)
    const held = exits.map((exit) => exit.get(variable) ?? before ?? -1)
    const left = join(low, node, rounds !== 'any' && exits.length > 0 ? held : [before ?? -1, ...held])
    const head = entered.get(variable)
    if (head !== undefined)
      keepChecks(
        low,
        head,
        left,
        [...ends, ...exits].map((each) => each.get(variable) ?? head),
      )
    rewrite(low, variable, left)
  }
  const ended: LoopEnd = { isPlain: !isBroken, rounds: ends }
  if (otherwise === undefined) return ended
  frame.table.push()
  otherwise()
  const unbroken: Ending = { values: frame.table.pop(), dead: frame.dead }
  frame.dead = wasDead
  mergeEndings(low, node, [unbroken, ...target.breaks.map((values) => ({ values, dead: false }))])
  return ended
}

/** What a loop begins with is what was there before it. */
function keepOrigin(low: Lowering, head: number, before: number): void {
  const origin = originOf(low, before)
  low.unassigned.set(head, before)
  if (origin >= 0) low.sameOrigin.set(head, { origin, views: [before] })
}

/** What no round of a loop assigns, beside its own elements, is what it was before, with all that was checked of it. */
function keepChecks(low: Lowering, head: number, left: number, rounds: readonly number[]): void {
  const before = low.store.a(head)
  const kept = beforePassing(low, head)
  if (before < 0 || !rounds.every((each) => beforePassing(low, each) === kept)) return
  for (const joined of new Set([head, left])) if (joined !== before) keepOrigin(low, joined, before)
}

/** The cases of a switch in order; each may fall into the next. `entry` runs what a case knows of the value. */
export function cases(
  low: Lowering,
  node: number,
  label: string | undefined,
  all: readonly { readonly isDefault: boolean; entry(): void; body(): void }[],
): void {
  const { frame } = low
  const wasDead = frame.dead
  const target: JumpTarget = { kind: 'switch', label, depth: frame.table.depth(), breaks: [], continues: [] }
  frame.targets.push(target)
  let falling: ReadonlyMap<number, number> | undefined
  for (const each of all) {
    frame.table.push()
    frame.dead = wasDead
    each.entry()
    if (falling !== undefined) {
      for (const [variable, held] of falling) {
        const here = frame.table.read(variable)
        if (variable < GUARDS) rewrite(low, variable, join(low, node, [here ?? -1, held]))
      }
    }
    each.body()
    const left = frame.table.pop()
    falling = frame.dead ? undefined : left
  }
  frame.targets.pop()
  const endings: Ending[] = target.breaks.map((values) => ({ values, dead: false }))
  if (falling !== undefined) endings.push({ values: falling, dead: false })
  if (!all.some((each) => each.isDefault)) endings.push({ values: new Map(), dead: wasDead })
  frame.dead = wasDead
  mergeEndings(low, node, endings)
}

/** `handlers` may begin wherever the body was left; `thrown` is what they catch. */
export function attempt(
  low: Lowering,
  node: number,
  body: () => void,
  handlers: readonly ((thrown: number) => void)[],
  otherwise: (() => void) | undefined,
  last: (() => void) | undefined,
): void {
  const { frame } = low
  const wasDead = frame.dead
  const thrown = value(low, OP.phi, node)
  if (handlers.length > 0) frame.thrown.push(thrown)
  frame.table.push()
  body()
  if (handlers.length > 0) frame.thrown.pop()
  const whole = frame.table.snapshot(frame.table.depth() - 1)
  if (otherwise !== undefined && !frame.dead) otherwise()
  const done: Ending = { values: frame.table.pop(), dead: frame.dead }
  const endings = handlers.map((handler): Ending => {
    frame.table.push()
    frame.dead = wasDead
    for (const [variable, held] of whole) if (variable < GUARDS) rewrite(low, variable, join(low, node, [frame.table.read(variable) ?? -1, held]))
    handler(thrown)
    return { values: frame.table.pop(), dead: frame.dead }
  })
  frame.dead = wasDead
  mergeEndings(low, node, [done, ...endings])
  if (last !== undefined) {
    const ended = frame.dead
    frame.dead = wasDead
    last()
    frame.dead ||= ended
  }
}

export function leave(low: Lowering, kind: 'break' | 'continue', label: string | undefined): void {
  const { frame } = low
  const target = frame.targets.findLast((each) =>
    label === undefined ? (kind === 'break' ? each.kind !== 'block' : each.kind === 'loop') : each.label === label,
  )
  if (target !== undefined && !frame.dead) (kind === 'break' ? target.breaks : target.continues).push(frame.table.snapshot(target.depth))
  frame.dead = true
}

/** What is known of what is given back. */
export interface GivenBack {
  /** Whether it counts as true, where that is known. */
  readonly truth?: boolean | undefined
  /** What it makes sure of. */
  readonly condition?: Condition | undefined
  /** What its parts make sure of. */
  readonly answer?: AnswerParts | undefined
}

export function giveBack(low: Lowering, returned: number, { truth, condition, answer }: GivenBack = {}): void {
  const { frame } = low
  if (!frame.dead && returned >= 0) low.store.join(frame.result, returned)
  if (!frame.dead) noteAssured(low, truth, condition, answer)
  noteOuts(low)
  frame.dead = true
}

export function throwValue(low: Lowering, thrown: number): void {
  const { frame } = low
  const handler = frame.thrown.at(-1)
  if (handler !== undefined && thrown >= 0) low.store.join(handler, thrown)
  noteOuts(low, true)
  frame.dead = true
}

/** What callers see of parameters and the receiver where the function ends. An object whose method has thrown is seldom used again, and a constructor that has gives none. */
export function noteOuts(low: Lowering, isThrown = false): void {
  const { frame } = low
  if (frame.dead) return
  const { receiver } = low.functions[frame.index]
  for (const { variable, initial, out } of frame.outs) {
    if (isThrown && initial === receiver) continue
    const held = frame.table.read(variable)
    if (held !== undefined && held !== initial) low.store.join(out, held)
  }
}
