import { OP } from '../model/program.ts'
import { ANY, type AccessPaths, WHOLE } from './access-paths.ts'
import { EDGE, type Edges } from './build-edges.ts'
import type { FlowCall, Project } from './build-project.ts'
import { CLIENT_PARTS, mapsToHarmless, NUMBER_PARTS, SIZED, transferOf } from './library-calls.ts'
import type { CallLinks } from './link-calls.ts'

/** What rules say of values, for up to 31 labels of rules at once: one bit each. */
export interface TaintFacts {
  /** Values that are sources: by source index. */
  readonly seeds: readonly (readonly { readonly value: number; readonly path: number; readonly bits: number }[])[]
  /** By value; `whole` are the bits that count where the value itself is tainted, and not only a part of it. */
  readonly sinks: ReadonlyMap<number, readonly { readonly sink: number; readonly bits: number; readonly whole: number }[]>
  readonly sanitized: ReadonlyMap<number, number>
  readonly passes: ReadonlyMap<number, readonly { readonly to: number; readonly bits: number }[]>
  /** Values at which data that carries some labels gets another. */
  readonly relabels: ReadonlyMap<number, readonly ((bits: number) => number)[]>
  /** Bits of data that is only followed whole: not into its parts, nor into text that is made of it. */
  readonly exact: number
}

/** One value that is tainted in part, from a source or from where a function was entered. Facts before it lead there. */
export interface FactTable {
  readonly origin: readonly number[]
  readonly value: readonly number[]
  readonly path: readonly number[]
  readonly before: readonly number[]
  /** The last fact within the function whose call led here, -1 when none did. */
  readonly inner: readonly number[]
}

export interface SinkHit {
  readonly sink: number
  bits: number
  readonly fact: number
  /** The hit within the function that is called with the fact, and the call; -1 when the sink is here. */
  readonly deeper: SinkHit | undefined
  readonly call: number
}

export interface TaintSolution {
  readonly facts: FactTable
  /** By source and sink. */
  readonly found: readonly { readonly source: number; readonly hit: SinkHit; readonly alternatives: number }[]
  /** Files in which a bound was reached. */
  readonly cut: ReadonlySet<number>
  /** Files that data may leave by what they export. */
  readonly left: ReadonlySet<number>
}

/** Facts of one source, or of one way into a function: real ones stay under a few thousand. */
const MAX_FACTS_PER_ORIGIN = 30_000
/** About 100 MB. Real projects take under 300,000. */
const MAX_FACTS = 500_000
/** Ways into one function that are told apart. */
const MAX_ENTRIES_PER_VALUE = 8
/** What leaves one function for those that call it, each time counted. */
const MAX_RETURNS_PER_ENTRY = 8_000

/** Steps of following data that are left for files that are followed together. */
export interface FlowBudget {
  steps: number
}

interface Caller {
  readonly call: number
  readonly callback: number
  readonly fact: number
}

interface Exit {
  readonly kind: 'result' | 'self' | 'parameter' | 'thrown' | 'value'
  /** Of `parameter` its index, of `value` the value. */
  readonly at: number
  readonly path: number
  bits: number
  readonly fact: number
}

interface Entry {
  readonly func: number
  readonly callers: Caller[]
  /** What tells callers apart. */
  readonly places: Set<string>
  readonly exits: Map<number, Exit>
  readonly hits: Map<number, SinkHit>
  returns: number
}

interface Role {
  readonly func: number
  readonly kind: 'result' | 'self' | 'parameter' | 'thrown'
  readonly at: number
}

