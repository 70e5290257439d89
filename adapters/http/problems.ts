/** What all occurrences of a problem share. */
export interface ProblemKind {
  readonly status: number
  /** The same for every occurrence. */
  readonly title: string
  /** What a caller can do about it. */
  readonly advice: string
}

/** Every error the service answers, by the last part of its `type`. The names are public and stable; `docs/http.md` has a heading for each. */
export const PROBLEMS = {
  'malformed-request': {
    status: 400,
    title: 'The request is not valid HTTP',
    advice:
      'Send the request with an HTTP/1.1 client. Check the request target, the `Host` header and that there is either `Content-Length` or chunked encoding.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not valid JSON',
    advice: 'Mend the body at `line` and `column`, or build it with a JSON library instead of joining strings.',
  },
  'malformed-utf8': {
    status: 400,
    title: 'The body is not valid UTF-8',
    advice: 'Encode the body as UTF-8. Files in other encodings are decoded before they are put into `content`.',
  },
  'malformed-encoding': {
    status: 400,
    title: 'The body does not decode',
    advice: 'The body is not what `Content-Encoding` says, or it was cut short. Compress it again, or send it as it is.',
  },
  'fragmented-body': {
    status: 400,
    title: 'The body comes in too many pieces',
    advice:
      'Send the body at once, with `Content-Length`, or in chunks of some kilobytes: put a buffer between what writes the body and the connection.',
  },
  'malformed-form': {
    status: 400,
    title: 'The form does not hold one archive',
    advice: 'Send `multipart/form-data` with one file: `curl -F file=@project.zip`. Or send the archive itself with `Content-Type: application/zip`.',
  },
  'unknown-token': {
    status: 401,
    title: 'The token is not known',
    advice: 'Send `Authorization: Bearer <token>` with a token of this service, or leave the header out to scan as an anonymous caller.',
  },
  'token-required': {
    status: 401,
    title: 'A token is needed',
    advice: 'Send `Authorization: Bearer <token>` with a key of this service that has the scope.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'The key does not allow this',
    advice: 'Use a key with the scope that `WWW-Authenticate` names. Keys are made by those who run the service.',
  },
  'plan-unknown': {
    status: 403,
    title: 'The plan of the key is none any more',
    advice: 'Ask those who run the service to name the plan under `plans` in its settings again, or for a key of another plan.',
  },
  'not-found': { status: 404, title: 'There is nothing at this address', advice: 'The addresses are listed in docs/http.md.' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here', advice: 'Use one of the methods in the `Allow` header.' },
  'slow-body': {
    status: 408,
    title: 'The body arrived too slowly',
    advice: 'Send the whole body without pauses. On a slow line, compress it (`Content-Encoding: gzip`) or send fewer files at once.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    advice: 'Send fewer files at once: counts of several answers can be added up. Leave out what is generated, vendored or binary.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type is not supported',
    advice: 'Send what the `Accept` header of the answer names, and say so in `Content-Type`.',
  },
  'unsupported-encoding': {
    status: 415,
    title: 'The content encoding is not supported',
    advice: 'Send the body as it is, or compressed once with one of the encodings in the `Accept-Encoding` header.',
  },
  'invalid-upload': {
    status: 422,
    title: 'The body is not an upload',
    advice: 'Mend every place listed in `faults`. The body is `{"files": [{"path": "app.js", "content": "…"}]}`.',
  },
  'invalid-archive': {
    status: 422,
    title: 'The archive cannot be scanned',
    advice:
      'Mend every place listed in `faults`; `entry` counts the entries of the archive from 0. Pack the folder again with a usual tool: `git archive --format=zip HEAD` or `zip -r project.zip .`.',
  },
  'invalid-key': {
    status: 422,
    title: 'The body is no wish for a key',
    advice: 'Mend every place listed in `faults`. The body is `{"owner": "acme", "plan": "paid"}`.',
  },
  'rate-limited': { status: 429, title: 'Too many requests', advice: 'Wait for the seconds in `Retry-After`.' },
  'too-many-at-once': {
    status: 429,
    title: 'Too many uploads at a time',
    advice: 'Wait for answers before you send more: one after the other is never too many. Try again after the seconds in `Retry-After`.',
  },
  'headers-too-large': { status: 431, title: 'The headers are too large', advice: 'Send fewer or shorter headers: 16 KiB in all.' },
  'internal-error': {
    status: 500,
    title: 'The service has a fault',
    advice: 'Nothing is wrong with the request. Report the `requestId`, which is in the logs of the service too.',
  },
  'unsupported-transfer-coding': {
    status: 501,
    title: 'The transfer coding is not supported',
    advice:
      'Send the body with `Content-Length`, or with `Transfer-Encoding: chunked` and no other coding. Compressed bodies are told by `Content-Encoding`.',
  },
  busy: { status: 503, title: 'The service is busy', advice: 'Try again after the seconds in `Retry-After`.' },
  'shutting-down': { status: 503, title: 'The service is shutting down', advice: 'Try again after the seconds in `Retry-After`.' },
  'queue-unreachable': {
    status: 503,
    title: 'Large uploads cannot be scanned just now',
    advice: 'Try again after the seconds in `Retry-After`, or send fewer files at once: small uploads may still be taken.',
  },
  'keys-unreachable': {
    status: 503,
    title: 'Tokens cannot be looked up',
    advice: 'Try again after the seconds in `Retry-After`, or leave the token out to scan as an anonymous caller.',
  },
  'scan-timeout': {
    status: 503,
    title: 'The scan took too long',
    advice: 'Send fewer files at once. If one file alone takes this long, leave it out and report it.',
  },
  'scan-failed': {
    status: 503,
    title: 'The scan could not be finished',
    advice: 'Send the files in smaller parts to find the one that cannot be scanned, and report it with the `requestId`.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>

/** The last part of a `type`. */
export type ProblemName = keyof typeof PROBLEMS

/** One occurrence of a problem. Never holds source text, paths or tokens. */
export interface Problem {
  readonly name: ProblemName
  /** One sentence about this occurrence. */
  readonly detail: string
  /** Further members of the answer. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** For values that come from another thread. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' && Object.hasOwn(PROBLEMS, value.name)
}

/** The problem as an RFC 9457 document. */
export function toProblemDocument(problem: Problem, requestId: string | undefined): Readonly<Record<string, unknown>> {
  const { status, title } = PROBLEMS[problem.name]
  return { type: `/problems/${problem.name}`, title, status, detail: problem.detail, ...problem.members, ...(requestId && { requestId }) }
}

/** The answer to our own bugs: it says nothing of them. */
export function faultOfService(): Problem {
  return { name: 'internal-error', detail: 'The request was not finished because of a fault of the service.' }
}
