import type { SourceFile } from '../../../src/node/index.ts'
import { isUpload } from '../api/validate-upload.generated.ts'
import type { SchemaFault } from '../json/schema-check.ts'

/** Limits of one upload. */
export interface UploadLimits {
  /** Files in one upload. */
  readonly maxFiles: number
  /** UTF-16 units of a path. */
  readonly maxPathLength: number
}

/** One mistake in a body. Quotes nothing of the body. */
export interface UploadFault {
  /** RFC 6901. Empty for the whole body. */
  readonly pointer: string
  readonly message: string
}

/** The files of an upload, or every mistake in it. */
export type UploadRead =
  | { readonly kind: 'files'; readonly files: readonly SourceFile[] }
  | { readonly kind: 'faults'; readonly faults: readonly UploadFault[] }

/**
 * Reads `{"files": [{"path": "…", "content": "…"}]}`, or lists all mistakes in the order of the body. Unknown keys are ignored, so that newer clients
 * work.
 */
export function readUpload(value: unknown, limits: UploadLimits): UploadRead {
  const length = countFiles(value)
  // Checked before the schema, which would validate millions of files.
  if (length > limits.maxFiles)
    return faulty([{ pointer: '/files', message: `\`files\` contains ${length} files. At most ${limits.maxFiles} are allowed.` }])
  const ofPaths = findBadPaths(value, limits)
  if (isUpload(value) && ofPaths.length === 0) return { kind: 'files', files: value.files.map(({ path, content }) => ({ path, content })) }
  return faulty([...(isUpload.errors ?? []).map(describeFault), ...ofPaths].toSorted(inOrderOfBody))
}

function countFiles(value: unknown): number {
  return itemsOf(value).length
}

function itemsOf(value: unknown): readonly unknown[] {
  const files: unknown = typeof value === 'object' && value !== null && 'files' in value ? value.files : undefined
  return Array.isArray(files) ? files : []
}

/** Conditions that the schema cannot express: the maximum length of a path is a setting, and paths must be unique. */
function findBadPaths(value: unknown, { maxPathLength }: UploadLimits): readonly UploadFault[] {
  const seen = new Map<string, number>()
  return itemsOf(value).flatMap((item, index) => {
    const path: unknown = typeof item === 'object' && item !== null && 'path' in item ? item.path : undefined
    if (typeof path !== 'string' || path === '') return []
    const pointer = `/files/${index}/path`
    if (path.length > maxPathLength) return [{ pointer, message: `\`path\` has ${path.length} characters. At most ${maxPathLength} are allowed.` }]
    const first = seen.get(path)
    if (first !== undefined) return [{ pointer, message: `\`path\` is the same as the path of /files/${first}. Each path must be unique.` }]
    seen.set(path, index)
    return []
  })
}

const MISSING: Readonly<Record<string, string>> = {
  files: '`files` is missing. Expected an array of `{path, content}`.',
  path: '`path` is missing. Expected a string.',
  content: '`content` is missing. Expected a string.',
}

function describeFault({ instancePath, keyword, params, data }: SchemaFault): UploadFault {
  const missing = String(params.missingProperty)
  if (keyword === 'required') return { pointer: `${instancePath}/${missing}`, message: MISSING[missing] ?? `\`${missing}\` is missing.` }
  return { pointer: instancePath, message: describeValue(instancePath.split('/').slice(1), keyword, describe(data)) }
}

function describeValue([files, index, name]: readonly string[], keyword: string, given: string): string {
  if (keyword === 'minItems') return '`files` is empty. Expected at least one file.'
  if (keyword === 'minLength') return '`path` is empty. Expected the path of the file.'
  if (name !== undefined) return `\`${name}\` must be a string, not ${given}.`
  if (index !== undefined) return `A file must be an object with \`path\` and \`content\`, not ${given}.`
  return files === undefined ? `The body must be an object with \`files\`, not ${given}.` : `\`files\` must be an array, not ${given}.`
}

/** By file, and within one file the path first. */
function inOrderOfBody(one: UploadFault, other: UploadFault): number {
  return fileOf(one) - fileOf(other) || Number(one.pointer.endsWith('/content')) - Number(other.pointer.endsWith('/content'))
}

function fileOf({ pointer }: UploadFault): number {
  return Number(pointer.split('/')[2] ?? -1)
}

function faulty(faults: readonly UploadFault[]): UploadRead {
  return { kind: 'faults', faults }
}

function describe(value: unknown): string {
  if (value === null) return '`null`'
  if (Array.isArray(value)) return 'an array'
  const type = typeof value
  return type === 'object' ? 'an object' : `a ${type}`
}
