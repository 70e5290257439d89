import type { Diagnostic } from '../model/diagnostic.ts'
import type { LoadedMatcher, PackFile } from '../model/rule-pack.ts'
import { checkMatcher } from './check-matcher.ts'
import { checkShape } from './check-shape.ts'
import { readWithWords } from './expand-words.ts'
import type { WordLists } from './read-words.ts'
import type { ExpandTypes } from './expand-types.ts'
import { indexShared, type SharedMatchers, usedNames } from './shared-matchers.ts'
import { type PlacedPositions, reportAtKey } from './spec-file.ts'
import { isSharedSpec } from './validate-spec.generated.ts'

/** The named matchers of the shared files. */
export interface SharedFiles {
  /** Matchers without mistakes in themselves and in all matchers that they use, in name order. */
  readonly usable: ReadonlyMap<string, LoadedMatcher>
  /** All readable matchers, for checks of the matchers and rules that use them. */
  readonly index: SharedMatchers
  /** False if a file could not be read, so that its content is unknown. */
  readonly complete: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** A named matcher with the positions of its file. */
export interface PlacedMatcher extends LoadedMatcher {
  readonly positions: PlacedPositions
}

export interface SharedInput {
  readonly words: WordLists
  /** Matchers of other files, which come first. */
  readonly others: ReadonlyMap<string, PlacedMatcher>
  readonly expand: ExpandTypes
}

/** Reads and checks named matchers. Files must be sorted by path. */
export function readShared(files: readonly PackFile[], { words, others, expand }: SharedInput): SharedFiles {
  const diagnostics: Diagnostic[] = []
  const matchers = new Map(others)
  let complete = true
  for (const file of files) {
    const read = readWithWords(file, words)
    diagnostics.push(...read.diagnostics)
    const shape = read.spec && checkShape(read.spec, isSharedSpec, 'a file of shared matchers', file.checked)
    diagnostics.push(...(shape?.diagnostics ?? []))
    if (read.spec === undefined || shape?.spec === undefined) {
      complete = false
      continue
    }
    const { positions } = read.spec
    for (const [name, { description: _, access, mounts, ...spec }] of Object.entries(shape.spec.matchers)) {
      const said = { ...(access === undefined ? {} : { access }), ...(mounts === undefined ? {} : { mounts }) }
      const matcher = { spec: expand(spec), path: ['matchers', name], positions, ...said }
      const first = matchers.get(name)
      if (first === undefined) matchers.set(name, matcher)
      else diagnostics.push(reportRepeated(name, matcher, first))
    }
  }
  // Built-in files alone have no mistakes. Together with other files, a name can be defined twice, so everything is checked.
  if (diagnostics.length === 0 && files.every(({ checked }) => checked === true)) {
    return { usable: sortByName(matchers), index: indexShared(matchers, new Set()), complete, diagnostics }
  }
  const endless = findEndless(matchers)
  diagnostics.push(...endless.map((loop) => reportEndless(loop, matchers)))
  const faulty = new Set(endless.flatMap(({ names }) => names))
  const index = indexShared(matchers, faulty)
  for (const [name, matcher] of matchers) {
    const context = { positions: matcher.positions, shared: index, sharedComplete: complete, languages: undefined }
    const found = checkMatcher(matcher.spec, matcher.path, context)
    if (found.length > 0) faulty.add(name)
    diagnostics.push(...found)
  }
  return { usable: dropFaulty(matchers, faulty), index, complete, diagnostics }
}

function reportRepeated(name: string, { path, positions }: PlacedMatcher, first: PlacedMatcher): Diagnostic {
  const place = first.positions.keyPositionOf(first.path)
  const message = `The shared matcher \`${name}\` is already defined at ${first.positions.file}:${place.line}:${place.column}.`
  return reportAtKey(positions, path, { code: 'shared/duplicate-name', message, hint: 'rename one of them, or join them with `any`' })
}

/** The maximum depth of nested `use`. Real rules stay far below it. */
const MAX_USE_DEPTH = 50

/** Names in a cycle, or the last name of a chain that is too long. */
interface Endless {
  readonly cycle: boolean
  readonly names: readonly string[]
}

function findEndless(matchers: ReadonlyMap<string, PlacedMatcher>): readonly Endless[] {
  const found: Endless[] = []
  const done = new Set<string>()
  const visit = (name: string, trail: readonly string[]): void => {
    const matcher = matchers.get(name)
    if (matcher === undefined || done.has(name)) return
    const first = trail.indexOf(name)
    if (first >= 0) found.push({ cycle: true, names: startAtLeast(trail.slice(first)) })
    else if (trail.length >= MAX_USE_DEPTH) found.push({ cycle: false, names: [name] })
    else {
      for (const used of new Set(usedNames(matcher.spec))) visit(used, [...trail, name])
      done.add(name)
    }
  }
  for (const name of [...matchers.keys()].sort()) visit(name, [])
  return found
}

/** Rotates a cycle so that it is reported in the same way from every entry point. */
function startAtLeast(cycle: readonly string[]): readonly string[] {
  const least = cycle.indexOf([...cycle].sort()[0])
  return [...cycle.slice(least), ...cycle.slice(0, least)]
}

function reportEndless({ cycle, names }: Endless, matchers: ReadonlyMap<string, PlacedMatcher>): Diagnostic {
  const [name] = names
  const matcher = matchers.get(name)
  if (matcher === undefined) throw new Error('a loop of shared matchers goes through a name that is none')
  const way = [...names, name].map((each) => `\`${each}\``).join(' → ')
  const message = cycle
    ? `The shared matcher uses itself: ${way}.`
    : `\`${name}\` is at the end of a chain of more than ${MAX_USE_DEPTH} shared matchers that use each other.`
  return reportAtKey(matcher.positions, matcher.path, { code: cycle ? 'shared/cycle' : 'shared/too-deep', message })
}

/** Removes matchers with mistakes, and repeatedly the matchers that use removed ones. */
function dropFaulty(matchers: ReadonlyMap<string, PlacedMatcher>, faulty: ReadonlySet<string>): ReadonlyMap<string, LoadedMatcher> {
  const usable = sortByName(new Map([...matchers].filter(([name]) => !faulty.has(name))))
  for (let before = -1; before !== usable.size; ) {
    before = usable.size
    for (const [name, { spec }] of usable) if (!usedNames(spec).every((used) => usable.has(used))) usable.delete(name)
  }
  return usable
}

function sortByName(matchers: ReadonlyMap<string, LoadedMatcher>): Map<string, LoadedMatcher> {
  return new Map([...matchers].sort(([left], [right]) => (left < right ? -1 : 1)))
}
