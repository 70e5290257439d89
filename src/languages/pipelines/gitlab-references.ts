import type { DocumentMap, DocumentNode, DocumentReference } from '../../model/document.ts'
import { entryOf, isMap, isText, scalarsOf } from './document-values.ts'
import { readVariables } from './read-script.ts'
import { createScriptParts } from './script-parts.ts'

const SCRIPTS = ['before_script', 'script', 'after_script']

/** What the variables and scripts of a pipeline of GitLab CI insert. `text` is that of the file. */
export function createGitlabReferences(root: DocumentMap, text: string): (value: DocumentNode) => readonly DocumentReference[] {
  const parts = createScriptParts(text, readJobs(root))

  /** What the scripts of the job assign, and what its variables and those of the pipeline declare. */
  const resolve = (name: string, job: DocumentMap): readonly DocumentNode[] => {
    const scripts = SCRIPTS.flatMap((key) => scalarsOf(entryOf(job, key)))
    const assigned = scripts.flatMap((script) => parts.partsOf(script, 'shell', 'variables', name))
    return [...assigned, ...scalarsOf(entryOf(job, 'variables', name) ?? entryOf(root, 'variables', name))]
  }

  return (value) => {
    const job = parts.scopeOf(value)
    if (job === undefined || !isText(value)) return []
    return readVariables(parts.sourceOf(value), 'shell').flatMap(({ name, start, end }) =>
      resolve(name, job)
        .filter((target) => target !== value)
        .map((target) => ({
          start: value.start + start,
          end: value.start + end,
          target,
        })),
    )
  }
}

/** The job of each scalar. What belongs to all jobs has the pipeline as its job. */
function readJobs(root: DocumentMap): Map<DocumentNode, DocumentMap> {
  const jobs = new Map<DocumentNode, DocumentMap>()
  for (const { value: job } of root.entries) if (isMap(job)) for (const scalar of scalarsOf(job)) jobs.set(scalar, job)
  for (const key of [...SCRIPTS, 'variables']) for (const scalar of scalarsOf(entryOf(root, key))) jobs.set(scalar, root)
  return jobs
}
