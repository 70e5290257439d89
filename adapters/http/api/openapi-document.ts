import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { ENGINE_VERSION } from '../../../src/node/index.ts'
import type { ServiceLimits } from '../limits/service-limits.ts'

/** The parts of the document that its page shows. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>
    readonly responses: Readonly<Record<string, ApiResponse>>
    readonly parameters: Readonly<Record<string, ApiParameter>>
  }
}

/** One method of an address. */
export interface ApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly (ApiParameter | Reference)[]
  readonly requestBody?: { readonly content: ApiContent }
  readonly responses: Readonly<Record<string, ApiResponse | Reference>>
}

/** A part of an address, or a header. */
export interface ApiParameter {
  readonly name: string
  readonly in: string
  readonly description?: string
}

/** A response of the API. */
export interface ApiResponse {
  readonly description: string
  readonly content?: ApiContent
}

/** Bodies by their media types. */
export type ApiContent = Readonly<Record<string, { readonly schema: ApiSchema; readonly examples?: Readonly<Record<string, ApiExample>> }>>

/** A body that can be sent as it is. */
export interface ApiExample {
  readonly summary: string
  readonly value: unknown
}

/** A reference to another part of the document. */
export interface Reference {
  readonly $ref: string
}

/** The parts of JSON Schema that the document uses. */
export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly items?: ApiSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** Optional parts of a service. */
export interface ServiceParts {
  readonly keys: boolean
  readonly accounts: boolean
}

const ADDRESSES_OF: Readonly<Record<keyof ServiceParts, readonly string[]>> = {
  keys: ['/api/admin/'],
  accounts: ['/oauth/', '/.well-known/oauth-'],
}

/** The OpenAPI document of this service, with its version and configured limits, without endpoints that are turned off. */
export function readOpenApi({ maxFiles, maxPathLength }: Pick<ServiceLimits, 'maxFiles' | 'maxPathLength'>, parts: ServiceParts): OpenApiDocument {
  const document: OpenApiDocument = parse(readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8'))
  const { schemas } = document.components
  const paths = Object.entries(document.paths).filter(([path]) => isThere(path, parts))
  const tags = new Set(paths.flatMap(([, methods]) => Object.values(methods).flatMap((operation) => operation.tags)))
  return {
    ...document,
    info: { ...document.info, version: ENGINE_VERSION },
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths: Object.fromEntries(paths),
    components: {
      ...document.components,
      schemas: {
        ...schemas,
        Upload: bound(schemas.Upload, 'files', { maxItems: maxFiles }),
        UploadFile: bound(schemas.UploadFile, 'path', { maxLength: maxPathLength }),
      },
    },
  }
}

function isThere(path: string, { keys, accounts }: ServiceParts): boolean {
  const missing = [...(keys ? [] : ADDRESSES_OF.keys), ...(accounts ? [] : ADDRESSES_OF.accounts)]
  return !missing.some((start) => path.startsWith(start))
}

function bound(schema: ApiSchema = {}, property: string, bounds: ApiSchema): ApiSchema {
  return { ...schema, properties: { ...schema.properties, [property]: { ...schema.properties?.[property], ...bounds } } }
}
