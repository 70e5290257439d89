import { findComponents } from './strongly-connected-components.ts'

/** Which files `export *` of which. Files that do so in a cycle export the same names: they are one component. */
export interface StarExports {
  /** By file. */
  readonly componentOf: Int32Array
  /** Files by component, ascending. */
  readonly members: readonly (readonly number[])[]
  /** By component: the components that it exports everything of, and that have `export *` themselves. */
  readonly deep: readonly (readonly number[])[]
  /** By component: those without `export *`. */
  readonly flat: readonly ReadonlySet<number>[]
}

/** `starsOf` returns the files that a file exports everything of. */
export function readStarExports(count: number, starsOf: (file: number) => readonly number[]): StarExports {
  const componentOf = findComponents(count, starsOf)
  const members: number[][] = []
  for (let file = 0; file < count; file++) (members[componentOf[file]] ??= []).push(file)
  const next = members.map((files, component) => {
    const found = new Set<number>()
    for (const file of files) for (const star of starsOf(file)) if (componentOf[star] !== component) found.add(componentOf[star])
    return found
  })
  const isDeep = (component: number): boolean => next[component].size > 0
  return {
    componentOf,
    members,
    deep: next.map((found) => [...found].filter(isDeep)),
    flat: next.map((found) => new Set([...found].filter((component) => !isDeep(component)))),
  }
}
