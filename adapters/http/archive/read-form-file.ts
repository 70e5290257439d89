import type { Problem } from '../problems.ts'

/** A form with a file needs a few. Each costs the parser the same, however small it is. */
const MOST_PARTS = 100

/** The one file of a `multipart/form-data` body, or why there is none. Other fields are left alone. */
export async function readFormFile(body: Uint8Array, contentType: string): Promise<Uint8Array | Problem> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType)
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  if (delimiter === '--') return malformed('`Content-Type` must name the `boundary` of the form.')
  if (countUpTo(Buffer.from(body.buffer, body.byteOffset, body.length), delimiter, MOST_PARTS + 2) > MOST_PARTS + 1)
    return malformed(`The form has more than ${MOST_PARTS} parts.`)
  const files = await readFiles(body, contentType)
  if (files === undefined) return malformed('The body is no form: a boundary, a header of a part or its end is not where it must be.')
  if (files.length === 1) return new Uint8Array(await files[0].arrayBuffer())
  const detail =
    files.length === 0
      ? 'The form holds no file: one field must have a `filename`.'
      : `The form holds ${files.length} files: one is scanned at a time.`
  return malformed(detail)
}

async function readFiles(body: Uint8Array, contentType: string): Promise<readonly File[] | undefined> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData()
    return [...form.values()].filter((value) => value instanceof File)
  } catch {
    return undefined
  }
}

function countUpTo(body: Buffer, delimiter: string, most: number): number {
  let count = 0
  for (let at = body.indexOf(delimiter); at >= 0 && count < most; at = body.indexOf(delimiter, at + delimiter.length)) count += 1
  return count
}

function malformed(detail: string): Problem {
  return { name: 'malformed-form', detail }
}
