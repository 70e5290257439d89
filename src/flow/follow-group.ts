import type { FlowFile, FlowGroup, FlowResult, GroupSource, TaintUse } from '../model/flow.ts'
import { analyseFlow, type ImportPlace } from './analyse-flow.ts'
import { handedOn, type Taken } from './solve/handed-on.ts'
import { namesTaken } from './groups/names-taken.ts'
import { innerModule } from './project/imported-values.ts'
import { onePerSink } from './trace/report-flows.ts'

/** After so many rounds all files of the group are looked at: a longer chain of files is rare, and every round costs as much as all before. */
const MAX_ROUNDS = 6

/**
 * Follows data through a group of files. Begins with the files that have sources, and goes on with those that these import or are imported by, as far as data
 * gets: most files of a project never see any, and are never lowered.
 */
export function followGroup(group: FlowGroup, source: GroupSource): FlowResult {
  const { files } = group
  const sources = sourcesOf(group, source)
  // What others look for is no part of any flow.
  const rules = new Set([...sources.values()].flat())
  const links = linksOf(group)
  const loaded = new Map<number, FlowFile | undefined>()
  const gaps: FlowResult['gaps'][number][] = []
  let room = source.mostValues
  const read = (index: number): FlowFile | undefined => {
    const file = room > 0 ? source.lower(index, rules) : undefined
    if (room <= 0) gaps.push({ file: files[index].path, detail: 'Data flow gets to more files than it holds together; this one is left out.' })
    room -= file?.program.values.op.length ?? 0
    return file
  }
  const load = (index: number): void => {
    if (index < 0 || loaded.has(index)) return
    const file = begun.get(index) ?? read(index)
    loaded.set(index, file && withSources(file, ({ ownFile }) => !ownFile))
  }
  const opened = new Set<string>()
  const handed = new Map<string, readonly Taken[]>()
  const handedBy = (index: number, file: FlowFile, name: string): readonly Taken[] => {
    const key = `${index} ${name}`
    const known = handed.get(key) ?? handedOn(file, name)
    handed.set(key, known)
    return known
  }
  /** Loads a file that something is taken of, and those that it has that from itself. */
  const open = (index: number, name: string): void => {
    if (index < 0 || opened.has(`${index} ${name}`)) return
    opened.add(`${index} ${name}`)
    load(index)
    const file = loaded.get(index)
    for (const next of file === undefined ? [] : handedBy(index, file, name)) {
      open(links.target(files[index].path, next.specifier), next.name)
      if (next.name !== '') open(links.target(files[index].path, innerModule(next.specifier, next.name)), '')
    }
  }
  /** Whether all files are here from which a file has what is taken of it. */
  const isOpen = (index: number, name: string): boolean => {
    const file = loaded.get(index)
    return file === undefined || opened.has(`${index} ${name}`) || handedBy(index, file, name).length === 0
  }
  const isSink = (index: number): boolean => files[index].sinks.some((rule) => rules.has(rule))
  const begun = new Map(startsOf(group, source, sources).flatMap((index) => [[index, read(index)] as const]))
  for (const [index, file] of begun) if (file?.sources.some(({ uses }) => uses.some(({ ownFile }) => !ownFile)) === true) load(index)
  /** Files that a file has as objects, where names do not tell what of them is meant. */
  const modulesOf = (index: number): readonly number[] => {
    const { path, loose } = files[index]
    const imports = loose ? (loaded.get(index)?.program.imports ?? []) : []
    return imports.map(({ specifier, name }) => links.target(path, name === '' ? specifier : innerModule(specifier, name)))
  }
  const taken = new Map<string, readonly string[] | undefined>()
  /** Names that one file takes of another; undefined when it may take anything. */
  const takenOf = (index: number, of: number): readonly string[] | undefined => {
    const key = `${index} ${of}`
    if (!taken.has(key)) {
      const text = source.textOf(index)
      const { language, links: targets } = files[index]
      const modules = new Set(targets.flatMap(([name, target]) => (target === of ? [name] : [])))
      taken.set(key, text === undefined ? undefined : namesTaken(text, language, modules))
    }
    return taken.get(key)
  }
  /** Whether a file takes something of another beside these names. */
  const takesMore = (index: number, of: number, hidden: ReadonlySet<string>): boolean =>
    hidden.size === 0 || takenOf(index, of)?.every((name) => hidden.has(name)) !== true
  const leadsOn = ({ from, specifier, name }: ImportPlace): boolean => {
    const target = links.target(from, specifier)
    return target >= 0 && (!loaded.has(target) || !isOpen(target, name) || links.importers[target].some((each) => !loaded.has(each)))
  }
  const isImported = (path: string): boolean => links.importers[links.at(path)].some((each) => !loaded.has(each))
  for (let round = 1; ; round++) {
    const before = loaded.size
    const analysis = analyseFlow({ files: [...loaded.values()].flatMap((file) => file ?? []), rules, resolve: links.resolve, leadsOn, isImported })
    if (loaded.size > 0) {
      for (const { from, specifier, name } of analysis.needed) open(links.target(from, specifier), name)
      for (const path of analysis.reached) for (const next of modulesOf(links.at(path))) load(next)
      for (const { from, specifier } of analysis.shared) for (const next of links.importers[links.target(from, specifier)] ?? []) load(next)
      for (const { path, hidden } of analysis.left)
        for (const next of links.importers[links.at(path)]) if (takesMore(next, links.at(path), hidden)) load(next)
      for (const path of analysis.keeping) for (const next of besides(links.at(path), links, isSink)) load(next)
    }
    if (loaded.size === before) {
      const held = (index: number): FlowFile | undefined => {
        if (!loaded.has(index) && !begun.has(index)) begun.set(index, read(index))
        return loaded.get(index) ?? begun.get(index)
      }
      const starts = [...begun.values()]
      const others = starts.flatMap((file) => (file === undefined ? [] : followAlone(file, rules, links, held)))
      return {
        findings: onePerSink([analysis, ...others].flatMap(({ findings }) => findings)),
        gaps: [...[analysis, ...others].flatMap((each) => each.gaps), ...gaps],
      }
    }
    if (round === MAX_ROUNDS) for (let index = 0; index < files.length; index++) load(index)
  }
}

