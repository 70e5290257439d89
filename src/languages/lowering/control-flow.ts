import { OP } from '../../model/program.ts'
import type { JumpTarget, Lowering } from './lowering.ts'
import { phi, addValue } from './values.ts'
import { type ReturnedProperties, recordReturnGuards } from './guard-summary.ts'
import { withoutElementUpdates } from './loop-guards.ts'
import { mustAliasRoot } from './variables.ts'
import { loopInvariantParameters } from './loop-invariant-parameters.ts'
import type { BranchFacts } from './guard-facts.ts'
import { GUARDED_PATHS } from './variable-ids.ts'

interface BranchEnd {
  readonly values: ReadonlyMap<number, number>
  readonly dead: boolean
}

/** Lowers alternatives from the same state and merges their final states. Exactly one of them runs. */
export function lowerBranches(low: Lowering, node: number, alternatives: readonly (() => void)[]): void {
  const { frame } = low
  const dead = frame.dead
  const captured: number[] = []
  const endings = alternatives.map((alternative): BranchEnd => {
    frame.table.push()
    frame.dead = dead
    const before = low.captureLog.length
    alternative()
    for (const variable of low.captureLog.splice(before)) {
      low.captured.delete(variable)
      captured.push(variable)
    }
    return { values: frame.table.pop(), dead: frame.dead }
  })
  for (const variable of captured) {
    low.captured.add(variable)
    low.captureLog.push(variable)
  }
  frame.dead = dead
  mergeEnds(low, node, endings)
}

/** Merges the states of reachable ends with phis. If no end is reachable, the code after them is unreachable. */
function mergeEnds(low: Lowering, node: number, endings: readonly BranchEnd[]): void {
  const { frame } = low
  const live = endings.filter((ending) => !ending.dead)
  if (live.length === 0) {
    frame.dead = true
    return
  }
  frame.dead = false
  if (live.length === 1) {
    for (const [variable, valueId] of live[0].values) bindMerged(low, variable, valueId)
    return
  }
  const variables = new Set(live.flatMap((ending) => [...ending.values.keys()]))
  for (const variable of variables) {
    const before = frame.table.read(variable)
    const valueId = live.map((ending) => ending.values.get(variable) ?? before)
    if (variable >= GUARDED_PATHS) frame.table.write(variable, low.guardChains.commonChain(valueId))
    else
      bindMerged(
        low,
        variable,
        mergeValues(
          low,
          node,
          valueId.map((each) => each ?? -1),
        ),
      )
  }
}

/** The phi of a variable's values on several branches. If all values have the same must-alias root, it is recorded as an alias of that root. */
function mergeValues(low: Lowering, node: number, incoming: readonly number[]): number {
  const joined = phi(low, node, incoming)
  const root = withoutElementUpdates(low, incoming[0])
  if (root >= 0 && joined !== root && !incoming.includes(joined) && incoming.every((each) => withoutElementUpdates(low, each) === root))
    low.mustAliasPhis.set(joined, { root, incoming })
  return joined
}

/** Binds a merged value. The captured values already contain the assignments of the branches. */
function bindMerged(low: Lowering, variable: number, valueId: number): void {
  low.frame.table.write(variable, valueId)
  if (variable >= GUARDED_PATHS) return
  const others = low.variablesByValue.get(valueId)
  if (others === undefined) low.variablesByValue.set(valueId, [variable])
  else if (!others.includes(variable)) others.push(variable)
}

/** How often a loop body runs: zero or more times, at least once, or `always` until a jump leaves it. */
type Iterations = 'any' | 'once' | 'always'

/** How a loop ended. */
export interface LoopEnd {
  /** Whether the loop exits only through its condition. */
  readonly exitsByCondition: boolean
  /** Values of variables at each back edge. */
  readonly backEdges: readonly ReadonlyMap<number, number>[]
}

