import type { CodeSyntax } from '../../model/language.ts'
import {
  type LoweredFile,
  OP,
  type ProgramAssurance,
  type ProgramCall,
  type ProgramClass,
  type ProgramExport,
  type ProgramFunction,
  type ProgramImport,
} from '../../model/program.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { FlatTree } from '../../model/tree.ts'
import type { NameMap } from './map-names.ts'
import { GLOBALS, GUARDS, RECEIVERS } from './variable-ids.ts'
import { createValueStore, type ValueStore } from './value-store.ts'
import { createVariableTable, type VariableTable } from './variable-table.ts'

/** A loop, switch or labelled block that `break` and `continue` leave. */
export interface JumpTarget {
  readonly kind: 'loop' | 'switch' | 'block'
  readonly label: string | undefined
  readonly depth: number
  readonly breaks: ReadonlyMap<number, number>[]
  readonly continues: ReadonlyMap<number, number>[]
}

/** The function that is being lowered. */
export interface Frame {
  readonly index: number
  readonly table: VariableTable
  readonly result: number
  readonly targets: JumpTarget[]
  /** Values that `catch` of the enclosing `try` statements may get. */
  readonly thrown: number[]
  /** Parameters and the receiver, and the values that callers see of them afterwards. */
  readonly outs: { readonly variable: number; readonly initial: number; readonly out: number }[]
  /** Parameters that stand under a name, with what the name holds at first. */
  readonly assurable: { readonly variable: number; readonly initial: number; readonly parameter: number }[]
  /** Parameters that a check makes harmless wherever the function has come to an end so far: in any way, with something true, with something false. */
  readonly assured: Record<ProgramAssurance['when'], Set<number> | undefined>
  /** Whether a path (`req.query.id`) was checked in it. */
  checksPaths: boolean
  /** No code runs here: after `return`, `throw`, `break`. */
  dead: boolean
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** A program while it is made. Languages drive it; it knows none. */
export interface Lowering {
  readonly tree: FlatTree
  readonly text: string
  readonly symbols: Symbols
  readonly syntax: CodeSyntax
  readonly names: NameMap
  readonly store: ValueStore
  readonly valueAt: Int32Array
  readonly callAt: Map<number, number>
  readonly functionAt: Map<number, number>
  readonly decorators: Map<number, number[]>
  readonly parameterDecorators: Map<number, number[]>
  readonly checks: { readonly node: number; readonly argument: number; readonly holds: boolean }[]
  readonly checkIds: Map<number, number>
  /** Values that a check has made harmless, and what was checked. */
  readonly harmless: Map<number, number>
  readonly functions: Mutable<ProgramFunction>[]
  readonly classes: (Omit<Mutable<ProgramClass>, 'methods' | 'getters' | 'setters' | 'fields'> & {
    methods: Map<string, number>
    getters: Map<string, number>
    setters: Map<string, number>
    fields: Map<string, { value: number; isType: boolean }[]>
  })[]
  readonly calls: ProgramCall[]
  readonly imports: ProgramImport[]
  readonly exports: ProgramExport[]
  /** Work to be done once the current function is finished. */
  readonly later: (() => void)[]
  readonly cells: Map<number, number>
  /** Cells of what other functions make of variables whose parts they change. */
  readonly changes: Map<number, number>
  readonly holders: Map<number, number[]>
  /** Variables that a function has captured already: later writes reach it too. */
  readonly captured: Set<number>
  frame: Frame
  depth: number
  coarse: boolean
  stringId(text: string): number
  guardVariable(path: string): number
  /** The same where the path was checked anywhere; undefined else. */
  knownGuard(path: string): number | undefined
  /** Paths that were checked somewhere, and their variables, by the declaration that they start from. */
  readonly guards: Map<string, Map<number, string>>
  globalVariable(name: string): number
  strings: readonly string[]
}

/** Key of a `join` that is the same thing as its first operand, whatever has been put into it. */
const SAME = 1

/** Deeper code is lowered coarsely: all that is in it flows to its result. Keeps recursion far from the end of the stack. */
const MAX_LOWERING_DEPTH = 250

export function createLowering(tree: FlatTree, text: string, symbols: Symbols, syntax: CodeSyntax, names: NameMap): Lowering {
  const strings: string[] = []
  const ids = new Map<string, number>()
  const special = new Map<string, number>()
  const guards = new Map<string, Map<number, string>>()
  const idOf = (known: Map<string, number>, key: string): number => {
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, known.size)
    return known.size - 1
  }
  return {
    tree,
    text,
    symbols,
    syntax,
    names,
    store: createValueStore(),
    valueAt: new Int32Array(tree.count).fill(-1),
    callAt: new Map(),
    functionAt: new Map(),
    decorators: new Map(),
    parameterDecorators: new Map(),
    checks: [],
    checkIds: new Map(),
    harmless: new Map(),
    functions: [],
    classes: [],
    calls: [],
    imports: [],
    exports: [],
    later: [],
    cells: new Map(),
    changes: new Map(),
    holders: new Map(),
    captured: new Set(),
    frame: {
      index: -1,
      table: createVariableTable(),
      result: -1,
      targets: [],
      thrown: [],
      outs: [],
      assurable: [],
      assured: { true: undefined, false: undefined, end: undefined },
      checksPaths: false,
      dead: false,
    },
    depth: 0,
    coarse: false,
    strings,
    stringId: (word) => {
      const id = idOf(ids, word)
      if (id === strings.length) strings.push(word)
      return id
    },
    guards,
    knownGuard: (path) => {
      const id = special.get(path)
      return id === undefined ? undefined : GUARDS + id
    },
    guardVariable: (path) => {
      const count = special.size
      const guard = GUARDS + idOf(special, path)
      if (special.size > count) {
        const root = path.slice(0, path.indexOf(':') + 1)
        const known = guards.get(root)
        if (known === undefined) guards.set(root, new Map([[guard, path]]))
        else known.set(guard, path)
      }
      return guard
    },
    globalVariable: (name) => GLOBALS + idOf(special, `global ${name}`),
  }
}

