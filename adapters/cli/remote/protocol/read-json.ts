import { nestsDeeper } from '../../files/nests-deeper.ts'

/** Bytes of an answer: a result of the largest upload has a tenth of it. */
const MOST_BYTES = 2 ** 26
const MOST_DEPTH = 32

/** The JSON of an answer, which may come from a hostile server. Throws `SyntaxError` for what is none, or more than any answer has. */
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