/** Lowers a loop. Loop-head phis are created on demand (Braun et al., CC 2013). `otherwise` runs when no `break` left the loop. */
export function lowerLoop(
  low: Lowering,
  node: number,
  label: string | undefined,
  body: () => void,
  rounds: Iterations = 'any',
  otherwise?: () => void,
): LoopEnd {
  const { frame } = low
  const wasDead = frame.dead
  const entered = new Map<number, number>()
  let kept: ReadonlySet<number> | undefined
  const target: JumpTarget = { kind: 'loop', label, depth: frame.table.depth(), breaks: [], continues: [] }
  frame.table.pushLoop((variable, before) => {
    if (variable >= GUARDED_PATHS) return before
    const head = addValue(low, OP.phi, node, before)
    entered.set(variable, head)
    low.variablesByValue.set(head, [variable])
    kept ??= loopInvariantParameters(low, node)
    if (kept.has(variable)) recordMustAlias(low, head, before)
    return head
  })
  frame.jumpTargets.push(target)
  body()
  frame.jumpTargets.pop()
  const end = frame.dead ? undefined : frame.table.snapshot(target.depth)
  const layer = frame.table.pop()
  frame.dead = wasDead
  const ends = [...target.continues, ...(end === undefined ? [] : [end])]
  for (const [variable, head] of entered) for (const round of ends) low.store.addOperand(head, round.get(variable) ?? -1)
  const isBroken = target.breaks.length > 0
  const exits = otherwise !== undefined ? ends : isBroken && rounds === 'always' ? target.breaks : [...ends, ...target.breaks]
  const variables = new Set([...layer.keys(), ...exits.flatMap((exit) => [...exit.keys()])])
  for (const variable of variables) {
    if (variable >= GUARDED_PATHS) continue
    const before = entered.get(variable) ?? frame.table.read(variable)
    const valueId = exits.map((exit) => exit.get(variable) ?? before ?? -1)
    const left = phi(low, node, rounds !== 'any' && exits.length > 0 ? valueId : [before ?? -1, ...valueId])
    const head = entered.get(variable)
    if (head !== undefined)
      keepInvariantGuards(
        low,
        head,
        left,
        [...ends, ...exits].map((each) => each.get(variable) ?? head),
      )
    bindMerged(low, variable, left)
  }
  const ended: LoopEnd = { exitsByCondition: !isBroken, backEdges: ends }
  if (otherwise === undefined) return ended
  frame.table.push()
  otherwise()
  const unbroken: BranchEnd = { values: frame.table.pop(), dead: frame.dead }
  frame.dead = wasDead
  mergeEnds(low, node, [unbroken, ...target.breaks.map((values) => ({ values, dead: false }))])
  return ended
}

/** Records that a loop-head phi is an alias of the value before the loop. */
function recordMustAlias(low: Lowering, head: number, before: number): void {
  const root = mustAliasRoot(low, before)
  low.loopInvariants.set(head, before)
  if (root >= 0) low.mustAliasPhis.set(head, { root, incoming: [before] })
}

/** If no iteration assigns the variable, except updates of its elements, the loop value is the value before the loop with its guards. */
function keepInvariantGuards(low: Lowering, head: number, left: number, rounds: readonly number[]): void {
  const before = low.store.a(head)
  const kept = withoutElementUpdates(low, head)
  if (before < 0 || !rounds.every((each) => withoutElementUpdates(low, each) === kept)) return
  for (const joined of new Set([head, left])) if (joined !== before) recordMustAlias(low, joined, before)
}

/** Lowers the cases of a switch in order. Each may fall through to the next. `entry` applies the facts of the case. */
export function lowerCases(
  low: Lowering,
  node: number,
  label: string | undefined,
  all: readonly { readonly isDefault: boolean; entry(): void; body(): void }[],
): void {
  const { frame } = low
  const wasDead = frame.dead
  const target: JumpTarget = { kind: 'switch', label, depth: frame.table.depth(), breaks: [], continues: [] }
  frame.jumpTargets.push(target)
  let falling: ReadonlyMap<number, number> | undefined
  for (const each of all) {
    frame.table.push()
    frame.dead = wasDead
    each.entry()
    if (falling !== undefined) {
      for (const [variable, valueId] of falling) {
        const here = frame.table.read(variable)
        if (variable < GUARDED_PATHS) bindMerged(low, variable, phi(low, node, [here ?? -1, valueId]))
      }
    }
    each.body()
    const left = frame.table.pop()
    falling = frame.dead ? undefined : left
  }
  frame.jumpTargets.pop()
  const endings: BranchEnd[] = target.breaks.map((values) => ({ values, dead: false }))
  if (falling !== undefined) endings.push({ values: falling, dead: false })
  if (!all.some((each) => each.isDefault)) endings.push({ values: new Map(), dead: wasDead })
  frame.dead = wasDead
  mergeEnds(low, node, endings)
}

