import type { ProgramExport } from '../../model/program.ts'
import { addToGroup } from '../../model/group-by.ts'

/** The exports that a file states. */
export interface StatedExports {
  readonly named: ReadonlyMap<string, readonly ProgramExport[]>
  /** The modules of `export *`, as spelled. */
  readonly stars: readonly string[]
}

/** Sorts exports by name. */
export function readStatedExports(exports: readonly ProgramExport[]): StatedExports {
  const named = new Map<string, ProgramExport[]>()
  const stars: string[] = []
  for (const each of exports) {
    if (each.name === '*' && each.from !== undefined) {
      stars.push(each.from)
      continue
    }
    addToGroup(named, each.name, each)
  }
  return { named, stars }
}

/** Files, ascending, by the names that they export and by their component. */
export function listExporters(
  exports: readonly StatedExports[],
  componentOf: Int32Array,
): ReadonlyMap<string, ReadonlyMap<number, readonly number[]>> {
  const exporters = new Map<string, Map<number, number[]>>()
  for (const [file, { named }] of exports.entries()) {
    const component = componentOf[file]
    for (const name of named.keys()) {
      const byComponent = exporters.get(name) ?? new Map<number, number[]>()
      exporters.set(name, byComponent)
      addToGroup(byComponent, component, file)
    }
  }
  return exporters
}
