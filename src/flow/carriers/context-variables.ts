import { emitterOf } from '../calls/link-events.ts'
import type { CallLinks } from '../calls/link-calls.ts'
import type { KeptElsewhere } from '../project/build-edges.ts'
import type { Project } from '../project/build-project.ts'
import type { ModuleLinks } from '../project/link-modules.ts'
import { OP } from '../../model/program.ts'

const MAKES_VARIABLE = /^(?:contextvars\.)?ContextVar$/

/** What is left in variables of a context, and where it is read: `tenant.set(x)` to `tenant.get()` of the same `ContextVar`, which both files may import. */
export interface ContextVariables {
  readonly kept: readonly KeptElsewhere[]
  /** Values that are left in them: other files may read them. */
  readonly left: readonly number[]
}

export function keptInContextVariables(project: Project, modules: ModuleLinks, { resolver }: CallLinks): ContextVariables {
  const { calls, op, a, owner } = project
  const written = new Map<string, number[]>()
  if (!calls.some(({ name }) => MAKES_VARIABLE.test(name))) return { kept: [], left: [] }
  const variableOf = (receiver: number): string | undefined => {
    const { id, value } = emitterOf(project, modules, resolver, receiver)
    return op[value] === OP.result && MAKES_VARIABLE.test(calls[a[value]].name) ? id : undefined
  }
  for (const { written: verb, receiver, arguments: passed } of calls) {
    const variable = verb === 'set' && receiver >= 0 && passed.length === 1 ? variableOf(receiver) : undefined
    if (variable !== undefined) written.set(variable, [...(written.get(variable) ?? []), passed[0].value])
  }
  const kept: KeptElsewhere[] = []
  for (const { written: verb, receiver, result } of calls) {
    const variable = verb === 'get' && receiver >= 0 && written.size > 0 ? variableOf(receiver) : undefined
    for (const from of (variable === undefined ? undefined : written.get(variable)) ?? [])
      if (owner[from] !== owner[result]) kept.push({ from, to: result })
  }
  return { kept, left: [...written.values()].flat() }
}