/** Follows every source forwards to a fixpoint. Functions are entered once for each part of a parameter that is tainted, and what they do with it is remembered. */
export function solveTaint(
  project: Project,
  edges: Edges,
  links: CallLinks,
  paths: AccessPaths,
  taint: TaintFacts,
  budget: FlowBudget,
): TaintSolution {
  const { calls, functions, key, owner, fileOf } = project
  const { targets, callbacks, sites, settles, replaced, ahead, accumulated } = links
  const keysKey = project.keyId('%keys')
  const pairKey = [project.keyId('0'), project.keyId('1')]
  const idsOf = (names: ReadonlySet<string>): ReadonlySet<number> => new Set([...names].map((name) => project.keyId(name)))
  const numberKeys = idsOf(NUMBER_PARTS)
  const clientKeys = idsOf(CLIENT_PARTS)
  const sizeKey = project.keyId('size')
  const sources = taint.seeds.length
  const origin: number[] = []
  const value: number[] = []
  const path: number[] = []
  const bits: number[] = []
  const before: number[] = []
  const inner: number[] = []
  const queued: boolean[] = []
  const tables: Map<number, number>[] = []
  const entries: Entry[] = []
  const entryIds = new Map<number, number>()
  const entriesPerValue = new Map<number, number>()
  const queue: number[] = []
  const found = new Map<string, { source: number; hit: SinkHit; alternatives: number }>()
  const cut = new Set<number>()
  const roles = rolesOf(project)
  const classMethods = methodsByClass(project)

  /** Whether there are steps left. Each way on is one, whether anything new is learnt by it or not. */
  const goesOn = (): boolean => --budget.steps > 0

  const reach = (from: number, to: number, part: number, carried: number, previous: number, within = -1): void => {
    budget.steps--
    let mask = carried & ~(taint.sanitized.get(to) ?? 0)
    for (const relabel of taint.relabels.get(to) ?? []) mask |= relabel(mask)
    if (mask === 0) return
    const table = (tables[from] ??= new Map())
    const id = to * 2 ** 16 + part
    const known = table.get(id)
    if (known !== undefined) {
      if ((bits[known] | mask) === bits[known]) return
      bits[known] |= mask
      if (!queued[known]) {
        queued[known] = true
        queue.push(known)
      }
      return
    }
    if (table.size >= MAX_FACTS_PER_ORIGIN || value.length >= MAX_FACTS) {
      cut.add(fileOf[to])
      return
    }
    const fact = value.length
    origin.push(from)
    value.push(to)
    path.push(part)
    bits.push(mask)
    before.push(previous)
    inner.push(within)
    queued.push(true)
    table.set(id, fact)
    queue.push(fact)
  }

  /** Whether a part named like a number of elements is one. */
  const isNumber = (part: number): boolean => {
    const base = project.a[part]
    if (project.files[fileOf[part]].language === 'python' || base < 0) return false
    if (project.op[base] === OP.load && clientKeys.has(key[base])) return false
    if (key[part] !== sizeKey) return true
    const made = links.resolver.identityOf(base)
    return project.op[made] === OP.result && SIZED.test(calls[project.a[made]].name)
  }

  /** Whether an object is one that other files, or other calls of the same function, get too: what is left in it is found there. */
  const shared = new Map<number, boolean>()
  const isShared = (receiver: number): boolean => {
    const made = links.resolver.identityOf(receiver)
    const known = shared.get(made)
    if (known !== undefined) return known
    const kind = project.op[made]
    const isMade = (value: number): boolean => {
      const held = links.resolver.identityOf(value)
      return project.op[held] === OP.result && calls[project.a[held]].construct
    }
    const answer =
      kind === OP.imported ||
      (kind === OP.cell && (project.joins.get(made) ?? []).some((each) => project.op[each] === OP.imported)) ||
      (kind === OP.result &&
        !calls[project.a[made]].construct &&
        targets[project.a[made]].some(
          (target) =>
            !functions[target].isConstructor && (project.joins.get(functions[target].result) ?? []).some((each) => isKept(each) && !isMade(each)),
        ))
    shared.set(made, answer)
    return answer
  }
  /** A value that stays when the function has ended: a field of a class, a variable around it. */
  const isKept = (value: number): boolean => {
    const held = links.resolver.identityOf(value)
    const kind = project.op[held]
    if (kind === OP.join) return (project.joins.get(held) ?? []).some(isKeptPlainly)
    return isKeptPlainly(held)
  }
  const isKeptPlainly = (value: number): boolean => {
    const held = links.resolver.identityOf(value)
    if (project.op[held] === OP.cell || project.op[held] === OP.imported) return true
    return project.op[held] === OP.load
  }
  const methodsOf = (reached: readonly number[]): readonly number[] =>
    reached.flatMap((target) => (functions[target].classIndex < 0 ? [] : (classMethods.get(functions[target].classIndex) ?? [])))

  /** What of the data its parts and texts made of it carry. */
  const carriedByParts = (part: number, carried: number): number => (taint.exact !== 0 && paths.isWhole(part) ? carried & ~taint.exact : carried)

  /** Whether a function is another or lies within it. */
  const liesIn = (func: number, outer: number): boolean => {
    for (let at = func; at >= 0; at = functions[at].parent) if (at === outer) return true
    return false
  }

  /** Like `reach`, from a function's own facts to values that may lie outside of it. */
  const reachBeyond = (from: number, to: number, part: number, carried: number, previous: number, within = -1): void => {
    if (to < 0) return
    if (from < sources || liesIn(owner[to], entries[from - sources].func)) reach(from, to, part, carried, previous, within)
    else noteExit(from, { kind: 'value', at: to, path: part, bits: carried, fact: previous })
  }

  function noteExit(from: number, exit: Exit): void {
    const entry = entries[from - sources]
    const kind =
      exit.kind === 'result' ? 0 : exit.kind === 'self' ? 1 : exit.kind === 'thrown' ? 2 : exit.kind === 'parameter' ? 3 + exit.at : 100 + exit.at
    const id = kind * 2 ** 16 + exit.path
    const known = entry.exits.get(id)
    if (known !== undefined) {
      if ((known.bits | exit.bits) === known.bits) return
      known.bits |= exit.bits
    } else entry.exits.set(id, exit)
    const noted = known ?? exit
    // Callers may be added while these are served.
    for (let at = 0; at < entry.callers.length && goesOn(); at++) giveBack(entry, entry.callers[at], noted)
  }

  function giveBack(entry: Entry, caller: Caller, exit: Exit): void {
    if (entry.returns++ < MAX_RETURNS_PER_ENTRY) applyExit(caller, exit)
    else cut.add(functions[entry.func].file)
  }

  function applyExit(caller: Caller, exit: Exit): void {
    const from = origin[caller.fact]
    const carried = bits[caller.fact] & exit.bits
    if (carried === 0) return
    if (exit.kind === 'value') reachBeyond(from, exit.at, exit.path, carried, caller.fact, exit.fact)
    else arrive(from, caller.call, caller.callback, exit.kind, exit.at, exit.path, carried, caller.fact, exit.fact)
  }

  /** What leaves a function reaches the place that called it. */
  function arrive(
    from: number,
    callIndex: number,
    callback: number,
    kind: Role['kind'],
    at: number,
    part: number,
    carried: number,
    previous: number,
    within: number,
  ): void {
    const call = calls[callIndex]
    if (callback >= 0) {
      const does = callbacks.get(callIndex)?.find(({ position }) => position === callback)?.does
      if (kind !== 'result' || does === undefined || does.returns === 'none') return
      reachBeyond(from, call.result, does.returns === 'element' ? paths.prefix(ANY, part) : part, carried, previous, within)
      return
    }
    if (kind === 'result') reachBeyond(from, call.result, part, carried, previous, within)
    else if (kind === 'thrown') reachBeyond(from, call.caught, part, carried, previous, within)
    else if (kind === 'self') {
      const isSuper = call.receiver >= 0 && project.key[call.receiver] === project.keyId('%super') && project.op[call.receiver] === OP.load
      const makes = !isSuper && call.byHand !== true && (call.construct || targets[callIndex].some((target) => functions[target].isConstructor))
      reachBeyond(from, makes ? call.result : call.receiverAfter, part, carried, previous, within)
      if (!makes && call.receiver >= 0 && isShared(call.receiver))
        for (const method of methodsOf(targets[callIndex])) reachBeyond(from, functions[method].self, part, carried, previous, within)
    } else reachBeyond(from, argumentFor(callIndex, at), part, carried, previous, within)
  }

  /** The value that what was passed for a parameter has after the call. */
  function argumentFor(callIndex: number, parameter: number): number {
    const call = calls[callIndex]
    const named = targets[callIndex].map((target) => functions[target].parameters[parameter]?.name)
    const index = parameter - (ahead.get(callIndex) ?? 0)
    budget.steps -= call.arguments.length
    const argument = call.arguments.find((each, position) =>
      each.kind === 'keyword' ? each.name !== undefined && named.includes(each.name) : each.kind === 'positional' && position === index,
    )
    return argument?.after ?? -1
  }

  /** Enters a function with a tainted parameter or receiver. */
  function enter(func: number, parameter: number, part: number, caller: Caller): void {
    if (parameter < 0 || part < 0) return
    const id = parameter * 2 ** 16 + part
    let index = entryIds.get(id)
    if (index === undefined) {
      const ways = entriesPerValue.get(parameter) ?? 0
      if (ways >= MAX_ENTRIES_PER_VALUE && part !== WHOLE) {
        cut.add(fileOf[parameter])
        enter(func, parameter, WHOLE, caller)
        return
      }
      entriesPerValue.set(parameter, ways + 1)
      index = entries.length
      entryIds.set(id, index)
      entries.push({ func, callers: [], places: new Set(), exits: new Map(), hits: new Map(), returns: 0 })
      reach(sources + index, parameter, part, -1, -1)
    }
    const entry = entries[index]
    const place = `${caller.call}:${caller.callback}:${caller.fact}`
    if (!entry.places.has(place)) {
      entry.places.add(place)
      entry.callers.push(caller)
    }
    budget.steps -= entry.exits.size + entry.hits.size
    if (budget.steps <= 0) return
    for (const exit of [...entry.exits.values()]) giveBack(entry, caller, exit)
    for (const hit of [...entry.hits.values()]) applyHit(caller, hit)
  }

  function noteHit(from: number, hit: SinkHit): void {
    if (from < sources) {
      const id = `${from}:${hit.sink}`
      const known = found.get(id)
      if (known === undefined) found.set(id, { source: from, hit, alternatives: 0 })
      else {
        known.hit.bits |= hit.bits
        if (known.hit.fact !== hit.fact) known.alternatives++
      }
      return
    }
    const entry = entries[from - sources]
    const known = entry.hits.get(hit.sink)
    if (known !== undefined) {
      if ((known.bits | hit.bits) === known.bits) return
      known.bits |= hit.bits
    } else entry.hits.set(hit.sink, hit)
    const noted = known ?? hit
    for (let at = 0; at < entry.callers.length && goesOn(); at++) applyHit(entry.callers[at], noted)
  }

  function applyHit(caller: Caller, hit: SinkHit): void {
    const carried = bits[caller.fact] & hit.bits
    if (carried !== 0) noteHit(origin[caller.fact], { sink: hit.sink, bits: carried, fact: caller.fact, deeper: hit, call: caller.call })
  }

  function leave(fact: number, role: Role): void {
    const from = origin[fact]
    const part = path[fact]
    if (role.kind !== 'result' && role.kind !== 'thrown' && part === WHOLE && (before[fact] < 0 || project.op[value[before[fact]]] !== OP.after))
      return
    if (role.kind === 'self' || role.kind === 'parameter') {
      // What came in as it goes out is known to whoever passed it.
      const func = functions[role.func]
      const initial = role.kind === 'self' ? func.self : func.parameters[role.at].value
      if (tables[from]?.has(initial * 2 ** 16 + part) === true) return
    }
    if (from >= sources && entries[from - sources].func === role.func) {
      noteExit(from, { kind: role.kind, at: role.at, path: part, bits: bits[fact], fact })
      return
    }
    for (const site of sites.get(role.func) ?? [])
      if (goesOn()) arrive(from, site.call, site.callback, role.kind, role.at, part, bits[fact], fact, -1)
    // What a method leaves in its receiver, other methods of the class find there.
    const { classIndex } = functions[role.func]
    if (role.kind === 'self' && from < sources && classIndex >= 0) {
      for (const method of classMethods.get(classIndex) ?? []) if (method !== role.func) reach(from, functions[method].self, part, bits[fact], fact)
    }
  }

  function passArgument(fact: number, callIndex: number, position: number): void {
    const settled = settles.get(callIndex)
    if (settled !== undefined) {
      if (position >= 0) reachBeyond(origin[fact], settled, path[fact], bits[fact], fact)
      return
    }
    if (replaced.has(callIndex)) return
    const reached = targets[callIndex]
    if (reached.length === 0) {
      passToUnknown(fact, callIndex, position)
      return
    }
    for (const target of reached) passTo(fact, callIndex, position, target)
  }

  function passTo(fact: number, callIndex: number, at: number, target: number): void {
    const call = calls[callIndex]
    const func = functions[target]
    const caller: Caller = { call: callIndex, callback: -1, fact }
    if (at < 0) {
      if (!call.construct) enter(target, func.self, path[fact], caller)
      return
    }
    const argument = call.arguments[at]
    const position = at + (ahead.get(callIndex) ?? 0)
    const part = path[fact]
    if (argument.kind === 'keyword') {
      const parameter = func.parameters.find(({ name, kind }) => name === argument.name && kind === 'positional')
      if (parameter !== undefined) enter(target, parameter.value, part, caller)
      else {
        const rest = func.parameters.find(({ kind }) => kind === 'keywords')
        if (rest !== undefined) enter(target, rest.value, paths.prefix(project.keyId(argument.name ?? ''), part), caller)
      }
      return
    }
    if (argument.kind === 'keyword-spread') {
      for (const parameter of func.parameters) {
        if (parameter.kind === 'keywords') enter(target, parameter.value, part, caller)
        else if (parameter.kind === 'positional') enter(target, parameter.value, paths.within(part, project.keyId(parameter.name)), caller)
      }
      return
    }
    if (argument.kind === 'spread') {
      for (const [index, parameter] of func.parameters.entries()) {
        if (parameter.kind === 'rest') enter(target, parameter.value, part, caller)
        else if (parameter.kind === 'positional' && index >= position)
          enter(target, parameter.value, paths.within(part, project.keyId(String(index - position))), caller)
      }
      return
    }
    budget.steps -= at
    const spreadBefore = call.arguments.slice(0, at).some(({ kind }) => kind === 'spread')
    const rest = func.parameters.findIndex(({ kind }) => kind === 'rest')
    if (rest >= 0 && (position >= rest || spreadBefore))
      enter(target, func.parameters[rest].value, paths.prefix(spreadBefore ? ANY : project.keyId(String(position - rest)), part), caller)
    if ((rest < 0 || position < rest) && !spreadBefore) {
      const parameter = func.parameters[position]
      if (parameter !== undefined && parameter.kind === 'positional') enter(target, parameter.value, part, caller)
    }
  }

  function passToUnknown(fact: number, callIndex: number, position: number): void {
    const call = calls[callIndex]
    const from = origin[fact]
    const part = path[fact]
    const carried = bits[fact]
    const inParts = carriedByParts(part, carried)
    const isMethod = call.receiver >= 0
    const python = project.files[call.file].language === 'python'
    const known = callbacks.get(callIndex)
    if (known !== undefined && passToCallbacks(fact, callIndex, position, known)) return
    const give = (to: number, given: number, mask = carried): void => {
      if (given >= 0) reachBeyond(from, to, given, mask, fact)
    }
    const argument = position < 0 ? undefined : call.arguments[position]
    const whole = argument?.kind === 'keyword' ? paths.prefix(project.keyId(argument.name ?? ''), part) : part
    if (mapsToHarmless(call.written, call.subject)) return
    const transfer = transferOf(call.name, call.written, isMethod, call.tagged, python)
    // `Object.values(x)`: the argument is what a receiver is elsewhere.
    const onArgument = position < 0 ? !isNamespace(call) : transferIsNamed(call)
    const subject = call.subject === undefined ? ANY : project.keyId(call.subject)
    switch (transfer) {
      case 'clean':
        return
      case 'default':
        // An object of the program's own classes is more than one tainted field of it.
        if (part === WHOLE || !isReceiver(project, value[fact])) give(call.result, WHOLE, position < 0 ? inParts : carried)
        return
      case 'same':
        if (onArgument) give(call.result, whole)
        return
      case 'element':
        // A constant key takes what was put there, and what was put anywhere.
        if (onArgument) give(call.result, paths.within(part, subject), inParts)
        else if (position > 0) give(call.result, WHOLE)
        return
      case 'splice':
        if (position < 0) give(call.result, part)
        else if (position > 1) give(call.receiverAfter, paths.prefix(ANY, part))
        return
      case 'insert':
        if (position < 0) give(call.result, call.written === 'setdefault' ? paths.within(part, subject) : part)
        else if (call.written === 'setdefault') {
          give(call.result, part)
          give(call.receiverAfter, paths.prefix(subject, part))
        } else {
          const at = subject
          give(call.receiverAfter, paths.prefix(at, part))
          if (call.receiver >= 0) give(call.result, paths.prefix(at, part))
        }
        return
      case 'merge':
        if (position < 0 && !transferIsNamed(call)) give(call.result, part)
        else {
          give(call.result, whole)
          if (transferIsNamed(call)) {
            if (position > 0) give(call.arguments[0]?.after ?? -1, whole)
          } else give(call.receiverAfter, whole)
        }
        return
      case 'values':
        if (onArgument) give(call.result, part === WHOLE ? WHOLE : paths.prefix(ANY, paths.within(part, ANY)), inParts)
        return
      case 'keys':
        if (onArgument && paths.within(part, keysKey) >= 0) give(call.result, part === WHOLE ? WHOLE : paths.prefix(ANY, WHOLE), inParts)
        return
      case 'numbered':
        if (onArgument) give(call.result, paths.prefix(ANY, paths.prefix(pairKey[1], paths.within(part, ANY))), inParts)
        return
      case 'zipped':
        give(call.result, paths.prefix(ANY, paths.prefix(project.keyId(String(position)), paths.within(part, ANY))), inParts)
        return
      case 'listed':
        if (argument?.kind === 'positional') give(call.result, paths.prefix(project.keyId(String(position)), part))
        else give(call.result, part)
        return
      case 'named': {
        if (argument?.kind === 'keyword' || paths.isWhole(part)) give(call.result, whole)
        else {
          const pair = paths.element(part)
          if (pair >= 0 && paths.isElement(part)) {
            give(call.result, paths.prefix(ANY, paths.within(pair, pairKey[1])))
            if (paths.within(pair, pairKey[0]) >= 0) give(call.result, paths.prefix(keysKey, WHOLE))
          } else give(call.result, part)
        }
        return
      }
      case 'pairs':
        if (!onArgument) return
        if (part === WHOLE) give(call.result, WHOLE, inParts)
        else if (paths.headOf(part) === keysKey) give(call.result, paths.prefix(ANY, paths.prefix(pairKey[0], WHOLE)))
        else give(call.result, paths.prefix(ANY, paths.prefix(pairKey[1], paths.within(part, ANY))))
        return
    }
  }

  /** True when nothing else happens to the value. */
  function passToCallbacks(fact: number, callIndex: number, position: number, known: NonNullable<ReturnType<typeof callbacks.get>>): boolean {
    const call = calls[callIndex]
    let consumed = false
    for (const { position: at, functions: passed, does } of known) {
      const caller: Caller = { call: callIndex, callback: at, fact }
      const isThread = does.passesRest === -1
      for (const target of passed) {
        const { parameters } = functions[target]
        if (isThread && position >= 0 && position !== at) {
          // `args=(x, y)`
          for (const [index, parameter] of parameters.entries())
            enter(target, parameter.value, paths.within(path[fact], project.keyId(String(index))), caller)
        } else if (does.passesRest !== undefined && !isThread && position > at + does.passesRest) {
          const parameter = parameters[position - at - 1 - does.passesRest]
          if (parameter !== undefined) enter(target, parameter.value, path[fact], caller)
          consumed = true
        } else if (does.gives !== 'none' && position !== at) {
          if (does.accumulates === true && position >= 0) {
            // The first value of what is accumulated.
            if (parameters[0] !== undefined) enter(target, parameters[0].value, path[fact], caller)
            continue
          }
          const given = does.gives === 'element' ? paths.element(path[fact]) : path[fact]
          if (does.gives === 'element' && carriedByParts(path[fact], bits[fact]) === 0) continue
          // Without a first value, the first element is.
          const chosen = does.accumulates === true && call.arguments.length - known.length < 1 ? [0, 1] : does.parameters
          for (const index of chosen) if (parameters[index] !== undefined && given >= 0) enter(target, parameters[index].value, given, caller)
        }
      }
      if (does.returns !== 'none' && does.gives !== 'none' && !KEEPS_RECEIVER.has(call.written)) consumed = true
    }
    return consumed
  }

  for (const [source, seeds] of taint.seeds.entries()) for (const seed of seeds) reach(source, seed.value, seed.path, seed.bits, -1)
  let at = 0
  for (; at < queue.length && goesOn(); at++) {
    const fact = queue[at]
    queued[fact] = false
    const held = value[fact]
    const from = origin[fact]
    const part = path[fact]
    const carried = bits[fact]
    for (const { sink, bits: wanted, whole } of taint.sinks.get(held) ?? []) {
      const met = carried & (whole === 0 || paths.isWhole(part) ? wanted : wanted & ~whole)
      if (met !== 0) noteHit(from, { sink, bits: met, fact, deeper: undefined, call: -1 })
    }
    for (const { to, bits: passed } of taint.passes.get(held) ?? [])
      if ((carried & passed) !== 0) reachBeyond(from, to, WHOLE, carried & passed, fact)
    for (const { call, position, functions: passed } of accumulated.get(held) ?? [])
      for (const target of passed) {
        const parameter = functions[target].parameters[0]
        if (parameter !== undefined) enter(target, parameter.value, part, { call, callback: position, fact })
      }
    const role = roles.get(held)
    if (role !== undefined) leave(fact, role)
    const end = edges.start[held + 1]
    budget.steps -= end - edges.start[held]
    for (let edge = edges.start[held]; edge < end; edge++) {
      const target = edges.target[edge]
      switch (edges.kind[edge]) {
        case EDGE.copy:
          reachBeyond(from, target, part, carried, fact)
          break
        case EDGE.load: {
          const left = paths.within(part, key[target])
          if (left >= 0 && !(numberKeys.has(key[target]) && isNumber(target))) reach(from, target, left, carriedByParts(part, carried), fact)
          break
        }
        case EDGE.base: {
          const left = paths.without(part, key[target])
          if (left >= 0) reach(from, target, left, carried, fact)
          break
        }
        case EDGE.part:
          reach(from, target, paths.prefix(key[target], part), carried, fact)
          break
        case EDGE.combine:
        case EDGE.mix:
          reach(from, target, WHOLE, carried & ~taint.exact, fact)
          break
        case EDGE.argument:
          passArgument(fact, target, edges.extra[edge])
          break
        case EDGE.prefix:
          reachBeyond(from, target, paths.prefix(edges.extra[edge], part), carried, fact)
          break
        default:
      }
    }
  }
  // What was still to be followed is left out.
  if (budget.steps <= 0) for (const fact of queue.slice(Math.max(0, at - 1))) cut.add(fileOf[value[fact]])
  return { facts: { origin, value, path, before, inner }, found: [...found.values()], cut, left: leftFiles() }

  function leftFiles(): ReadonlySet<number> {
    const left = new Set<number>()
    for (let fact = 0; fact < value.length; fact++) {
      const held = value[fact]
      // What a function was given goes back to who gave it; other data goes to whoever calls the function or reads what the module holds.
      if (functions[owner[held]].parent < 0 || (origin[fact] < sources && roles.has(held))) left.add(fileOf[held])
    }
    return left
  }
}

