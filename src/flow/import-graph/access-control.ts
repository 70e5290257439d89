import type { Mount } from '../../model/flow.ts'
import { lastSegment } from '../../model/symbols.ts'
import type { ImportGraph } from './import-graph.ts'

/** Who reaches code of a file that stands in functions of these names, as the files say that hand requests on to it; undefined for everybody, or where none does. */
export type AccessOf = (path: string, within: readonly string[]) => string | undefined

/** So many routers lie within each other. */
const MOST_ROUTERS = 6

/**
 * Asks the files that import another, and those that import these: an index of handlers hands them on by their names. Each is looked at once. Where one hands requests of everybody on to
 * the same code, everybody reaches it; a file that is itself reached by some alone hands on what these send.
 */
export function createAccessQuery(links: ImportGraph, mountsIn: (file: number) => readonly Mount[]): AccessOf {
  const looked = new Map<number, readonly Mount[]>()
  const mountsOf = (file: number): readonly Mount[] => {
    const known = looked.get(file) ?? mountsIn(file)
    looked.set(file, known)
    return known
  }
  const answers = new Map<string, string | undefined>()

  function query(file: number, within: readonly string[], depth: number): string | undefined {
    const key = `${file} ${within.join(' ')}`
    if (!answers.has(key)) {
      // Of files that hand requests on to each other none says more than the others.
      answers.set(key, undefined)
      answers.set(key, compute(file, within, depth))
    }
    return answers.get(key)
  }

  function compute(file: number, within: readonly string[], depth: number): string | undefined {
    const near = links.importers[file] ?? []
    const far = near.flatMap((next) => links.importers[next])
    let says: string | undefined
    for (const next of new Set([...near, ...far])) {
      const ways = mountsOf(next).filter((mount) => next !== file && leadsTo(mount, next, file, within))
      if (ways.length === 0) continue
      const isOpen = ways.some((way) => way.access === undefined)
      const found = isOpen ? (depth < MOST_ROUTERS ? query(next, [], depth + 1) : undefined) : ways[0].access
      if (found === undefined) return undefined
      says ??= found
    }
    return says
  }

  /** Whether what is mounted in a file is of another file, or handed on by one that this imports. */
  function leadsTo(mount: Mount, from: number, file: number, within: readonly string[]): boolean {
    const { name, kind } = mount
    const target = links.mounted(from, mount)
    if (target < 0) return false
    if (kind === 'router') return target === file
    return within.includes(lastSegment(name)) && (target === file || links.imports[target].includes(file))
  }

  return (path, within) => query(links.at(path), within, 0)
}
