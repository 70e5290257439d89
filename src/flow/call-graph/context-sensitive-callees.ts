import type { Project } from '../program/link-program.ts'
import { type ContextSensitiveCall, contextSensitiveIn, calleesAtSite, creatingCall, type CallSite } from './context-sensitive-calls.ts'
import type { CallGraph } from './call-graph.ts'

/**
 * Context-sensitive callees, memoised. The solver queries them for each fact that reaches a call and each call site of the enclosing function. The
 * call graph is complete when this is created, so no result is ever invalidated.
 */
export interface ContextSensitiveCallees {
  /** The call if the callers of the entered function choose its callees, otherwise `undefined`. */
  callIn(call: number, entered: number): ContextSensitiveCall | undefined
  /** The functions that the caller at a site has chosen; `undefined` if they are unknown. */
  calleesAt(site: CallSite, chosen: ContextSensitiveCall): readonly number[] | undefined
  /** The call that created the function which is called at a site; -1 if it is unknown. */
  creatingCall(site: CallSite, maker: number): number
}

/** Creates the memo tables of one program. */
export function createContextSensitiveCallees(project: Project, links: CallGraph): ContextSensitiveCallees {
  // The callers of a call's own function choose its callees, or those of the enclosing function: at most one derived description.
  const derived = new Map<number, ContextSensitiveCall | undefined>()
  const functions = new Map<ContextSensitiveCall, Map<number, { readonly value: readonly number[] | undefined }>>()
  const makers = new Map<number, Map<number, { readonly value: number }>>()
  return {
    callIn: (call, entered) => {
      const chosen = links.contextSensitiveCalls.get(call)
      if (chosen === undefined || chosen.func === entered) return chosen
      if (chosen.calleeFrom.kind !== 'parameter' || chosen.calleeFrom.of !== entered) return undefined
      if (!derived.has(call)) derived.set(call, contextSensitiveIn(chosen, entered))
      return derived.get(call)
    },
    calleesAt: (site, chosen) => memoised(functions, chosen, siteKey(site), () => calleesAtSite(project, links, site, chosen)),
    creatingCall: (site, maker) => memoised(makers, maker, siteKey(site), () => creatingCall(project, links, site, maker)),
  }
}

function memoised<Key, Value>(tables: Map<Key, Map<number, { readonly value: Value }>>, key: Key, site: number, compute: () => Value): Value {
  const table = tables.get(key) ?? new Map<number, { readonly value: Value }>()
  tables.set(key, table)
  const known = table.get(site)
  if (known !== undefined) return known.value
  const value = compute()
  table.set(site, { value })
  return value
}

/** A call site as one number. Calls have fewer arguments than this. */
export function siteKey({ call, callback }: CallSite): number {
  return call * 2 ** 16 + callback + 1
}