/** Calls that give what they are called on too, whatever the function does. */
const KEEPS_RECEIVER: ReadonlySet<string> = new Set(['catch', 'finally', 'replace', 'replaceAll'])

/** Whether a value is the receiver of the function it lies in, whatever was stored in it. */
function isReceiver({ op, a }: Project, value: number): boolean {
  let at = value
  for (let steps = 0; steps < 12 && at >= 0; steps++) {
    if (op[at] === OP.parameter) return a[at] < 0
    if (op[at] !== OP.after && op[at] !== OP.store && op[at] !== OP.join && op[at] !== OP.refine) return false
    at = a[at]
  }
  return false
}

/** A function of a namespace (`Object.values`) has its subject as first argument. */
function transferIsNamed(call: FlowCall): boolean {
  return (
    call.receiver < 0 ||
    /^(?:Object|Promise|Array|lodash|_|\$|jquery|copy|asyncio|types|typing|collections|itertools|functools)\.[^()]*$/.test(call.name)
  )
}

function isNamespace(call: FlowCall): boolean {
  return transferIsNamed(call)
}

/** Values through which data leaves functions. */
function rolesOf(project: Project): ReadonlyMap<number, Role> {
  const roles = new Map<number, Role>()
  for (const [func, each] of project.functions.entries()) {
    roles.set(each.result, { func, kind: 'result', at: 0 })
    roles.set(each.thrown, { func, kind: 'thrown', at: 0 })
    roles.set(each.selfOut, { func, kind: 'self', at: 0 })
    for (const [at, parameter] of each.parameters.entries()) roles.set(parameter.out, { func, kind: 'parameter', at })
  }
  return roles
}

function methodsByClass(project: Project): ReadonlyMap<number, readonly number[]> {
  return new Map(project.classes.map((each, index) => [index, [...each.methods.values()]]))
}
