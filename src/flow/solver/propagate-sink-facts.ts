import { isMayTaint } from './access-paths.ts'
import type { SinkSummary } from './sink-summary.ts'
import type { ChosenCallee, SinkFact } from './fact-table.ts'
import { type IncomingEdge, transferLabels, type EntryFact, takeStep, type SolverState } from './solver-state.ts'

/** Variants of a sink fact by branch conditions and chosen callees that one entry fact keeps apart. With more, the fact holds whatever callers pass: else there were as many as there are call paths. */
const MOST_VARIANTS = 16

/** A sink fact that is being applied to the callers of its entry fact. */
interface Application {
  readonly entry: EntryFact
  readonly hit: SinkFact
  /** Index of the next caller. */
  at: number
}

/** Records that data of an origin reaches a sink. Applies the fact to the callers, transitively, up to the sources. Iterative, since call chains can be as long as the program has functions. */
export function recordSinkFact(s: SolverState, from: number, hit: SinkFact): void {
  const open: Application[] = []
  record(s, from, hit, open)
  applyAll(s, open)
}

/** Applies a sink fact of an entry fact to a caller that came later. */
export function applySinkFact(s: SolverState, entry: EntryFact, caller: IncomingEdge, hit: SinkFact): void {
  const open: Application[] = []
  applyTo(s, entry, caller, hit, open)
  applyAll(s, open)
}

function applyAll(s: SolverState, open: Application[]): void {
  for (let application = open.at(-1); application !== undefined; application = open.at(-1)) {
    // Callers can be added meanwhile.
    if (application.at < application.entry.incoming.length && takeStep(s))
      applyTo(s, application.entry, application.entry.incoming[application.at++], application.hit, open)
    else open.pop()
  }
}

function record(s: SolverState, from: number, hit: SinkFact, open: Application[]): void {
  if (from < s.sourceGroupCount) {
    recordFound(s, from, hit)
    return
  }
  const entry = s.entryFacts[from - s.sourceGroupCount]
  const gate = s.pathConditions.and(gateOf(s, entry.func, hit), hit.condition ?? 0)
  const fresh = addSinkFact(entry.sinkSummary, { ...hit, condition: gate })
  if (fresh !== undefined) open.push({ entry, hit: fresh, at: 0 })
}

/** Labels of a sink fact that hold for every caller, at least as surely. */
function labelsHeld({ always }: Pick<SinkSummary, 'always'>, sink: number, weak: boolean): number {
  const certain = always.get(2 * sink) ?? 0
  return weak ? certain | (always.get(2 * sink + 1) ?? 0) : certain
}

/** Adds a sink fact; returns it with the labels that are new, `undefined` where none are. */
function addSinkFact({ always, conditional, inOrder }: SinkSummary, hit: SinkFact): SinkFact | undefined {
  const certain = 2 * hit.sink
  const key = certain + Number(hit.isMayTaint)
  let bits = hit.labels & ~labelsHeld({ always }, hit.sink, hit.isMayTaint)
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
    if (condition !== ALWAYS) fresh = { ...hit, condition: 0, chosenCallee: undefined }
  }
  if (bits !== fresh.labels) fresh = { ...fresh, labels: bits }
  inOrder.push(fresh)
  return fresh
}

const ALWAYS = 0
/** More than there are sets of branch conditions. */
const GATES = 2 ** 16

/** What a sink fact asks of callers, as one number: the callee that they chose, and the branch conditions. */
function conditionOf({ chosenCallee: chosen, condition: gate = 0 }: SinkFact): number {
  return chosen === undefined ? gate : (chosen.target + 1) * GATES + gate
}

/** The branch conditions of a sink, or of the call that leads to it, within the function that was entered. */
function gateOf({ pathConditions: gates, taint, project }: SolverState, func: number, { call, sink }: SinkFact): number {
  return call < 0
    ? gates.conditionAt(func, taint.sinkFiles[sink], taint.sinkStarts[sink])
    : gates.conditionAt(func, project.calls[call].file, project.calls[call].start)
}

function applyTo(s: SolverState, { func }: EntryFact, caller: IncomingEdge, hit: SinkFact, open: Application[]): void {
  const { call, callback, fact } = caller
  const carried = transferLabels(s, s.facts.labels[fact], hit.labels)
  if (carried === 0 || (hit.chosenCallee !== undefined && !chooses(s, caller, hit.chosenCallee))) return
  const gate = hit.condition ?? 0
  const isPlain = callback < 0 && !s.links.partialArguments.has(call)
  if (gate !== 0 && !s.pathConditions.mayHold(func, gate, call, isPlain)) return
  const weak = hit.isMayTaint || isMayTaint(s.facts.path[fact])
  if (!weak && callback < 0) recordSinkInCallee(s, call, hit.sink, carried)
  const origin = s.facts.entry[fact]
  if (origin < s.sourceGroupCount) {
    recordFound(s, origin, { sink: hit.sink, labels: carried, isMayTaint: weak, fact, calleeSinkFact: hit, call })
    return
  }
  const { func: around, sinkSummary: sinks } = s.entryFacts[origin - s.sourceGroupCount]
  // Most facts are known already, by another call path. Checked before anything is allocated.
  if ((carried & ~labelsHeld(sinks, hit.sink, weak)) === 0) return
  const by = callback >= 0 ? undefined : s.callees.callIn(call, around)
  const chosen = by === undefined ? undefined : { by, target: func }
  const asked = gate === 0 || !isPlain ? 0 : s.pathConditions.inCaller(around, call, func, gate)
  record(
    s,
    origin,
    { sink: hit.sink, labels: carried, isMayTaint: weak, fact, calleeSinkFact: hit, call, chosenCallee: chosen, condition: asked },
    open,
  )
}

/** Records for a call that is a sink itself that data which is passed to it reaches a sink in a callee. */
function recordSinkInCallee({ sinksInCallees, taint }: SolverState, call: number, sink: number, labels: number): void {
  if (!taint.sinkCalls.has(call)) return
  const bySink = sinksInCallees.get(call) ?? new Map<number, number>()
  sinksInCallees.set(call, bySink)
  bySink.set(sink, (bySink.get(sink) ?? 0) | labels)
}

/** Whether the caller has chosen the callee that led to the sink. */
function chooses({ callees }: SolverState, { call, callback }: IncomingEdge, { by, target }: ChosenCallee): boolean {
  return callees.calleesAt({ call, callback }, by)?.includes(target) !== false
}

function recordFound({ reachedSinks: found, taint }: SolverState, origin: number, hit: SinkFact): void {
  const bits = taint.sinkFiles[hit.sink] === taint.sourceGroups[origin].file ? hit.labels : hit.labels & ~taint.ownFile
  if (bits === 0) return
  const id = 2 * (origin * taint.sinkFiles.length + hit.sink) + Number(hit.isMayTaint)
  const known = found.get(id) ?? []
  const told = known.find((each) => (each.sinkFact.labels & bits) !== 0)
  if (told !== undefined && told.sinkFact.fact !== hit.fact) told.alternatives++
  const fresh = bits & ~known.reduce((all, each) => all | each.sinkFact.labels, 0)
  if (fresh !== 0) found.set(id, [...known, { sinkFact: { ...hit, labels: fresh }, alternatives: 0 }])
}
