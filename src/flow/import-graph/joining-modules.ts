import type { CallModels } from '../../model/call-models.ts'
import type { FlowCandidate } from '../../model/flow.ts'
import { addToGroup } from '../../model/group-by.ts'

/** By module of a queue or store that joins files by constant keys: the files that import it, by index. */
export function joiningModules(
  files: readonly Pick<FlowCandidate, 'imports' | 'language'>[],
  models: CallModels,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const [index, { imports, language }] of files.entries()) {
    const { joinsFiles } = models.forLanguage(language)
    for (const module of new Set(imports)) if (joinsFiles(module)) addToGroup(found, module, index)
  }
  return found
}
