import type { Project } from '../program/link-program.ts'
import { type ChosenCall, chosenIn, functionsChosenAt, madeBy, type Site } from './context-sensitive-calls.ts'
import type { CallLinks } from './call-graph.ts'

/**
 * Context-sensitive callees, memoised. The solver asks for them for each fact that reaches a call and each call site of the function around it. The call graph is complete when this is made, so nothing is
 * ever invalidated.
 */
export interface ChosenCallees {
  /** The call as the callers of the entered function choose its callees; `undefined` where they do not. */
  chosenIn(call: number, entered: number): ChosenCall | undefined
  /** The functions that the caller at a site has chosen; `undefined` where that is not known. */
  functionsAt(site: Site, chosen: ChosenCall): readonly number[] | undefined
  /** The call that has made what is called at a site; -1 where that is not known. */
  madeBy(site: Site, maker: number): number
}

/** Creates the memo tables of one program. */
export function createChosenCallees(project: Project, links: CallLinks): ChosenCallees {
  // A call is chosen by its own function, or by the one function around it: one derived description at most.
  const derived = new Map<number, ChosenCall | undefined>()
  const functions = new Map<ChosenCall, Map<number, { readonly value: readonly number[] | undefined }>>()
  const makers = new Map<number, Map<number, { readonly value: number }>>()
  return {
    chosenIn: (call, entered) => {
      const chosen = links.chosen.get(call)
      if (chosen === undefined || chosen.func === entered) return chosen
      if (chosen.by.kind !== 'parameter' || chosen.by.of !== entered) return undefined
      if (!derived.has(call)) derived.set(call, chosenIn(chosen, entered))
      return derived.get(call)
    },
    functionsAt: (site, chosen) => memoised(functions, chosen, siteKey(site), () => functionsChosenAt(project, links, site, chosen)),
    madeBy: (site, maker) => memoised(makers, maker, siteKey(site), () => madeBy(project, links, site, maker)),
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
export function siteKey({ call, callback }: Site): number {
  return call * 2 ** 16 + callback + 1
}
