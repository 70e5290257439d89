import { compareTexts } from '../model/compare-texts.ts'
import type { FlowFile, FlowFinding, FlowResult } from '../model/flow.ts'
import { createAccessPaths } from './solve/access-paths.ts'
import { buildEdges } from './project/build-edges.ts'
import { buildProject } from './project/build-project.ts'
import { contextValues } from './carriers/context-values.ts'
import { batchesOf } from './solve/label-batches.ts'
import { hiddenNames, type Leaving } from './project/hidden-names.ts'
import { linkCalls } from './calls/link-calls.ts'
import { linkModules } from './project/link-modules.ts'
import { findCheckedParts } from './guards/checked-parts.ts'
import { findGuards } from './guards/find-guards.ts'
import { findLimited } from './guards/find-limited.ts'
import { findHelperChecks } from './guards/helper-checks.ts'
import { findRoles } from './calls/function-roles.ts'
import { createMapTest } from './carriers/map-pairs.ts'
import { createMemoTest } from './carriers/memo-reads.ts'
import { createModuleTest } from './carriers/whole-modules.ts'
import { neededImports } from './solve/needed-imports.ts'
import { type FactsInput, readFacts } from './solve/read-facts.ts'
import { findOwnCalls } from './carriers/own-calls.ts'
import { findTakenApart } from './carriers/taken-apart.ts'
import { keptInContextVariables } from './carriers/context-variables.ts'
import { promisedResults } from './carriers/promised-results.ts'
import { keptInRequests } from './carriers/request-state.ts'
import { isFarFetched, onePerSink, reportFlows } from './trace/report-flows.ts'
import { createSharedObjects } from './carriers/shared-objects.ts'
import { knownKeys, solveTaint } from './solve/solve-taint.ts'
import type { SolvingInput } from './solve/solving.ts'

/** About a second. */
const MAX_STEPS = 10_000_000

export interface FlowInput {
  readonly files: readonly FlowFile[]
  /** Rules whose data is followed. */
  readonly rules: ReadonlySet<number>
  /** The path of the file that an import of another names; undefined when there is none. */
  resolve(from: string, specifier: string): string | undefined
  /** Whether the import leads to files that are not here yet: the one that it names, or others that import that. */
  leadsOn(place: ImportPlace): boolean
  /** Whether files import the one at this path that are not here yet. */
  isImported(path: string): boolean
  /** Steps of following data; without it about a second of them. Real projects take under two million. */
  readonly mostSteps?: number
}

export interface ImportPlace {
  readonly from: string
  readonly specifier: string
  /** What is taken of the module; empty for all of it. */
  readonly name: string
}

export interface LeftFile {
  readonly path: string
  /** Names that it exports and that lead to none of the data. */
  readonly hidden: ReadonlySet<string>
}

export interface FlowAnalysis extends FlowResult {
  /** Files that data goes to from here: those that these import. */
  readonly needed: readonly ImportPlace[]
  /** Imports of objects that other files have too, and get data by. */
  readonly shared: readonly ImportPlace[]
  /** Files that data got into. */
  readonly reached: readonly string[]
  /** Files that data leaves for those that import them, of those that others import which are not here yet. */
  readonly left: readonly LeftFile[]
  /** Files that leave data in a request, hand it down to components, or to what others leave in a server. */
  readonly keeping: readonly string[]
}

