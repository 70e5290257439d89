import { isWeak } from './access-paths.ts'
import type { SinkSummary } from './sink-summary.ts'
import type { ChosenHit, SinkHit } from './fact-table.ts'
import { type Caller, carriedOn, type Entry, goesOn, type Solving } from './solver-state.ts'

/** Variants of a sink fact by branch conditions and chosen callees that one entry fact keeps apart. With more, the fact holds whatever callers pass: else there were as many as there are call paths. */
const MOST_VARIANTS = 16

/** A sink fact that is being applied to the callers of its entry fact. */
interface Application {
  readonly entry: Entry
  readonly hit: SinkHit
  /** Index of the next caller. */
  at: number
}

/** Records that data of an origin reaches a sink. Applies the fact to the callers, transitively, up to the sources. Iterative, since call chains can be as long as the program has functions. */
export function recordSinkFact(s: Solving, from: number, hit: SinkHit): void {
  const open: Application[] = []
  record(s, from, hit, open)
  applyAll(s, open)
}

/** Applies a sink fact of an entry fact to a caller that came later. */
export function applySinkFact(s: Solving, entry: Entry, caller: Caller, hit: SinkHit): void {
  const open: Application[] = []
  applyTo(s, entry, caller, hit, open)
  applyAll(s, open)
}

function applyAll(s: Solving, open: Application[]): void {
  for (let application = open.at(-1); application !== undefined; application = open.at(-1)) {
    // Callers can be added meanwhile.
    if (application.at < application.entry.callers.length && goesOn(s))
      applyTo(s, application.entry, application.entry.callers[application.at++], application.hit, open)
    else open.pop()
  }
}

function record(s: Solving, from: number, hit: SinkHit, open: Application[]): void {
  if (from < s.sources) {
    recordFound(s, from, hit)
    return
  }
  const entry = s.entries[from - s.sources]
  const gate = s.gates.both(gateOf(s, entry.func, hit), hit.gate ?? 0)
  const fresh = addSinkFact(entry.sinks, { ...hit, gate })
  if (fresh !== undefined) open.push({ entry, hit: fresh, at: 0 })
}

/** Labels of a sink fact that hold for every caller, at least as surely. */
function labelsHeld({ always }: Pick<SinkSummary, 'always'>, sink: number, weak: boolean): number {
  const certain = always.get(2 * sink) ?? 0
  return weak ? certain | (always.get(2 * sink + 1) ?? 0) : certain
}

/** Adds a sink fact; returns it with the labels that are new, `undefined` where none are. */
function addSinkFact({ always, conditional, inOrder }: SinkSummary, hit: SinkHit): SinkHit | undefined {
  const certain = 2 * hit.sink
  const key = certain + Number(hit.weak)
  let bits = hit.bits & ~labelsHeld({ always }, hit.sink, hit.weak)
  if (bits === 0) return undefined
  const condition = conditionOf(hit)
  const variants = conditional.get(key) ?? new Map<number, number>()
  let fresh = hit
  if (condition !== ALWAYS && (variants.size < MOST_VARIANTS || variants.has(condition))) {
    const known = variants.get(condition) ?? 0
    bits &= ~known & ~(conditional.get(certain)?.get(condition) ?? 0)
    if (bits === 0) return undefined
    variants.set(condition, known | bits)
    conditional.set(key, variants)
  } else {
    always.set(key, (always.get(key) ?? 0) | bits)
    if (condition !== ALWAYS) fresh = { ...hit, gate: 0, chosen: undefined }
  }
  if (bits !== fresh.bits) fresh = { ...fresh, bits }
  inOrder.push(fresh)
  return fresh
}

const ALWAYS = 0
/** More than there are sets of branch conditions. */
const GATES = 2 ** 16

/** What a sink fact asks of callers, as one number: the callee that they chose, and the branch conditions. */
function conditionOf({ chosen, gate = 0 }: SinkHit): number {
  return chosen === undefined ? gate : (chosen.target + 1) * GATES + gate
}

/** The branch conditions of a sink, or of the call that leads to it, within the function that was entered. */
function gateOf({ gates, taint, project }: Solving, func: number, { call, sink }: SinkHit): number {
  return call < 0
    ? gates.gateAt(func, taint.sinkFiles[sink], taint.sinkStarts[sink])
    : gates.gateAt(func, project.calls[call].file, project.calls[call].start)
}

function applyTo(s: Solving, { func }: Entry, caller: Caller, hit: SinkHit, open: Application[]): void {
  const { call, callback, fact } = caller
  const carried = carriedOn(s, s.facts.bits[fact], hit.bits)
  if (carried === 0 || (hit.chosen !== undefined && !chooses(s, caller, hit.chosen))) return
  const gate = hit.gate ?? 0
  const isPlain = callback < 0 && !s.links.partialArguments.has(call)
  if (gate !== 0 && !s.gates.opensFor(func, gate, call, isPlain)) return
  const weak = hit.weak || isWeak(s.facts.path[fact])
  if (!weak && callback < 0) s.metWithin[call] |= carried
  const origin = s.facts.origin[fact]
  if (origin < s.sources) {
    recordFound(s, origin, { sink: hit.sink, bits: carried, weak, fact, deeper: hit, call })
    return
  }
  const { func: around, sinks } = s.entries[origin - s.sources]
  // Most facts are known already, by another call path. Checked before anything is allocated.
  if ((carried & ~labelsHeld(sinks, hit.sink, weak)) === 0) return
  const by = callback >= 0 ? undefined : s.callees.callIn(call, around)
  const chosen = by === undefined ? undefined : { by, target: func }
  const asked = gate === 0 || !isPlain ? 0 : s.gates.seenFrom(around, call, func, gate)
  record(s, origin, { sink: hit.sink, bits: carried, weak, fact, deeper: hit, call, chosen, gate: asked }, open)
}

/** Whether the caller has chosen the callee that led to the sink. */
function chooses({ callees }: Solving, { call, callback }: Caller, { by, target }: ChosenHit): boolean {
  return callees.calleesAt({ call, callback }, by)?.includes(target) !== false
}

function recordFound({ found, taint }: Solving, origin: number, hit: SinkHit): void {
  const bits = taint.sinkFiles[hit.sink] === taint.origins[origin].file ? hit.bits : hit.bits & ~taint.ownFile
  if (bits === 0) return
  const id = 2 * (origin * taint.sinkFiles.length + hit.sink) + Number(hit.weak)
  const known = found.get(id) ?? []
  const told = known.find((each) => (each.hit.bits & bits) !== 0)
  if (told !== undefined && told.hit.fact !== hit.fact) told.alternatives++
  const fresh = bits & ~known.reduce((all, each) => all | each.hit.bits, 0)
  if (fresh !== 0) found.set(id, [...known, { hit: { ...hit, bits: fresh }, alternatives: 0 }])
}
