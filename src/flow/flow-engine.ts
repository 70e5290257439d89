import type { CallModels } from '../model/call-models.ts'
import type { FlowEngine } from '../model/flow-engine.ts'
import { annotateFile } from './endpoints/annotate-file.ts'
import { findMounts } from './endpoints/find-mounts.ts'
import { matchEndpoints } from './endpoints/match-endpoints.ts'
import { explainFlow } from './explain/explain-flow.ts'
import { findGroups } from './import-graph/find-groups.ts'
import { solveGroup } from './solve-group.ts'
import { readImports } from './import-graph/read-imports.ts'

/** Creates the data-flow engine that a scan uses: match endpoints in a file, annotate the lowered file, find groups of files, solve each group. */
export function createFlowEngine(models: CallModels): FlowEngine {
  const follow: FlowEngine['follow'] = (group, source) => solveGroup(group, source, models)
  const explain: FlowEngine['explain'] = (input) => explainFlow(input, models)
  return {
    find: matchEndpoints,
    annotate: annotateFile,
    findMounts,
    readImports,
    findGroups: (files, configs) => findGroups(files, configs, models),
    follow,
    explain,
    modelsFor: models.forLanguage,
  }
}