/** Files that are looked at where one leaves something in a request. */
const MOST_BESIDES = 100

/** Files that handle the same requests as another, so far as imports tell: with an importer in common, something that both import, or what this one imports with what it needs. */
function besides(index: number, { imports, importers }: GroupLinks, isWanted: (index: number) => boolean): readonly number[] {
  const found = new Set<number>()
  for (const next of importers[index]) for (const other of [next, ...imports[next]]) found.add(other)
  const sharing = imports[index].filter((next) => importers[next].some((other) => other !== index && isWanted(other)))
  const making = imports[index].filter((next) => imports[next].some(isWanted))
  for (const next of making) for (const other of imports[next]) found.add(other)
  for (const next of sharing) for (const other of importers[next]) found.add(other)
  return [...importers[index], ...[...found].filter(isWanted), ...sharing, ...making].slice(0, MOST_BESIDES)
}

/** Of one file and the functions that it calls. Programs are followed so one by one, and of those of this project's dependencies each that takes more takes over two million. */
const MOST_STEPS_ALONE = 500_000

/** Follows data that counts in its own file alone, through it and the functions of other files that it is passed to. */
function followAlone(
  file: FlowFile,
  rules: ReadonlySet<number>,
  links: GroupLinks,
  held: (index: number) => FlowFile | undefined,
): readonly FlowResult[] {
  const isEntry = !links.importers[links.at(file.path)].some((index) => !TEST.test(links.pathOf(index)))
  const own = withSources(file, ({ ownFile, entry }) => ownFile && (isEntry || !entry))
  if (own.sources.length === 0) return []
  const leadsOn = ({ from, specifier }: ImportPlace): boolean => links.target(from, specifier) >= 0
  const first = analyseFlow({ files: [own], rules, resolve: links.resolve, leadsOn, isImported: () => false, mostSteps: MOST_STEPS_ALONE })
  const called = new Set(first.needed.map(({ from, specifier }) => links.target(from, specifier)))
  const helpers = [...called].flatMap((index) => held(index) ?? []).map((helper) => withSources(helper, () => false))
  return [
    helpers.length === 0
      ? first
      : analyseFlow({
          files: [own, ...helpers],
          rules,
          resolve: links.resolve,
          leadsOn: () => false,
          isImported: () => false,
          mostSteps: MOST_STEPS_ALONE,
        }),
  ]
}

