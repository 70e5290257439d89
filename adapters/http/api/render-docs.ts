import { escapeHtml, toPage, withCode } from '../pages/page-frame.ts'
import type { ApiContent, ApiExample, ApiOperation, ApiParameter, ApiResponse, ApiSchema, OpenApiDocument, Reference } from './openapi-document.ts'

/** Renders the OpenAPI document as a page. It needs no script and no resources from other servers. */
export function renderDocs(document: OpenApiDocument): Response {
  const { info, tags, components } = document
  const sections = tags.map(
    ({ name, description }) => `<section>\n<h2>${escapeHtml(name)}</h2>\n<p>${withCode(description)}</p>\n${renderTag(document, name)}\n</section>`,
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))
  const body = `<p>${withCode(info.description)}</p>
<p>Version ${escapeHtml(info.version)}. This reference is also available as an <a href="/openapi.json">OpenAPI 3.1</a> document. See <a href="/problems">Problems</a> for an explanation of each error.</p>
${sections.join('\n')}
<section>
<h2>Schemas</h2>
${schemas.join('\n')}
</section>`
  return toPage(`${info.title}: HTTP API reference`, body)
}

function renderTag(document: OpenApiDocument, tag: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [renderOperation(document, `${method.toUpperCase()} ${path}`, operation)] : [],
    ),
  )
  return operations.join('\n')
}

function renderOperation(document: OpenApiDocument, address: string, operation: ApiOperation): string {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation
  const named = parameters.map((parameter) => resolve(parameter, document.components.parameters))
  return `<article id="${operationId}" class="card">
<h3><code>${escapeHtml(address)}</code></h3>
<p><strong>${escapeHtml(summary)}.</strong> ${withCode(description)}</p>
${renderParameters(named)}
${requestBody === undefined ? '' : renderRequest(address, requestBody.content)}
${renderResponses(Object.entries(responses).map(([status, response]) => [status, resolve(response, document.components.responses)]))}
</article>`
}

function renderParameters(parameters: readonly ApiParameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, description = '' }) => [
    `<code>${escapeHtml(name)}</code>`,
    escapeHtml(place),
    withCode(description),
  ])
  return toTable(['Parameter', 'In', 'Description'], rows)
}

function renderRequest(address: string, content: ApiContent): string {
  const [, path = ''] = address.split(' ')
  return Object.entries(content)
    .map(([type, { schema, examples = {} }]) => {
      const shown = Object.values(examples).map((example) => renderExample(path, type, example))
      return `<p>Body: <code>${escapeHtml(type)}</code>, ${renderType(schema)}</p>\n${shown.join('\n')}`
    })
    .join('\n')
}

function renderExample(path: string, type: string, { summary, value }: ApiExample): string {
  const command = `curl http://localhost:3000${path} \\\n  -H 'Content-Type: ${type}' \\\n  -d '${JSON.stringify(value).replaceAll("'", "'\\''")}'`
  return `<details><summary>${escapeHtml(summary)}</summary><pre tabindex="0"><code>${escapeHtml(command)}</code></pre></details>`
}

function renderResponses(responses: readonly (readonly [string, ApiResponse])[]): string {
  const rows = responses.map(([status, { description, content = {} }]) => {
    const types = Object.entries(content).map(([type, { schema }]) => `<code>${escapeHtml(type)}</code> ${renderType(schema)}`)
    return [status, withCode(description), types.join('<br>')]
  })
  return toTable(['Status', 'Description', 'Body'], rows)
}

function renderSchema(name: string, schema: ApiSchema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([property, own]) => [
    `<code>${escapeHtml(property)}</code>${schema.required?.includes(property) ? '' : ' (optional)'}`,
    renderType(own),
    withCode(own.description ?? ''),
  ])
  const table = rows.length === 0 ? `<p>${renderType(schema)}</p>` : toTable(['Field', 'Type', 'Description'], rows)
  return `<article id="${name}">\n<h3>${escapeHtml(name)}</h3>\n<p>${withCode(schema.description ?? '')}</p>\n${table}\n</article>`
}

function renderType({ $ref, type, enum: words, items, ...bounds }: ApiSchema): string {
  if ($ref !== undefined) return `<a href="#${nameOf($ref)}">${nameOf($ref)}</a>`
  if (words !== undefined) return words.map((word) => `<code>${escapeHtml(word)}</code>`).join(', ')
  if (items !== undefined) return `array of ${renderType(items)}${renderBounds(bounds.minItems, bounds.maxItems)}`
  const fields = Object.keys(bounds.properties ?? {}).map((name) => `<code>${escapeHtml(name)}</code>`)
  if (fields.length > 0) return `object: ${fields.join(', ')}`
  return `${escapeHtml(type ?? 'any')}${renderBounds(bounds.minimum ?? bounds.minLength, bounds.maximum ?? bounds.maxLength)}`
}

function renderBounds(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return ''
  return most === undefined ? `, from ${least}` : `, ${least ?? 0} to ${most.toLocaleString('en')}`
}

function resolve<T extends object>(part: T | Reference, known: Readonly<Record<string, T>>): T {
  if (!isReference(part)) return part
  const found = known[nameOf(part.$ref)]
  if (found === undefined) throw new Error(`The OpenAPI document has no \`${part.$ref}\`.`)
  return found
}

function isReference(part: object): part is Reference {
  return '$ref' in part
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** The cells are trusted mark-up. */
function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, texts: readonly string[]): string => `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`
  return `<div class="wide" tabindex="0"><table>\n<thead>${cells('th', head)}</thead>\n<tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody>\n</table></div>`
}
