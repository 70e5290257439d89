import { nestsDeeper } from '../../files/nests-deeper.ts'

/** Maximum bytes of an answer: ten times the result of the largest upload. */
const MAX_BYTES = 2 ** 26
const MAX_DEPTH = 32

/** Reads the JSON of an answer, which may come from a hostile server. Throws `SyntaxError` if it is too large or not JSON. */
export async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new SyntaxError(`more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (nestsDeeper(text, MAX_DEPTH)) throw new SyntaxError('nested too deeply')
  return JSON.parse(text)
}