/** The file with those of its sources alone whose data counts in it alone, or with the others. */
function withSources(file: FlowFile, isWanted: (use: TaintUse) => boolean): FlowFile {
  const sources = file.sources.flatMap((site) => {
    const uses = site.uses.filter(isWanted)
    return uses.length === 0 ? [] : [{ ...site, uses }]
  })
  return { ...file, sources }
}

/** Who imports whom in a group. */
interface GroupLinks {
  readonly imports: readonly (readonly number[])[]
  readonly importers: readonly (readonly number[])[]
  /** -1 for no file of the group. */
  at(path: string): number
  target(from: string, name: string): number
  pathOf(index: number): string
  resolve(from: string, name: string): string | undefined
}

function linksOf({ files }: FlowGroup): GroupLinks {
  const paths = new Map(files.map(({ path }, index) => [path, index]))
  const names = files.map(({ links }) => new Map(links))
  const imports = names.map((targets) => [...new Set(targets.values())])
  const importers = files.map((): number[] => [])
  for (const [index, targets] of imports.entries()) for (const target of targets) importers[target].push(index)
  const at = (path: string): number => paths.get(path) ?? -1
  const target = (from: string, name: string): number => names[at(from)]?.get(name) ?? -1
  return { imports, importers, at, target, pathOf: (index) => files[index].path, resolve: (from, name) => files[target(from, name)]?.path }
}

/** Rules of which there are sources, by the index of the file. */
function sourcesOf({ files, rules }: FlowGroup, { sourcesIn }: GroupSource): ReadonlyMap<number, readonly number[]> {
  const wanted = new Set(rules)
  const isWanted = (rule: number): boolean => wanted.has(rule)
  const sources = new Map<number, readonly number[]>()
  for (const [index, file] of files.entries()) {
    const found = file.sources.some(isWanted) ? sourcesIn(index).filter(isWanted) : []
    if (found.length > 0) sources.set(index, found)
  }
  return sources
}

/** The files with a source of a rule that has a sink too. Sinks are looked for in as few files as tell that. */
function startsOf({ files }: FlowGroup, { sinksIn }: GroupSource, sources: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const met = new Set<number>()
  const isMet = (rule: number): boolean => met.has(rule)
  let unmet = [...sources.values()]
  // First those that were looked at when they were scanned.
  for (const [index, file] of [...files.entries()].toSorted(([, left], [, right]) => Number(right.exact) - Number(left.exact))) {
    if (unmet.length === 0) break
    if (!unmet.some((begun) => begun.some((rule) => file.sinks.includes(rule)))) continue
    for (const rule of sinksIn(index)) met.add(rule)
    unmet = unmet.filter((begun) => !begun.some(isMet))
  }
  return [...sources].flatMap(([index, found]) => (found.some(isMet) ? [index] : []))
}

/** Files that try out others. */
const TEST =
  /(?:^|[/\\])(?:tests?|specs?|__tests__|examples?|benchmarks?|bench|demos?)[/\\]|[._-](?:test|spec|bench|stories)\.\w+$|(?:^|[/\\])(?:test|example)\.\w+$/
