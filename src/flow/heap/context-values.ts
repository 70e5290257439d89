import { OP } from '../../model/program.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import type { JumpStep } from '../program/data-flow-edges.ts'
import { allocationSiteOf } from '../call-graph/allocation-site.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import type { RequestState } from './request-state.ts'
import { storedProperty } from './stored-property.ts'
import { addToGroup } from '../../model/group-by.ts'

const NOTHING: RequestState = { jumpSteps: [], escaping: new Set() }

/**
 * Values that a component provides to nested components: from `<Theme.Provider value={x}>` to `useContext(Theme)`, by the context, which both files
 * may import.
 */
export function findContextValues(project: Project, modules: ModuleLinks, { pointsTo }: CallGraph): RequestState {
  const { op, a, key, keys, calls } = project
  const passedByContext = new Map<string, number[]>()
  const left = new Set<number>()
  /** The context whose provider a value is; undefined for other values. */
  const contextOf = (value: number): string | undefined => {
    const root = value < 0 ? -1 : pointsTo.rootOf(value)
    if (root >= 0 && op[root] === OP.load && key[root] >= 0 && keys[key[root]] === 'Provider')
      return allocationSiteOf(project, modules, pointsTo, a[root]).id
    const emitter = root < 0 ? undefined : allocationSiteOf(project, modules, pointsTo, root)
    return emitter !== undefined && emitter.path === '' && isContext(project, emitter.value) ? emitter.id : undefined
  }
  for (const call of calls) {
    const [provider, properties] = providedBy(call)
    const value = properties < 0 ? -1 : storedProperty(project, properties, 'value')
    const context = value < 0 ? undefined : contextOf(provider)
    if (context === undefined) continue
    left.add(value)
    addToGroup(passedByContext, context, value)
  }
  if (passedByContext.size === 0) return NOTHING
  const kept: JumpStep[] = []
  for (const { spelledName, receiver, arguments: passed, result } of calls) {
    if (spelledName !== 'useContext' && !(spelledName === 'use' && receiver < 0)) continue
    if (passed.length !== 1) continue
    for (const from of passedByContext.get(allocationSiteOf(project, modules, pointsTo, passed[0].value).id) ?? []) kept.push({ from, to: result })
  }
  return { jumpSteps: kept, escaping: left }
}

/** The component of a call that creates an element, and the object with its properties; -1 for other calls. */
function providedBy({ spelledName, callee, receiver, arguments: passed }: FlowCall): readonly [number, number] {
  if (spelledName === 'createElement' && passed.length > 1) return [passed[0].value, passed[1].value]
  return receiver < 0 && passed.length === 1 && ELEMENT.test(spelledName) ? [callee, passed[0].value] : [-1, -1]
}

/** Names of components begin with a capital letter. */
const ELEMENT = /^[A-Z]/

function isContext({ op, a, calls }: Project, value: number): boolean {
  return op[value] === OP.result && calls[a[value]].spelledName === 'createContext'
}
