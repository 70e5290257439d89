import type { CallModels } from '../../model/call-models.ts'
import type { FlowFile, SinkSite, SourceSite } from '../../model/flow.ts'
import { createCallEffects } from '../models/call-effects.ts'
import { createContextSensitiveCallees } from '../call-graph/context-sensitive-callees.ts'
import { findFunctionOutputs } from '../call-graph/function-outputs.ts'
import { buildCallGraph } from '../call-graph/call-graph.ts'
import { findContextValues } from '../heap/context-values.ts'
import { createSharedStateTest } from '../heap/shared-state.ts'
import { createMapTest } from '../heap/map-entries.ts'
import { createCacheReadTest } from '../heap/cache-reads.ts'
import { createApplicationCallTest } from '../heap/application-calls.ts'
import { findPromisifiedResults } from '../heap/promisified-results.ts'
import { findRequestState } from '../heap/request-state.ts'
import { findStoredValues } from '../heap/stored-values.ts'
import { createSharedObjectTest } from '../heap/shared-objects.ts'
import { createNonEscapingTest } from '../heap/non-escaping.ts'
import { createModuleTest } from '../heap/module-objects.ts'
import { findFilteredProperties } from '../guards/filtered-properties.ts'
import { findLookupKeys } from '../guards/lookup-results.ts'
import { findGuardedValues } from '../guards/guarded-values.ts'
import { findSchemaConstraints } from '../guards/schema-constraints.ts'
import { createCalleeKnowledge } from '../guards/callee-knowledge.ts'
import { findGuardedArguments } from '../guards/helper-checks.ts'
import { buildDataFlowEdges } from '../program/data-flow-edges.ts'
import { linkProgram } from '../program/link-program.ts'
import { linkModules } from '../program/link-modules.ts'
import { createAccessPaths } from './access-paths.ts'
import type { AnnotationInput, Located } from './rule-facts.ts'
import { knownKeys } from './solve-taint.ts'
import type { SolverInput } from './solver-state.ts'

/** Sources and sinks of all files. */
export interface Endpoints {
  readonly sources: readonly Located<SourceSite>[]
  readonly sinks: readonly Located<SinkSite>[]
}

/** Files linked to one program with everything that the solver needs: points-to sets, call graph, data-flow edges and guards. */
export interface PreparedProgram {
  readonly solver: SolverInput
  readonly annotations: AnnotationInput
  /** Values that other files may read without an import: through a request or a context. */
  readonly sharedValues: ReadonlySet<number>
  /** Steps of linking, and the files whose imports were not fully resolved. */
  readonly linking: { readonly steps: number; readonly cutFiles: ReadonlySet<number> }
}

export function endpointsOf(files: readonly FlowFile[]): Endpoints {
  return {
    sources: files.flatMap((each, file) => each.sources.map((site) => ({ ...site, file }))),
    sinks: files.flatMap((each, file) => each.sinks.map((site) => ({ ...site, file }))),
  }
}

export interface PrepareInput {
  readonly files: readonly FlowFile[]
  readonly endpoints: Endpoints
  /** Models of library functions. */
  readonly models: CallModels
  /** The path of the file that an import of another file names; undefined if there is none. */
  resolve(from: string, specifier: string): string | undefined
  /** The bound on steps. */
  readonly maxSteps: number
}

/** Links files to one program. */
export function prepareSolve({ files, endpoints: { sources, sinks }, models, resolve, maxSteps: mostSteps }: PrepareInput): PreparedProgram {
  const written = linkProgram(files, models)
  const modules = linkModules(written, resolve)
  const links = buildCallGraph(written, modules)
  const project = { ...written, calls: links.calls }
  const { pointsTo } = links
  const requests = findRequestState(project, links)
  const contexts = findContextValues(project, modules, links)
  const stored = findStoredValues(project, links)
  const limited = findSchemaConstraints(project, pointsTo)
  const guards = findGuardedValues(project, links)
  const helperChecks = findGuardedArguments(project, links)
  const jumpSteps = [
    ...requests.jumpSteps,
    ...contexts.jumpSteps,

    ...stored.jumpSteps,
    ...findPromisifiedResults(project, links),
  ]
  const isModule = createModuleTest(project, modules, pointsTo)
  const edges = buildDataFlowEdges(project, modules, { jumpSteps, setStores: links.setterStores, isModule })
  const keys = knownKeys(project)
  const effectOf = createCallEffects(project)
  const paths = createAccessPaths(keys, (key) => key >= 0 && /^\d+$/.test(project.keys[key]))
  return {
    linking: { steps: modules.steps(), cutFiles: modules.cut },
    sharedValues: new Set([...requests.escaping, ...contexts.escaping, ...stored.escaping]),
    solver: {
      project,
      edges,
      links,
      callees: createContextSensitiveCallees(project, links),
      paths,
      roles: findFunctionOutputs(project),
      keys,
      isShared: createSharedObjectTest(project, links),
      isMap: createMapTest(project, pointsTo),
      isModule,
      filteredProperties: findFilteredProperties(project, links),
      schemaConstrainedSpreads: limited.spread,
      isCacheRead: createCacheReadTest(project, pointsTo),
      effectOf,
      lookupResults: findLookupKeys(project, effectOf, { helperChecks, contained: guards.containedPaths }),
      outlivesCall: createSharedStateTest(project, edges, links),
      budget: { steps: mostSteps },
    },
    annotations: {
      project,
      pointsTo,
      paths,
      sources,
      sinks,
      guards: { ...guards, sanitized: [...guards.sanitized, ...limited.values] },
      helperChecks,
      callees: createCalleeKnowledge(project, links),
      isApplicationCall: createApplicationCallTest(project, edges, links, effectOf),
      isFieldOnlyUse: createNonEscapingTest(project, edges, links, effectOf),
    },
  }
}
