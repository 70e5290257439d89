import type { FlowFile, FlowFinding, FlowResult, SinkSite, SourceSite } from '../model/flow.ts'
import { createAccessPaths, WHOLE } from './access-paths.ts'
import { buildEdges } from './build-edges.ts'
import { buildProject, type Project } from './build-project.ts'
import { allBits, type Batch, batchesOf, bitsOf, exactBits, labelOf, labelsOf, ownFileBits } from './label-batches.ts'
import { linkCalls } from './link-calls.ts'
import { linkModules } from './link-modules.ts'
import { findGuards } from './find-guards.ts'
import { findLimited } from './find-limited.ts'
import { findHelperChecks, type HelperCheck, passOnChecks } from './helper-checks.ts'
import { findRoles } from './function-roles.ts'
import { neededImports } from './needed-imports.ts'
import { type Located, onePerSink, reportFlows } from './report-flows.ts'
import type { FunctionResolver } from './resolve-functions.ts'
import { createSharedObjects } from './shared-objects.ts'
import { knownKeys, solveTaint } from './solve-taint.ts'
import type { SolvingInput } from './solving.ts'
import type { TaintFacts } from './taint-facts.ts'

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
  /** Steps of following data; without it about a second of them. Real projects take under two million. */
  readonly mostSteps?: number
}

export interface ImportPlace {
  readonly from: string
  readonly specifier: string
  /** What is taken of the module; empty for all of it. */
  readonly name: string
}

export interface FlowAnalysis extends FlowResult {
  /** Files that data goes to from here: those that these import. */
  readonly needed: readonly ImportPlace[]
  /** Imports of objects that other files have too, and get data by. */
  readonly shared: readonly ImportPlace[]
  /** Files that data got into. */
  readonly reached: readonly string[]
  /** Files that data leaves for those that import them. */
  readonly left: readonly string[]
}