/** Follows data of sources to sinks through these files. The same result whatever their order. */
export function analyseFlow({ files, rules, resolve, leadsOn, isImported, mostSteps = MAX_STEPS }: FlowInput): FlowAnalysis {
  const ordered = files.toSorted((left, right) => compareTexts(left.path, right.path))
  const sources = ordered.flatMap((each, file) => each.sources.map((site) => ({ ...site, file })))
  const sinks = ordered.flatMap((each, file) => each.sinks.map((site) => ({ ...site, file })))
  const batches = batchesOf(sources, rules)
  if (batches.length === 0) return { findings: [], gaps: [], needed: [], shared: [], reached: [], left: [], keeping: [] }
  const written = buildProject(ordered)
  const modules = linkModules(written, resolve)
  const links = linkCalls(written, modules)
  const project = { ...written, calls: links.calls }
  const requests = keptInRequests(project, links)
  const contexts = contextValues(project, modules, links)
  const variables = keptInContextVariables(project, modules, links)
  const shown = new Set([...requests.left, ...contexts.left, ...variables.left])
  const edges = buildEdges(project, modules, [...requests.kept, ...contexts.kept, ...variables.kept, ...promisedResults(project, links)])
  const limited = findLimited(project, links.resolver)
  const guards = [...findGuards(project, links), ...limited.values]
  const paths = createAccessPaths(knownKeys(project), (key) => key >= 0 && /^\d+$/.test(project.keys[key]))
  const findings: FlowFinding[] = []
  const cut = new Set<number>()
  // Functions that a framework gives data to may lie in files that are not here yet.
  const registering = new Set(sources.filter(({ callbacks }) => callbacks.length > 0).map(({ file }) => file))
  const placeOf = (index: number): ImportPlace => {
    const { file, specifier, name } = project.imports[index]
    return { from: ordered[file].path, specifier, name }
  }
  const leads = new Set(project.imports.flatMap((_, index) => (leadsOn(placeOf(index)) ? [index] : [])))
  const needed = new Set([...leads].filter((index) => registering.has(project.imports[index].file)))
  const shared = new Set<number>()
  const reached = new Set<number>()
  const left = new Map<number, Leaving>()
  const leave = (file: number, { functions, values, anywhere }: Leaving): void => {
    const known = left.get(file) ?? { functions: new Set(), values: new Set(), anywhere: false }
    for (const each of functions) known.functions.add(each)
    for (const each of values) known.values.add(each)
    known.anywhere ||= anywhere
    left.set(file, known)
  }
  const keeping = new Set<number>()
  const input: SolvingInput = {
    project,
    edges,
    links,
    paths,
    roles: findRoles(project),
    keys: knownKeys(project),
    isShared: createSharedObjects(project, links),
    isMap: createMapTest(project, links.resolver),
    isModule: createModuleTest(project, links.resolver),
    checkedParts: findCheckedParts(project, links),
    limitedSpreads: limited.spread,
    isMemoRead: createMemoTest(project, links.resolver),
    budget: { steps: mostSteps },
  }
  const found: FactsInput = {
    project,
    resolver: links.resolver,
    paths,
    sources,
    sinks,
    guards,
    helperChecks: findHelperChecks(project, links),
    isOwnCall: findOwnCalls(project, edges, links),
    isTakenApart: findTakenApart(project, edges, links),
  }
  for (const batch of batches) {
    const solution = solveTaint(input, readFacts(found, batch))
    for (const file of solution.cut) cut.add(file)
    findings.push(...reportFlows({ project, batch, solution, sources, sinks }))
    const tainted = solution.facts.value.subarray(0, solution.facts.count)
    if (shown.size > 0) for (const value of tainted) if (shown.has(value)) keeping.add(project.fileOf[value])
    const imports = neededImports(project, edges, links, tainted, leads)
    for (const index of imports.needed) needed.add(index)
    for (const index of imports.shared) shared.add(index)
    for (const file of imports.reached) reached.add(file)
    for (const file of imports.served) keeping.add(file)
    for (const [file, leaving] of solution.left) leave(file, leaving)
    for (const each of imports.implemented) leave(project.functions[each].file, { functions: new Set([each]), values: new Set(), anywhere: false })
  }
  const told = onePerSink(findings.filter((finding) => !isFarFetched(finding)))
  return {
    findings: told,
    gaps: [
      ...gapsOf(FAR_FETCHED, leftOut(findings, told)),
      ...gapsOf(
        CUT,
        [...cut].map((file) => ordered[file].path),
      ),
    ],
    needed: [...needed].map(placeOf),
    shared: [...shared].map(placeOf),
    reached: [...reached].map((file) => ordered[file].path),
    left: [...left].flatMap(([file, leaving]) => {
      const { path } = ordered[file]
      return isImported(path) ? [{ path, hidden: hiddenNames(project, file, leaving, links.resolver.identityOf) }] : []
    }),
    keeping: [...keeping].map((file) => ordered[file].path),
  }
}

const CUT = 'Data flow takes more steps here than its bound; the rest is left out.'
const FAR_FETCHED = 'A way that data may take to here goes through more files, with more done to it, than its bound; it is left out.'

function gapsOf(detail: string, files: readonly string[]): FlowResult['gaps'] {
  return [...new Set(files)].toSorted(compareTexts).map((file) => ({ file, detail }))
}

/** Files with a sink that is told by none of the findings that are. */
function leftOut(findings: readonly FlowFinding[], told: readonly FlowFinding[]): readonly string[] {
  const placeOf = ({ rule, start, end, file }: FlowFinding): string => `${rule}:${start}:${end}:${file}`
  const known = new Set(told.map(placeOf))
  return findings.flatMap((finding) => (known.has(placeOf(finding)) ? [] : [finding.file]))
}
