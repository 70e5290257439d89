import { CompletionError } from './model-client.ts'

/** What an error of an API client means for the findings of a request. Messages of the service are not repeated: they may quote what was sent. */
export function describeClientError(error: unknown, signal: AbortSignal): CompletionError {
  const known = findCause(error)
  if (known !== undefined) return known
  if (signal.aborted) return new CompletionError('timeout', 'The time limit of the triage was reached.')
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined
  if (status === 429) return new CompletionError('rate-limited', 'The service of the model limits the rate of requests (status 429).')
  if (typeof status === 'number' && status >= 500) return new CompletionError('service-error', `The service of the model failed (status ${status}).`)
  if (typeof status === 'number' && status >= 400)
    return new CompletionError('refused', `The service of the model refused the request (status ${status}).`)
  if (error instanceof SyntaxError) return new CompletionError('malformed', 'The response of the service is not valid JSON.')
  return new CompletionError('unreachable', 'The service of the model could not be reached, or it closed the connection.')
}

/** Clients wrap errors of `fetch` as causes. */
function findCause(error: unknown): CompletionError | undefined {
  let at = error
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    if (at instanceof CompletionError) return at
    at = at.cause
  }
  return undefined
}
