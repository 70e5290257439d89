import type { CallModels } from '../model/call-models.ts'
import type { FlowEngine } from '../model/flow-engine.ts'
import { annotateFile } from './endpoints/annotate-file.ts'
import { findMounts } from './endpoints/find-mounts.ts'
import { matchEndpoints } from './endpoints/match-endpoints.ts'
import { findGroups } from './import-graph/find-groups.ts'
import { solveGroup } from './solve-group.ts'
import { readImports } from './import-graph/read-imports.ts'

/**
 * Data flow, as a scan uses it: find the ends of flows in a file, annotate it when it is lowered, sort files into groups, follow data through each.
 */
export function createFlowEngine(models: CallModels): FlowEngine {
  const follow: FlowEngine['follow'] = (group, source) => solveGroup(group, source, models)
  return { find: matchEndpoints, annotate: annotateFile, findMounts, readImports, findGroups, follow }
}
