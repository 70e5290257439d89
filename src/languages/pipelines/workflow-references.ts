import type { DocumentMap, DocumentNode, DocumentReference } from '../../model/document.ts'
import { entryOf, isText, itemsOf, scalarsOf } from './document-values.ts'
import { readExpressions } from './read-expression.ts'
import { readVariables } from './read-script.ts'
import { createScriptParts, type ScriptParts } from './script-parts.ts'
import { readScopes, type WorkflowScope } from './workflow-scopes.ts'

interface Workflow {
  readonly root: DocumentMap
  readonly parts: ScriptParts<WorkflowScope>
}

/** What the scalars of a workflow or an action of GitHub insert. `text` is that of the file. */
export function createWorkflowReferences(root: DocumentMap, text: string): (value: DocumentNode) => readonly DocumentReference[] {
  const workflow: Workflow = {
    root,
    parts: createScriptParts(text, readScopes(root)),
  }
  return (value) => {
    const scope = workflow.parts.scopeOf(value)
    if (scope === undefined || !isText(value)) return []
    const source = workflow.parts.sourceOf(value)
    const inserted = readExpressions(source).flatMap(({ start, end, paths }) =>
      paths.flatMap((path) =>
        resolve(workflow, path, scope).map((target) => ({
          start: value.start + start,
          end: value.start + end,
          target,
        })),
      ),
    )
    return [...inserted, ...readVariablesOf(workflow, value, source)]
  }
}

function resolve(workflow: Workflow, [context, ...rest]: readonly string[], scope: WorkflowScope): readonly DocumentNode[] {
  switch (context.toLowerCase()) {
    case 'env':
      return resolveEnvironment(workflow, rest[0] ?? '', scope)
    case 'matrix':
      return resolveMatrix(rest, scope)
    case 'steps':
      return rest[1] === 'outputs' ? resolveOutput(workflow, rest[0], rest[2] ?? '', scope) : []
    case 'needs':
    case 'jobs':
      return rest[1] === 'outputs' ? scalarsOf(entryOf(workflow.root, 'jobs', rest[0], 'outputs', rest[2] ?? '')) : []
    default:
      return []
  }
}

/** A variable of the step hides that of earlier steps, of the job and of the workflow. */
function resolveEnvironment({ root, parts }: Workflow, name: string, { job, step, steps }: WorkflowScope): readonly DocumentNode[] {
  const own = entryOf(step, 'env', name)
  if (own !== undefined) return [own]
  const before = step === undefined ? [] : steps.slice(0, steps.indexOf(step))
  const written = before.flatMap((earlier) => {
    const run = entryOf(earlier, 'run')
    return isText(run) ? parts.partsOf(run, 'shell', 'environment', name) : []
  })
  const declared = entryOf(job, 'env', name) ?? entryOf(root, 'env', name)
  return declared === undefined ? written : [...written, declared]
}

function resolveMatrix([name, ...rest]: readonly string[], { job }: WorkflowScope): readonly DocumentNode[] {
  const values = entryOf(job, 'strategy', 'matrix')
  if (values?.kind === 'scalar') return [values]
  const included = itemsOf(entryOf(values, 'include')).flatMap((item) => (item.kind === 'scalar' ? [item] : itemsOf(entryOf(item, name))))
  return [...itemsOf(entryOf(values, name)), ...included].flatMap((item) => (item.kind === 'scalar' ? [item] : scalarsOf(entryOf(item, ...rest))))
}

function resolveOutput({ parts }: Workflow, id: string, name: string, { steps }: WorkflowScope): readonly DocumentNode[] {
  return steps.flatMap((step) => {
    const named = entryOf(step, 'id')
    if (named?.kind !== 'scalar' || named.value !== id) return []
    const run = entryOf(step, 'run')
    const language = run === undefined ? 'js' : 'shell'
    const script = run ?? entryOf(step, 'with', 'script')
    return isText(script) ? parts.partsOf(script, language, 'outputs', name) : []
  })
}

/** What the variables of a part of a script stand for: what the script assigns to them, and the environment. */
function readVariablesOf(workflow: Workflow, value: DocumentNode, source: string): readonly DocumentReference[] {
  const { parts } = workflow
  const inside = parts.scriptOf(value)
  const scope = parts.scopeOf(value)
  if (inside === undefined || scope === undefined) return []
  const { script, language } = inside
  return readVariables(source, language).flatMap(({ name, start, end }) => {
    if (parts.isChecked(inside, name)) return []
    const assigned = parts.partsOf(script, language, 'variables', name)
    const targets = [...assigned, ...resolveEnvironment(workflow, name, scope)].filter((target) => target !== value)
    return targets.map((target) => ({
      start: value.start + start,
      end: value.start + end,
      target,
    }))
  })
}
