import type { FlowFile, FlowProject, FlowResult } from '../model/flow.ts'
import { analyseFlow } from './analyse-flow.ts'
import { type ImportGraph, readImportGraph } from './import-graph.ts'
import { createModuleFinder } from './module-finder.ts'

/** After so many rounds all files that are linked with those are looked at: a longer chain of files is rare, and every round costs as much as all before. */
const MAX_ROUNDS = 6

/**
 * Follows data through a project. Begins with the files that have sources, and goes on with those that these import or are imported by, as far as data gets:
 * most files of a project never see any, and are never lowered. The same result whatever the order of files.
 */
export function followProject(project: FlowProject): FlowResult {
  const { files, configs } = project
  const find = createModuleFinder(files, configs)
  const graph = readImportGraph(files, find)
  const paths = new Map(files.map(({ path }, index) => [path, index]))
  const resolve = (from: string, specifier: string): string | undefined => {
    const at = paths.get(from)
    const found = at === undefined ? undefined : find(at, specifier)
    return found === undefined ? undefined : files[found].path
  }
  const findings: FlowResult['findings'][number][] = []
  const gaps: FlowResult['gaps'][number][] = []
  for (const { members, rules } of activeGroups(project, graph)) {
    const result = followGroup(project, graph, { members, rules, paths, resolve })
    findings.push(...result.findings)
    gaps.push(...result.gaps)
  }
  return { findings, gaps }
}

interface ActiveGroup {
  readonly members: readonly number[]
  /** Those that have both a source and a sink among the files. */
  readonly rules: ReadonlySet<number>
}

/** Files that are linked by imports where some rule has both ends of a flow among them. */
function activeGroups({ files }: FlowProject, { groups }: ImportGraph): readonly ActiveGroup[] {
  const members = new Map<number, number[]>()
  for (const [index, group] of groups.entries()) {
    const known = members.get(group)
    if (known === undefined) members.set(group, [index])
    else known.push(index)
  }
  return [...members.values()].flatMap((indexes) => {
    const sinks = new Set(indexes.flatMap((index) => files[index].sinks))
    const rules = new Set(indexes.flatMap((index) => files[index].sources.filter((rule) => sinks.has(rule))))
    return rules.size === 0 ? [] : [{ members: indexes, rules }]
  })
}

interface GroupInput extends ActiveGroup {
  readonly paths: ReadonlyMap<string, number>
  resolve(from: string, specifier: string): string | undefined
}

function followGroup(project: FlowProject, graph: ImportGraph, { members, rules, paths, resolve }: GroupInput): FlowResult {
  const loaded = new Map<number, FlowFile | undefined>()
  const load = (index: number): void => {
    if (index < 0 || loaded.has(index)) return
    const file = project.lower(index)
    loaded.set(index, file)
    // What hands on what another file has is nothing without that.
    if (file !== undefined && handsOn(file)) for (const next of graph.imports[index]) load(next)
  }
  for (const index of startsOf(project, members, rules)) load(index)
  const at = (path: string | undefined): number => paths.get(path ?? '') ?? -1
  const leadsOn = (from: string, specifier: string): boolean => {
    const target = at(resolve(from, specifier))
    return target >= 0 && (!loaded.has(target) || graph.importers[target].some((each) => !loaded.has(each)))
  }
  for (let round = 1; ; round++) {
    const before = loaded.size
    const analysis = analyseFlow({ files: [...loaded.values()].flatMap((file) => file ?? []), rules, resolve, leadsOn })
    if (before === members.length || before === 0) return analysis
    for (const { from, specifier } of analysis.needed) load(at(resolve(from, specifier)))
    for (const path of analysis.reached) if (importsLoosely(project.files[at(path)])) for (const next of graph.imports[at(path)]) load(next)
    for (const { from, specifier } of analysis.shared) for (const next of graph.importers[at(resolve(from, specifier))] ?? []) load(next)
    for (const path of analysis.left) for (const next of graph.importers[at(path)]) load(next)
    if (loaded.size === before) return analysis
    if (round === MAX_ROUNDS) for (const index of members) load(index)
  }
}

/** The files with sources, looked at: none when no rule has a sink beside its source after all. */
function startsOf({ files, endsIn }: FlowProject, members: readonly number[], rules: ReadonlySet<number>): readonly number[] {
  const sources = new Map<number, readonly number[]>()
  const isWanted = (rule: number): boolean => rules.has(rule)
  for (const index of members) {
    const found = files[index].sources.some(isWanted) ? endsIn(index).sources.filter(isWanted) : []
    if (found.length > 0) sources.set(index, found)
  }
  const begun = new Set([...sources.values()].flat())
  const met = new Set<number>()
  for (const index of members) {
    if (files[index].sinks.some((rule) => begun.has(rule) && !met.has(rule))) for (const rule of endsIn(index).sinks) met.add(rule)
  }
  return [...sources].flatMap(([index, found]) => (found.some((rule) => met.has(rule)) ? [index] : []))
}

/** Whether the names of a file do not tell which modules they are of: a package of Python may be a folder of modules, and what `import()` promises is a parameter. */
function importsLoosely({ language, text }: FlowProject['files'][number]): boolean {
  return language === 'python' || /\bimport\([^()]*\)\s*\.then\b/.test(text)
}

/** Whether a file exports what it imports. */
function handsOn({ program }: FlowFile): boolean {
  const imported = new Set(program.imports.map(({ value }) => value))
  return program.exports.some(({ from, value }) => from !== undefined || imported.has(value))
}
