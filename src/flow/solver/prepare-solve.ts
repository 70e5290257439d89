import type { CallModels } from '../../model/call-models.ts'
import type { FlowFile, SinkSite, SourceSite } from '../../model/flow.ts'
import { createCallEffects } from '../models/call-effects.ts'
import { createChosenCallees } from '../call-graph/context-sensitive-callees.ts'
import { findRoles } from '../call-graph/function-outputs.ts'
import { linkCalls } from '../call-graph/call-graph.ts'
import { keptInContextVariables } from '../heap/context-variables.ts'
import { contextValues } from '../heap/context-values.ts'
import { createLastingStateTest } from '../heap/shared-state.ts'
import { createMapTest } from '../heap/map-entries.ts'
import { createMemoTest } from '../heap/cache-reads.ts'
import { findOwnCalls } from '../heap/application-calls.ts'
import { promisedResults } from '../heap/promisified-results.ts'
import { keptInRequests } from '../heap/request-state.ts'
import { createSharedObjects } from '../heap/shared-objects.ts'
import { findTakenApart } from '../heap/non-escaping.ts'
import { createModuleTest } from '../heap/module-objects.ts'
import { findCheckedParts } from '../guards/filtered-properties.ts'
import { findLookedUp } from '../guards/lookup-results.ts'
import { findGuards } from '../guards/guarded-values.ts'
import { findLimited } from '../guards/schema-constraints.ts'
import { findHelperChecks } from '../guards/helper-checks.ts'
import { buildEdges } from '../program/data-flow-edges.ts'
import { buildProject } from '../program/link-program.ts'
import { linkModules } from '../program/link-modules.ts'
import { createAccessPaths } from './access-paths.ts'
import type { FactsInput, Located } from './rule-facts.ts'
import { knownKeys } from './solve-taint.ts'
import type { SolvingInput } from './solver-state.ts'

/** Where data of rules begins and where it does harm, in all files. */
export interface FlowEnds {
  readonly sources: readonly Located<SourceSite>[]
  readonly sinks: readonly Located<SinkSite>[]
}

/** Files as one program in which data can be followed: what its values are, what its calls reach, what carries data and what makes it harmless. */
export interface FlowModel {
  readonly solving: SolvingInput
  readonly facts: FactsInput
  /** Values that code shows to others by ways that lead over no import: a request, a context. */
  readonly shown: ReadonlySet<number>
  /** What linking the files took, and the files whose imports were not followed to their end. */
  readonly linked: { readonly steps: number; readonly cut: ReadonlySet<number> }
}

export function endsOf(files: readonly FlowFile[]): FlowEnds {
  return {
    sources: files.flatMap((each, file) => each.sources.map((site) => ({ ...site, file }))),
    sinks: files.flatMap((each, file) => each.sinks.map((site) => ({ ...site, file }))),
  }
}

export interface ModelInput {
  readonly files: readonly FlowFile[]
  readonly ends: FlowEnds
  /** What functions of libraries do with data. */
  readonly models: CallModels
  /** The path of the file that an import of another names; undefined when there is none. */
  resolve(from: string, specifier: string): string | undefined
  /** How far data is followed. */
  readonly mostSteps: number
}

/** Links files to each other. */
export function openModel({ files, ends: { sources, sinks }, models, resolve, mostSteps }: ModelInput): FlowModel {
  const written = buildProject(files)
  const modules = linkModules(written, resolve)
  const links = linkCalls(written, modules)
  const project = { ...written, calls: links.calls }
  const { resolver } = links
  const requests = keptInRequests(project, links)
  const contexts = contextValues(project, modules, links)
  const variables = keptInContextVariables(project, modules, links)
  const limited = findLimited(project, resolver)
  const guards = findGuards(project, links)
  const helperChecks = findHelperChecks(project, links)
  const elsewhere = [...requests.kept, ...contexts.kept, ...variables.kept, ...promisedResults(project, links)]
  const isModule = createModuleTest(project, modules, resolver)
  const edges = buildEdges(project, modules, { elsewhere, setStores: links.setStores, isModule })
  const keys = knownKeys(project)
  const effectOf = createCallEffects(project, models)
  const paths = createAccessPaths(keys, (key) => key >= 0 && /^\d+$/.test(project.keys[key]))
  return {
    linked: { steps: modules.steps(), cut: modules.cut },
    shown: new Set([...requests.left, ...contexts.left, ...variables.left]),
    solving: {
      project,
      edges,
      links,
      callees: createChosenCallees(project, links),
      paths,
      roles: findRoles(project),
      keys,
      isShared: createSharedObjects(project, links),
      isMap: createMapTest(project, resolver),
      isModule,
      checkedParts: findCheckedParts(project, links),
      limitedSpreads: limited.spread,
      isMemoRead: createMemoTest(project, resolver),
      effectOf,
      lookedUp: findLookedUp(project, effectOf, { helperChecks, contained: guards.contained }),
      isLeftForOthers: createLastingStateTest(project, edges, links),
      budget: { steps: mostSteps },
    },
    facts: {
      project,
      resolver,
      paths,
      sources,
      sinks,
      guards: { ...guards, harmless: [...guards.harmless, ...limited.values] },
      helperChecks,
      isOwnCall: findOwnCalls(project, edges, links, effectOf),
      isTakenApart: findTakenApart(project, edges, links, effectOf),
    },
  }
}
