import type { FlowGroup } from '../../model/flow.ts'
import { importedNames } from './imported-names.ts'

/** Whether a file of a group imports more of another file than these names, judged by its text. Files are indexes in the group. */
export type ImportsMoreTest = (index: number, of: number, names: ReadonlySet<string>) => boolean

/** Reads each text once for each file that it imports. `textOf` returns undefined for files that cannot be read. */
export function createImportsMoreTest({ files }: FlowGroup, textOf: (index: number) => string | undefined): ImportsMoreTest {
  const namesByPair = new Map<string, readonly string[] | undefined>()
  const namesImportedFrom = (index: number, of: number): readonly string[] | undefined => {
    const key = `${index} ${of}`
    if (!namesByPair.has(key)) {
      const { language, links } = files[index]
      const modules = new Set(links.flatMap(([name, target]) => (target === of ? [name] : [])))
      const text = textOf(index)
      namesByPair.set(key, text === undefined ? undefined : importedNames(text, language, modules))
    }
    return namesByPair.get(key)
  }
  return (index, of, names) => names.size === 0 || namesImportedFrom(index, of)?.every((name) => names.has(name)) !== true
}
