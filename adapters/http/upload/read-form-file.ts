import type { Problem } from '../problems/problems.ts'

/** A form with a file needs only a few. Each part costs the same, however small. */
const MAX_PARTS = 100
/** Bytes of the headers of one part. The parser reads them byte by byte: 9 MB took 2.5 s. A name and a media type need less than 1 KB. */
const MAX_HEADER_BYTES = 16_384

/** The only file of a `multipart/form-data` body, or the problem. Other fields are ignored. */
export async function readFormFile(body: Uint8Array, contentType: string): Promise<Uint8Array | Problem> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType)
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  if (delimiter === '--') return malformed('`Content-Type` must name the `boundary` of the form.')
  const delimiters = findUpTo(Buffer.from(body.buffer, body.byteOffset, body.length), delimiter, MAX_PARTS + 2)
  if (delimiters.length > MAX_PARTS + 1) return malformed(`The form has more than ${MAX_PARTS} parts.`)
  if (delimiters.some((at) => hasLongHeaders(body, at + delimiter.length)))
    return malformed(`The headers of a form part exceed ${MAX_HEADER_BYTES} bytes or are not terminated.`)
  const files = await readFiles(body, contentType)
  if (files === undefined) return malformed('The body is not a valid form: a boundary, a part header or the end of a part is missing.')
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

/** The offsets of the delimiter, up to a maximum number. */
function findUpTo(body: Buffer, delimiter: string, most: number): readonly number[] {
  const found: number[] = []
  for (let at = body.indexOf(delimiter); at >= 0 && found.length < most; at = body.indexOf(delimiter, at + delimiter.length)) found.push(at)
  return found
}

/**
 * Whether the headers of a part at this offset are longer than the limit. A part begins only if a line end follows the delimiter: other text may
 * contain it.
 */
function hasLongHeaders(body: Uint8Array, start: number): boolean {
  const head = Buffer.from(body.buffer, body.byteOffset + start, Math.min(MAX_HEADER_BYTES + END_OF_HEADERS.length, body.length - start))
  return head.length > MAX_HEADER_BYTES && head.subarray(0, 2).equals(LINE_END) && head.indexOf(END_OF_HEADERS) < 0
}

const LINE_END = Buffer.from('\r\n')
const END_OF_HEADERS = Buffer.from('\r\n\r\n')

function malformed(detail: string): Problem {
  return { name: 'malformed-form', detail }
}