/** Lowers try, catch, else and finally. Each handler may start after any statement of the body. `thrown` is the phi of the exceptions. */
export function lowerTryCatch(
  low: Lowering,
  node: number,
  body: () => void,
  handlers: readonly ((thrown: number) => void)[],
  otherwise: (() => void) | undefined,
  last: (() => void) | undefined,
): void {
  const { frame } = low
  const wasDead = frame.dead
  const thrown = addValue(low, OP.phi, node)
  if (handlers.length > 0) frame.thrown.push(thrown)
  frame.table.push()
  body()
  if (handlers.length > 0) frame.thrown.pop()
  const whole = frame.table.snapshot(frame.table.depth() - 1)
  if (otherwise !== undefined && !frame.dead) otherwise()
  const done: BranchEnd = { values: frame.table.pop(), dead: frame.dead }
  const endings = handlers.map((handler): BranchEnd => {
    frame.table.push()
    frame.dead = wasDead
    for (const [variable, valueId] of whole)
      if (variable < GUARDED_PATHS) bindMerged(low, variable, phi(low, node, [frame.table.read(variable) ?? -1, valueId]))
    handler(thrown)
    return { values: frame.table.pop(), dead: frame.dead }
  })
  frame.dead = wasDead
  mergeEnds(low, node, [done, ...endings])
  if (last !== undefined) {
    const ended = frame.dead
    frame.dead = wasDead
    last()
    frame.dead ||= ended
  }
}

export function lowerJump(low: Lowering, kind: 'break' | 'continue', label: string | undefined): void {
  const { frame } = low
  const target = frame.jumpTargets.findLast((each) =>
    label === undefined ? (kind === 'break' ? each.kind !== 'block' : each.kind === 'loop') : each.label === label,
  )
  if (target !== undefined && !frame.dead) (kind === 'break' ? target.breaks : target.continues).push(frame.table.snapshot(target.depth))
  frame.dead = true
}

/** Facts about a returned value. */
export interface ReturnFacts {
  /** Whether it is truthy, where that is known. */
  readonly truth?: boolean | undefined
  /** What its truthiness proves. */
  readonly facts?: BranchFacts | undefined
  /** What the truthiness of its properties proves. */
  readonly properties?: ReturnedProperties | undefined
}

export function lowerReturn(low: Lowering, returned: number, { truth, facts, properties }: ReturnFacts = {}): void {
  const { frame } = low
  if (!frame.dead && returned >= 0) low.store.addOperand(frame.result, returned)
  if (!frame.dead) recordReturnGuards(low, truth, facts, properties)
  recordOuts(low)
  frame.dead = true
}

export function lowerThrow(low: Lowering, thrown: number): void {
  const { frame } = low
  const handler = frame.thrown.at(-1)
  if (handler !== undefined && thrown >= 0) low.store.addOperand(handler, thrown)
  recordOuts(low, true)
  frame.dead = true
}

/**
 * Adds the current values of parameters and the receiver to their values at exit. A receiver whose method has thrown is excluded: callers seldom use
 * it again.
 */
export function recordOuts(low: Lowering, isThrown = false): void {
  const { frame } = low
  if (frame.dead) return
  const { receiver } = low.functions[frame.index]
  for (const { variable, initial, atExit } of frame.outs) {
    if (isThrown && initial === receiver) continue
    const valueId = frame.table.read(variable)
    if (valueId !== undefined && valueId !== initial) low.store.addOperand(atExit, valueId)
  }
}
