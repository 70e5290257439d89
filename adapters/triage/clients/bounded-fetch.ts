import { CompletionError, type SentRequest } from './model-client.ts'

const MAX_BYTES = 4_000_000

/**
 * A `fetch` for API clients that reads the whole answer within the time of one attempt and a limit of bytes, and follows no redirect, which would carry the key
 * elsewhere.
 */
export function createBoundedFetch(timeoutSeconds: number): (url: string, init: SentRequest) => Promise<Response> {
  return async (url, { method = 'POST', headers, body, signal }) => {
    const timeout = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1_000))
    const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
    const response = await fetch(url, {
      method,
      ...(headers !== undefined && { headers }),
      ...(typeof body === 'string' && { body }),
      signal: stop,
      redirect: 'error',
    }).catch((error: unknown) => {
      throw timeout.aborted ? new CompletionError('timeout', `The model did not answer within ${timeoutSeconds} s.`) : error
    })
    const text = await readText(response).catch((error: unknown) => {
      if (error instanceof CompletionError) throw error
      if (timeout.aborted) throw new CompletionError('timeout', `The model did not finish its answer within ${timeoutSeconds} s.`)
      throw new CompletionError('incomplete', 'The connection ended before the answer was complete.')
    })
    return new Response(text, { status: response.status, headers: response.headers })
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (body === null) return ''
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_BYTES) throw new CompletionError('malformed', `The answer has more than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
