import { BOUNDS } from '../../model/bounds.ts'
import type { Mount } from '../../model/flow.ts'
import { lastSegment } from '../../model/symbols.ts'
import type { ImportGraph } from './import-graph.ts'

/** Who can reach the code of these functions of a file, according to the files that mount it. Undefined if everybody can, or if no file mounts it. */
export type AccessOf = (path: string, within: readonly string[]) => string | undefined

/** Nesting depth of routers that is followed. */
const MAX_ROUTERS = BOUNDS.nestedRouters.value

/**
 * Creates a query for the access control in front of a file's code. It reads the files that import the file, and their importers, each once. If one
 * of them mounts the code without access control, anybody can reach it. Otherwise the access control of the mount applies.
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
      // Files that mount each other add nothing.
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
      const routes = mountsOf(next).filter((mount) => next !== file && leadsTo(mount, next, file, within))
      if (routes.length === 0) continue
      const isOpen = routes.some((route) => route.access === undefined)
      const found = isOpen ? (depth < MAX_ROUTERS ? query(next, [], depth + 1) : undefined) : routes[0].access
      if (found === undefined) return undefined
      says ??= found
    }
    return says
  }

  /** Whether a mounted object comes from a file, directly or through a file that this one imports. */
  function leadsTo(mount: Mount, from: number, file: number, within: readonly string[]): boolean {
    const { name, kind } = mount
    const target = links.mounted(from, mount)
    if (target < 0) return false
    if (kind === 'router') return target === file
    return within.includes(lastSegment(name)) && (target === file || links.imports[target].includes(file))
  }

  return (path, within) => query(links.at(path), within, 0)
}
