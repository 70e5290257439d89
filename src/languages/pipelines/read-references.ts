import type { DocumentNode, DocumentReference } from '../../model/document.ts'
import { entryOf, isMap } from './document-values.ts'
import { createGitlabReferences } from './gitlab-references.ts'
import { createWorkflowReferences } from './workflow-references.ts'

type References = (value: DocumentNode) => readonly DocumentReference[]

/** The references between the values of a pipeline, read on first use. Undefined for a file that is none. `text` is that of the file. */
export function readReferences(documents: readonly DocumentNode[], text: string): References | undefined {
  const create = documents.map((root) => readerOf(root, text)).find((reader) => reader !== undefined)
  if (create === undefined) return undefined
  let references: References | undefined
  const known = new Map<DocumentNode, readonly DocumentReference[]>()
  return (value) => {
    const found = known.get(value) ?? (references ??= create())(value)
    known.set(value, found)
    return found
  }
}

function readerOf(root: DocumentNode, text: string): (() => References) | undefined {
  if (!isMap(root)) return undefined
  if (isMap(entryOf(root, 'jobs')) || entryOf(root, 'runs', 'steps') !== undefined) return () => createWorkflowReferences(root, text)
  const hasScript = root.entries.some(({ value }) => entryOf(value, 'script') !== undefined || entryOf(value, 'before_script') !== undefined)
  return hasScript ? () => createGitlabReferences(root, text) : undefined
}
