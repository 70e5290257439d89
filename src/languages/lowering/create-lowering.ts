import { BOUNDS } from '../../model/bounds.ts'
import { createRegexProver } from './regex-proof.ts'
import { createGuardChains } from './guard-chains.ts'
import type { LoweredFile } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import type { NameMap } from './map-names.ts'
import { createValueStore } from './value-store.ts'
import { GLOBALS, GUARDED_PATHS } from './variable-ids.ts'
import { createVariableTable } from './variable-table.ts'

/** Deeper code is lowered imprecisely: all its names flow to its result. This bounds the recursion depth. */
const MAX_LOWERING_DEPTH = BOUNDS.loweringDepth.value

/** A file, and what is known of its language. */
export type FileToLower = Pick<Lowering, 'tree' | 'text' | 'symbols' | 'syntax' | 'models'>

export function createLowering({ tree, text, symbols, syntax, models }: FileToLower, names: NameMap): Lowering {
  const strings: string[] = []
  const ids = new Map<string, number>()
  const special = new Map<string, number>()
  const guardedPaths = new Map<string, Map<number, string>>()
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
    models,
    names,
    store: createValueStore(),
    valueAt: new Int32Array(tree.count).fill(-1),
    callAt: new Map(),
    callNodes: new Map(),
    callbackCallAt: new Map(),
    functionAt: new Map(),
    decorators: new Map(),
    parameterDecorators: new Map(),
    guards: [],
    branches: [],
    dynamicKeys: [],
    regexes: createRegexProver(),
    guardIds: new Map(),
    guardChains: createGuardChains(),
    sanitized: new Map(),
    mustAliasPhis: new Map(),
    loopInvariants: new Map(),
    dictionaries: new Set(),
    functions: [],
    classes: [],
    calls: [],
    imports: [],
    exports: [],
    deferred: [],
    capturedValues: new Map(),
    capturedUpdates: new Map(),
    variablesByValue: new Map(),
    captured: new Set(),
    captureLog: [],
    frame: {
      index: -1,
      table: createVariableTable(),
      result: -1,
      jumpTargets: [],
      thrown: [],
      outs: [],
      guardable: [],
      destructured: [],
      guaranteed: { true: undefined, false: undefined, end: undefined },
      returnSites: [],
      guardsPaths: false,
      dead: false,
    },
    depth: 0,
    isCoarse: false,
    strings,
    stringId: (word) => {
      const id = idOf(ids, word)
      if (id === strings.length) strings.push(word)
      return id
    },
    guardedPaths,
    knownGuardedPath: (path) => {
      const id = special.get(path)
      return id === undefined ? undefined : GUARDED_PATHS + id
    },
    guardedPathVariable: (path) => {
      const count = special.size
      const guard = GUARDED_PATHS + idOf(special, path)
      if (special.size > count) {
        const root = path.slice(0, path.indexOf(':') + 1)
        const known = guardedPaths.get(root)
        if (known === undefined) guardedPaths.set(root, new Map([[guard, path]]))
        else known.set(guard, path)
      }
      return guard
    },
    globalVariable: (name) => GLOBALS + idOf(special, `global ${name}`),
  }
}

/** Enters a nested construct. True when the nesting is too deep; otherwise the caller decrements `depth` after it. */
export function entersTooDeep(low: Lowering): boolean {
  if (low.depth < MAX_LOWERING_DEPTH) {
    low.depth++
    return false
  }
  low.isCoarse = true
  return true
}

export function finishLowering(low: Lowering): LoweredFile {
  const {
    functions,
    classes,
    calls,
    imports,
    exports,
    strings,
    isCoarse,
    valueAt,
    callAt,
    callbackCallAt,
    functionAt,
    decorators,
    parameterDecorators,
    guards,
    branches,
    dynamicKeys,
  } = low
  return {
    program: {
      values: low.store.finish(),
      strings,
      functions,
      classes,
      calls,
      imports,
      exports,
      guards: guards.map(({ node, argument, outcome, property, isMembership, isPathContainment, isPrefixOnly, contexts, schemaParse }) => {
        const call = callAt.get(node)
        const callResult = call === undefined ? -1 : calls[call].result
        return { callResult, argument, outcome, property, isMembership, isPathContainment, isPrefixOnly, contexts, schemaParse }
      }),
      branches,
      dynamicKeys,
      isCoarse,
    },
    valueAt,
    callAt,
    callbackCallAt,
    functionAt,
    decorators,
    parameterDecorators,
    guards,
  }
}