export function value(low: Lowering, op: number, node: number, a = -1, b = -1, key = -1): number {
  return low.store.add(op, a, b, key, low.tree.start[node], low.tree.end[node], low.frame.index)
}

export function join(low: Lowering, node: number, sources: readonly number[]): number {
  const known = [...new Set(sources.filter((source) => source >= 0))]
  if (known.length === 1) return known[0]
  const joined = manyOf(low, OP.join, node, known)
  if (low.harmless.size > 0 && known.length > 0) {
    const checked = low.harmless.get(known[0])
    if (checked !== undefined && known.every((source) => low.harmless.get(source) === checked)) low.harmless.set(joined, checked)
  }
  return joined
}

/** The value before it was checked, or passed to calls. */
export function originOf(low: Lowering, held: number): number {
  let at = held
  while (at >= 0 && (low.store.op(at) === OP.after || low.store.op(at) === OP.refine || (low.store.op(at) === OP.join && low.store.key(at) === SAME)))
    at = low.store.a(at)
  return at
}

/** A value of many operands: `join`, `combine`, `mix`. */
export function manyOf(low: Lowering, op: number, node: number, sources: readonly number[]): number {
  const made = value(low, op, node)
  for (const source of sources) low.store.join(made, source)
  return made
}

export function load(low: Lowering, base: number, key: string | undefined, node: number): number {
  return value(low, OP.load, node, base, -1, key === undefined ? -1 : low.stringId(key))
}

export function storePart(low: Lowering, base: number, key: string | undefined, part: number, node: number): number {
  return value(low, OP.store, node, base, part, key === undefined ? -1 : low.stringId(key))
}

/** The function in which a variable is declared, by its node. */
function homeOf(low: Lowering, variable: number): number {
  if (variable >= GLOBALS) return low.names.functionOf[0]
  if (variable >= RECEIVERS) return variable - RECEIVERS
  return low.names.functionOf[variable]
}

function isOwn(low: Lowering, variable: number): boolean {
  return variable >= GLOBALS || homeOf(low, variable) === frameNode(low)
}

function frameNode(low: Lowering): number {
  return low.names.nodes[low.frame.index]
}

/** The cell of a variable that inner functions use. */
export function cellOf(low: Lowering, variable: number): number {
  const known = low.cells.get(variable)
  if (known !== undefined) return known
  const node = variable < RECEIVERS ? variable : variable - RECEIVERS
  const home = Math.max(0, low.names.indexOf.get(homeOf(low, variable)) ?? 0)
  const cell = low.store.add(OP.cell, -1, -1, -1, low.tree.start[node], low.tree.end[node], home)
  low.cells.set(variable, cell)
  return cell
}

