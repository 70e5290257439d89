import type { FlowFile, FlowGroup, FlowResult, GroupSource, TaintUse } from '../../model/flow.ts'
import type { ImportGraph } from '../import-graph/import-graph.ts'
import { submodule } from '../points-to/imported-values.ts'
import { reExportedBy, type ImportedName } from './re-exported-names.ts'

/** The lowered files of a group, and which of them are in the program. */
export interface LoadedFiles {
  /** Files that are left out because the program is full. */
  readonly gaps: FlowResult['gaps']
  /** Files with sources. */
  readonly starts: readonly FlowFile[]
  /** Files in the program. */
  list(): readonly FlowFile[]
  count(): number
  has(index: number): boolean
  at(index: number): FlowFile | undefined
  /** Files that were added after the first `count`, in this order. */
  since(count: number): readonly number[]
  load(index: number): void
  /** Adds a file that exports a name, and the files that it re-exports the name from. */
  loadExports(index: number, name: string): void
  /** Whether the file and those that it re-exports the name from are in the program. */
  hasLoadedExports(index: number, name: string): boolean
  /** The lowered file, whether or not it is in the program. */
  lowered(index: number): FlowFile | undefined
}

export interface LoadedFilesInput {
  readonly group: FlowGroup
  readonly source: GroupSource
  readonly links: ImportGraph
  /** Rules that are solved. */
  readonly rules: ReadonlySet<number>
  /** Files with sources. */
  readonly starts: readonly number[]
}

/** Lowers each file once, when it is first needed, while there is room. Starts with the files whose sources count in other files too. */
export function createLoadedFiles({ group: { files }, source, links, rules, starts }: LoadedFilesInput): LoadedFiles {
  const loaded = new Map<number, FlowFile | undefined>()
  const gaps: FlowResult['gaps'][number][] = []
  let room = source.mostValues
  const read = (index: number): FlowFile | undefined => {
    const file = room > 0 && source.budget.left() > 0 ? source.lower(index, rules) : undefined
    if (room <= 0) gaps.push({ file: files[index].path, detail: PROGRAM_FULL })
    room -= file?.program.values.op.length ?? 0
    return file
  }
  const begun = new Map(starts.map((index) => [index, read(index)] as const))
  const first = [...begun.values()].flatMap((file) => file ?? [])
  const load = (index: number): void => {
    if (index < 0 || loaded.has(index)) return
    const file = begun.get(index) ?? read(index)
    loaded.set(index, file && withSources(file, ({ sameFileOnly: ownFile }) => !ownFile))
  }
  const opened = new Set<string>()
  const handed = new Map<string, readonly ImportedName[]>()
  const handedBy = (index: number, file: FlowFile, name: string): readonly ImportedName[] => {
    const key = `${index} ${name}`
    const known = handed.get(key) ?? reExportedBy(file, name)
    handed.set(key, known)
    return known
  }
  // Iterative: a chain of re-exports can be as long as the project has files.
  const loadExports = (first: number, firstName: string): void => {
    const waiting = [{ index: first, name: firstName }]
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      const { index, name } = each
      if (index < 0 || opened.has(`${index} ${name}`)) continue
      opened.add(`${index} ${name}`)
      load(index)
      const file = loaded.get(index)
      const next = (file === undefined ? [] : handedBy(index, file, name)).flatMap((each) => exportersOf(links, files[index].path, each))
      waiting.push(...next.reverse())
    }
  }
  for (const [index, file] of begun) if (file?.sources.some(({ uses }) => uses.some(({ sameFileOnly: ownFile }) => !ownFile)) === true) load(index)
  return {
    gaps,
    starts: first,
    list: () => [...loaded.values()].flatMap((file) => file ?? []),
    count: () => loaded.size,
    has: (index) => loaded.has(index),
    at: (index) => loaded.get(index),
    since: (count) => [...loaded.keys()].slice(count),
    load,
    loadExports,
    hasLoadedExports: (index, name) => {
      const file = loaded.get(index)
      return file === undefined || opened.has(`${index} ${name}`) || handedBy(index, file, name).length === 0
    },
    lowered: (index) => {
      if (!loaded.has(index) && !begun.has(index)) begun.set(index, read(index))
      return loaded.get(index) ?? begun.get(index)
    },
  }
}

const PROGRAM_FULL = 'Data flow reaches more code than `maxFlowValues` allows. This file is not analysed for data flow.'

/** The files that a name may be re-exported from: the module itself, or a submodule of that name. */
function exportersOf(
  links: ImportGraph,
  path: string,
  { specifier, name }: ImportedName,
): readonly { readonly index: number; readonly name: string }[] {
  const ofModule = { index: links.target(path, specifier), name }
  return name === '' ? [ofModule] : [ofModule, { index: links.target(path, submodule(specifier, name)), name: '' }]
}

/** The file with only those uses of its sources that a test accepts. */
export function withSources(file: FlowFile, isWanted: (use: TaintUse) => boolean): FlowFile {
  const sources = file.sources.flatMap((site) => {
    const uses = site.uses.filter(isWanted)
    return uses.length === 0 ? [] : [{ ...site, uses }]
  })
  return { ...file, sources }
}
