import { nestsDeeper } from '../../files/nests-deeper.ts'

/** Maximum bytes of an answer: ten times the result of the largest upload. */
const MOST_BYTES = 2 ** 26
const MOST_DEPTH = 32

/** Reads the JSON of an answer, which may come from a hostile server. Throws `SyntaxError` if it is too large or not JSON. */
export async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new SyntaxError(`more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (nestsDeeper(text, MOST_DEPTH)) throw new SyntaxError('nested too deeply')
  return JSON.parse(text)
}