/** What functions within have made of a variable's object. */
function changesOf(low: Lowering, variable: number): number {
  const known = low.changes.get(variable)
  if (known !== undefined) return known
  const home = Math.max(0, low.names.indexOf.get(homeOf(low, variable)) ?? 0)
  const node = variable < RECEIVERS ? variable : variable - RECEIVERS
  const changes = low.store.add(OP.cell, -1, -1, -1, low.tree.start[node], low.tree.end[node], home)
  low.changes.set(variable, changes)
  return changes
}

/** What the variable holds here. */
export function readVariable(low: Lowering, variable: number, node: number): number {
  const { table } = low.frame
  const known = table.read(variable)
  if (known !== undefined) {
    if (!isOwn(low, variable)) return known
    if (low.names.writtenInside.has(variable)) return join(low, node, [known, cellOf(low, variable)])
    if (!low.captured.has(variable) || !low.names.changedInside.has(variable)) return known
    const changed = value(low, OP.join, node, known, -1, SAME)
    low.store.join(changed, changesOf(low, variable))
    return changed
  }
  if (variable >= GLOBALS) return value(low, OP.unknown, node)
  if (!isOwn(low, variable)) {
    const cell = cellOf(low, variable)
    hold(low, variable, cell)
    return cell
  }
  return low.names.writtenInside.has(variable) ? cellOf(low, variable) : value(low, OP.unknown, node)
}

function hold(low: Lowering, variable: number, held: number): void {
  low.frame.table.write(variable, held)
  const others = low.holders.get(held)
  if (others === undefined) low.holders.set(held, [variable])
  else if (!others.includes(variable)) others.push(variable)
}

export function writeVariable(low: Lowering, variable: number, written: number): void {
  hold(low, variable, written)
  if (!isOwn(low, variable)) {
    low.store.join(cellOf(low, variable), written)
    if (low.names.changedInside.has(variable)) low.store.join(changesOf(low, variable), written)
  } else if (low.captured.has(variable)) low.store.join(cellOf(low, variable), written)
}

/** A function that uses these variables is made here. */
export function captureVariables(low: Lowering, functionNode: number): void {
  for (const variable of low.names.free.get(functionNode) ?? []) {
    if (!isOwn(low, variable)) continue
    low.captured.add(variable)
    const held = low.frame.table.read(variable)
    if (held !== undefined) low.store.join(cellOf(low, variable), held)
  }
}

/**
 * What was `before` has changed and is `now`: in every variable that holds it, and in what it is a part of. With `ownOnly`, in variables of this function alone:
 * what a whole file shares (an imported `request`, a client) is not taken to keep what one function passed along with it.
 */
export function writeBack(low: Lowering, before: number, now: number, node: number, ownOnly = false, steps = 4): void {
  if (before < 0) return
  for (const variable of [...(low.holders.get(before) ?? [])]) {
    if (ownOnly && !isOwn(low, variable)) continue
    if (low.frame.table.read(variable) === before) writeVariable(low, variable, now)
  }
  if (steps > 0 && low.store.op(before) === OP.load) {
    const base = low.store.a(before)
    const changed = value(low, OP.store, node, base, now, low.store.key(before))
    writeBack(low, base, changed, node, ownOnly, steps - 1)
  } else if (steps > 0 && low.store.op(before) === OP.join && low.store.a(before) >= 0)
    writeBack(low, low.store.a(before), now, node, ownOnly, steps - 1)
}

/** Whether a change of the value can be seen by anybody. */
export function isHeld(low: Lowering, held: number): boolean {
  if (held < 0) return false
  if (low.store.op(held) === OP.join && low.store.key(held) === SAME) return isHeld(low, low.store.a(held))
  return low.holders.has(held) || low.store.op(held) === OP.load
}

/** Lowers a part deeper in the tree, coarsely when that is too deep. */
export function deeper<T>(low: Lowering, work: () => T, coarse: () => T): T {
  if (low.depth >= MAX_LOWERING_DEPTH) {
    low.coarse = true
    return coarse()
  }
  low.depth++
  const done = work()
  low.depth--
  return done
}

export function finishLowering(low: Lowering): LoweredFile {
  const { functions, classes, calls, imports, exports, strings, coarse, valueAt, callAt, functionAt, decorators, parameterDecorators, checks } = low
  return {
    program: {
      values: low.store.finish(),
      strings,
      functions,
      classes,
      calls,
      imports,
      exports,
      checks: checks.map(({ node, argument, holds }) => {
        const call = callAt.get(node)
        return { result: call === undefined ? -1 : calls[call].result, argument, holds }
      }),
      coarse,
    },
    valueAt,
    callAt,
    functionAt,
    decorators,
    parameterDecorators,
    checks,
  }
}
