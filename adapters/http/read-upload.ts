import type { SourceFile } from '../../src/node/index.ts'

/** How much one upload may hold. */
export interface UploadLimits {
  /** Files in one upload. */
  readonly maxFiles: number
  /** UTF-16 units of a path. */
  readonly maxPathLength: number
}

/** One place of a body that is not as it should be. Quotes nothing of the body. */
export interface UploadFault {
  /** RFC 6901. Empty for the whole body. */
  readonly pointer: string
  readonly message: string
}

/** The files of an upload, or every mistake in it. */
export type Upload =
  | { readonly kind: 'files'; readonly files: readonly SourceFile[] }
  | { readonly kind: 'faults'; readonly faults: readonly UploadFault[] }

/**
 * Reads `{"files": [{"path": "…", "content": "…"}]}`, or lists everything that is wrong with it, in the order of the body. Keys it does not know
 * are left alone: clients send more than this version reads.
 */
export function readUpload(value: unknown, limits: UploadLimits): Upload {
  if (!isObject(value)) return faulty('', `The body must be an object with \`files\`, and is ${describe(value)}.`)
  if (!Object.hasOwn(value, 'files')) return faulty('/files', '`files` is missing: it must be an array of `{path, content}`.')
  const { files } = value
  if (!Array.isArray(files)) return faulty('/files', `\`files\` must be an array, and is ${describe(files)}.`)
  if (files.length === 0) return faulty('/files', '`files` is empty: it must hold at least one file.')
  if (files.length > limits.maxFiles) return faulty('/files', `\`files\` holds ${files.length} files: at most ${limits.maxFiles} are allowed.`)
  return readFiles(files, limits)
}

function readFiles(items: readonly unknown[], limits: UploadLimits): Upload {
  const faults: UploadFault[] = []
  const files: SourceFile[] = []
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const path = readPath(item, `/files/${index}`)
    const content = readContent(item, `/files/${index}`)
    if (path !== undefined && content !== undefined) files.push({ path, content })
  }
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'files', files }

  function readPath(item: unknown, pointer: string): string | undefined {
    if (!isObject(item)) return fault(pointer, `A file must be an object with \`path\` and \`content\`, and is ${describe(item)}.`)
    const path = Object.hasOwn(item, 'path') ? item['path'] : undefined
    if (path === undefined) return fault(`${pointer}/path`, '`path` is missing: it must be a string.')
    if (typeof path !== 'string') return fault(`${pointer}/path`, `\`path\` must be a string, and is ${describe(path)}.`)
    if (path === '') return fault(`${pointer}/path`, '`path` is empty: it must name the file.')
    if (path.length > limits.maxPathLength) {
      return fault(`${pointer}/path`, `\`path\` has ${path.length} characters: at most ${limits.maxPathLength} are allowed.`)
    }
    const first = seen.get(path)
    if (first !== undefined) return fault(`${pointer}/path`, `\`path\` is the same as that of /files/${first}: each file needs its own.`)
    seen.set(path, Number(pointer.slice('/files/'.length)))
    return path
  }

  function readContent(item: unknown, pointer: string): string | undefined {
    if (!isObject(item)) return undefined
    const content = Object.hasOwn(item, 'content') ? item['content'] : undefined
    if (content === undefined) return fault(`${pointer}/content`, '`content` is missing: it must be a string.')
    if (typeof content !== 'string') return fault(`${pointer}/content`, `\`content\` must be a string, and is ${describe(content)}.`)
    return content
  }

  function fault(pointer: string, message: string): undefined {
    faults.push({ pointer, message })
  }
}

function faulty(pointer: string, message: string): Upload {
  return { kind: 'faults', faults: [{ pointer, message }] }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describe(value: unknown): string {
  if (value === null) return '`null`'
  if (Array.isArray(value)) return 'an array'
  const type = typeof value
  return type === 'object' ? 'an object' : `a ${type}`
}