/** Follows data of sources to sinks through these files. The same result whatever their order. */
export function analyseFlow({ files, rules, resolve, leadsOn, mostSteps = MAX_STEPS }: FlowInput): FlowAnalysis {
  const ordered = files.toSorted((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
  const sources = ordered.flatMap((each, file) => each.sources.map((site) => ({ ...site, file })))
  const sinks = ordered.flatMap((each, file) => each.sinks.map((site) => ({ ...site, file })))
  const batches = batchesOf(sources, rules)
  if (batches.length === 0) return { findings: [], gaps: [], needed: [], shared: [], reached: [], left: [] }
  const written = buildProject(ordered)
  const modules = linkModules(written, resolve)
  const links = linkCalls(written, modules)
  const project = { ...written, calls: links.calls }
  const edges = buildEdges(project, modules)
  const guards = [...findGuards(project, links), ...findLimited(project, links.resolver)]
  const helperChecks = findHelperChecks(project, links)
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
  const left = new Set<number>()
  const input: SolvingInput = {
    project,
    edges,
    links,
    paths,
    roles: findRoles(project),
    keys: knownKeys(project),
    isShared: createSharedObjects(project, links),
    budget: { steps: mostSteps },
  }
  for (const batch of batches) {
    const facts = factsOf(project, batch, sources, sinks, { guards, helperChecks }, links.resolver, (parts) =>
      parts.map((part) => paths.prefix(project.keyId(part), WHOLE)),
    )
    const solution = solveTaint(input, facts)
    for (const file of solution.cut) cut.add(file)
    findings.push(...reportFlows({ project, batch, solution, sources, sinks }))
    const imports = neededImports(project, edges, links, solution.facts.value.subarray(0, solution.facts.count), leads)
    for (const index of imports.needed) needed.add(index)
    for (const index of imports.shared) shared.add(index)
    for (const file of imports.reached) reached.add(file)
    for (const file of [...solution.left, ...imports.implemented]) left.add(file)
  }
  const gaps = [...cut].map((file) => ({ file: ordered[file].path, detail: 'Data flow takes more steps here than its bound; the rest is left out.' }))
  return {
    findings: onePerSink(findings),
    gaps: gaps.toSorted((left, right) => (left.file < right.file ? -1 : 1)),
    needed: [...needed].map(placeOf),
    shared: [...shared].map(placeOf),
    reached: [...reached].map((file) => ordered[file].path),
    left: [...left].map((file) => ordered[file].path),
  }
}

function factsOf(
  project: Project,
  batch: Batch,
  sources: readonly Located<SourceSite>[],
  sinks: readonly Located<SinkSite>[],
  { guards, helperChecks }: { readonly guards: readonly number[]; readonly helperChecks: readonly HelperCheck[] },
  resolver: FunctionResolver,
  pathsOf: (parts: readonly string[]) => readonly number[],
): TaintFacts {
  const sinkMap = new Map<number, { sink: number; bits: number; whole: number }[]>()
  const sanitized = new Int32Array(project.count)
  const passes = new Map<number, { to: number; bits: number }[]>()
  const relabels = new Map<number, ((bits: number) => number)[]>()
  for (const [sink, site] of sinks.entries()) {
    let bits = 0
    let whole = 0
    for (const use of site.uses) {
      if (use.role !== 'sink' || !use.appliesTo(project.files[site.file].path)) continue
      if (use.exact) whole |= allBits(batch, use.rule) & ~bits
      else whole &= ~allBits(batch, use.rule)
      bits |= allBits(batch, use.rule)
    }
    if (bits !== 0) for (const value of site.values) push(sinkMap, value + project.firstValue[site.file], { sink, bits, whole })
  }
  for (const [file, { sanitizers, propagators }] of project.files.entries()) {
    const base = project.firstValue[file]
    for (const { values, uses } of sanitizers) {
      let bits = 0
      for (const use of uses)
        if (use.role === 'sanitizer') bits |= use.label === undefined ? allBits(batch, use.rule) : bitsOf(batch, use.rule, use.label)
      if (bits !== 0) for (const value of values) if (value >= 0) sanitized[base + value] |= bits
    }
    for (const { from, to, use } of propagators) {
      const bits = allBits(batch, use.rule)
      if (bits !== 0) push(passes, base + from, { to: base + to, bits })
    }
  }
  for (const value of guards) sanitized[value] = -1
  passOnChecks(helperChecks, sanitized)
  const seeds = sources.map((site) => {
    const base = project.firstValue[site.file]
    const found: { value: number; path: number; bits: number }[] = []
    let bits = 0
    for (const use of site.uses) {
      const bit = use.role === 'source' ? (batch.rules.get(use.rule)?.get(labelOf(use)) ?? 0) : 0
      const { requires } = use
      if (requires === undefined) bits |= bit
      else if (bit !== 0)
        for (const value of site.values) push(relabels, base + value, (held) => (requires(labelsOf(batch, use.rule, held)) ? bit : 0))
    }
    if (bits === 0) return found
    const starts = site.parts.length === 0 ? [WHOLE] : pathsOf(site.parts)
    const add = (value: number): void => {
      for (const path of starts) found.push({ value, path, bits })
    }
    for (const value of site.values) add(base + value)
    for (const value of site.callbacks)
      for (const target of resolver.functionsWithin(base + value))
        for (const parameter of project.functions[target].parameters) {
          if (isSelected(site, parameter.name, project.functions[target].parameters.indexOf(parameter)) && !parameter.scalar) add(parameter.value)
        }
    return found
  })
  return {
    seeds,
    sinks: sinkMap,
    sanitized,
    passes,
    relabels,
    exact: exactBits(batch),
    ownFile: ownFileBits(batch),
    sourceFiles: sources.map(({ file }) => file),
    sinkFiles: sinks.map(({ file }) => file),
  }
}

function isSelected({ parameter }: SourceSite, name: string, index: number): boolean {
  return parameter === undefined || parameter.which === '*' || parameter.which === index || parameter.which === name
}

function push<T>(map: Map<number, T[]>, key: number, item: T): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [item])
  else known.push(item)
}
