import { parseYamlDocuments, type YamlDocument, type YamlDocuments } from '../../engines/yaml.ts'
import { type DocumentRead, MAX_DOCUMENT_DEPTH } from '../../model/document.ts'
import { createFaultLog, type FaultLog } from '../documents/fault-log.ts'
import { readReferences } from '../pipelines/read-references.ts'
import { createConverter } from './convert-node.ts'
import { type MaskedTemplates, maskTemplates } from './mask-templates.ts'

/**
 * Reads every document of a YAML file. A Go or Jinja template that is no YAML as it stands (a Helm chart) is read with its `{{ }}` taken as
 * unknown text, which is a fault; `{{ }}` inside quotes or block strings of a file that is YAML is ordinary text.
 */
export function readDocument(text: string): DocumentRead {
  const parsed = parseYamlDocuments(text, MAX_DOCUMENT_DEPTH)
  const plain = convert(text, parsed, undefined)
  const isPlain = !plain.hasMapKey && parsed.documents.every((document) => document.errors.length === 0)
  const templates = isPlain ? undefined : maskTemplates(text)
  return templates === undefined ? plain.read : convert(text, parseYamlDocuments(templates.masked, MAX_DOCUMENT_DEPTH), templates).read
}

function convert(text: string, parsed: YamlDocuments, templates: MaskedTemplates | undefined): { read: DocumentRead; hasMapKey: boolean } {
  const faults = createFaultLog()
  if (templates !== undefined) faults.add(templates.spans[0].start, 'The file is a template. The values of its `{{ }}` and `{% %}` are unknown.')
  for (const offset of parsed.tooDeep)
    faults.add(offset, `Maps and lists are nested more than ${MAX_DOCUMENT_DEPTH} levels deep. Deeper values are ignored.`)
  for (const document of parsed.documents) logErrors(document, faults)
  const converter = createConverter(text, templates?.spans ?? [], faults)
  const documents = parsed.documents.map((document) => converter.convertRoot(document.contents, document.range[0]))
  const references = readReferences(documents, text)
  return { read: { documents, faults: faults.list(), ...(references === undefined ? {} : { references }) }, hasMapKey: converter.hasMapKey() }
}

function logErrors(document: YamlDocument, faults: FaultLog): void {
  // The package's own messages quote the source.
  for (const error of document.errors)
    faults.add(error.pos[0], `YAML syntax error (\`${error.code}\`). Assay reads the rest of the file as far as possible.`)
}
