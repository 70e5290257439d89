import type { DocumentMap, DocumentNode } from '../../model/document.ts'
import { entryOf, isMap, itemsOf } from './document-values.ts'

/** Where a scalar of a workflow or an action is. */
export interface WorkflowScope {
  readonly job: DocumentMap | undefined
  /** The steps of the job or the action. */
  readonly steps: readonly DocumentNode[]
  readonly step: DocumentMap | undefined
}

/** The scope of each scalar of the workflow or the action. */
export function readScopes(root: DocumentMap): Map<DocumentNode, WorkflowScope> {
  const scopes = new Map<DocumentNode, WorkflowScope>()
  const outside: WorkflowScope = { job: undefined, steps: [], step: undefined }
  for (const { key, value } of root.entries) {
    if (key === 'jobs' && isMap(value)) for (const { value: job } of value.entries) addJob(scopes, job)
    else if (key === 'runs') addSteps(scopes, value, outside)
    else addScalars(scopes, value, outside)
  }
  return scopes
}

function addJob(scopes: Map<DocumentNode, WorkflowScope>, job: DocumentNode): void {
  if (isMap(job)) addSteps(scopes, job, { job, steps: [], step: undefined })
}

function addSteps(scopes: Map<DocumentNode, WorkflowScope>, holder: DocumentNode, scope: WorkflowScope): void {
  const steps = itemsOf(entryOf(holder, 'steps'))
  const inside = { ...scope, steps }
  addScalars(scopes, holder, inside)
  for (const step of steps) if (isMap(step)) addScalars(scopes, step, { ...inside, step })
}

function addScalars(scopes: Map<DocumentNode, WorkflowScope>, node: DocumentNode, scope: WorkflowScope): void {
  if (node.kind === 'scalar') scopes.set(node, scope)
  else if (node.kind === 'list') for (const item of node.items) addScalars(scopes, item, scope)
  else for (const { value } of node.entries) addScalars(scopes, value, scope)
}
