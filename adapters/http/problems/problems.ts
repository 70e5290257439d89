/** The constant parts of a kind of problem. Texts mark code with backticks. */
export interface ProblemKind {
  readonly status: number
  /** The same for every occurrence. */
  readonly title: string
  /** When the problem occurs, in one to three sentences. */
  readonly meaning: string
  /** What a caller can do. */
  readonly advice: string
}

/** Every error that the service returns, by the last part of its `type`. The names are public and stable. `docs/http.md` has a heading for each. */
export const PROBLEMS = {
  'malformed-request': {
    status: 400,
    title: 'The request is not valid HTTP',
    meaning:
      'The server could not parse the request line, the headers or the framing of the body. A request must be HTTP/1.1, have exactly one `Host` header, and state the length of its body once. The server closes the connection.',
    advice:
      'Send the request with an HTTP/1.1 client. Check the request target, the `Host` header, and that the request has either `Content-Length` or chunked encoding.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not valid JSON',
    meaning:
      'The server could not parse the body as JSON (RFC 8259). JSON does not allow comments, trailing commas or single quotes. `line`, `column` and `offset` give the position of the error, and `expected` lists the allowed tokens at this position.',
    advice: 'Correct the JSON body at the position in `line` and `column`. Build it with a JSON library instead of concatenating strings.',
  },
  'malformed-utf8': {
    status: 400,
    title: 'The body is not valid UTF-8',
    meaning: 'The body contains a byte sequence that is not UTF-8. `byteOffset` is the offset of the first such byte.',
    advice: 'Encode the body as UTF-8. Decode files in other encodings before you put them into `content`.',
  },
  'malformed-encoding': {
    status: 400,
    title: 'The body cannot be decompressed',
    meaning: 'The body is not in the format that `Content-Encoding` names, or it is truncated.',
    advice: 'Compress the body again, or send it uncompressed without `Content-Encoding`.',
  },
  'fragmented-body': {
    status: 400,
    title: 'The body arrives in too many small chunks',
    meaning: 'The body arrived in more than 2,000 chunks with an average size of less than 128 bytes. The server closes the connection.',
    advice:
      'Send the body at once with `Content-Length`, or in chunks of a few kilobytes. Put a buffer between the code that writes the body and the connection.',
  },
  'malformed-form': {
    status: 400,
    title: 'The form does not contain exactly one file',
    meaning: 'The body has the media type `multipart/form-data`, but it is not a valid form, or it does not contain exactly one file.',
    advice: 'Send `multipart/form-data` with one file: `curl -F file=@project.zip`. Or send the archive itself with `Content-Type: application/zip`.',
  },
  'unknown-token': {
    status: 401,
    title: 'The token is not known',
    meaning:
      'The `Authorization` header does not contain a valid key of this service. The key is misspelled, expired or revoked, or the header is not `Bearer <token>`. The service never treats such a request as anonymous.',
    advice: 'Send `Authorization: Bearer <token>` with a valid key of this service. To scan as an anonymous caller, omit the header.',
  },
  'token-required': {
    status: 401,
    title: 'A token is required',
    meaning: 'This address requires a key, and the request has no `Authorization` header.',
    advice: 'Send `Authorization: Bearer <token>` with a key that has the required scope.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'The key does not have the required scope',
    meaning: 'The key is valid, but it does not have the scope that this request requires. The `WWW-Authenticate` header names the scope.',
    advice: 'Use a key that has this scope. The operator of the service can create one.',
  },
  'plan-unknown': {
    status: 403,
    title: 'The plan of the key no longer exists',
    meaning: 'The key is valid, but the settings of the service do not contain its plan, which the member `plan` names.',
    advice: 'Ask the operator of the service to add the plan to `plans` in the settings, or to create a key with another plan.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    meaning:
      'The service has no page and no resource at this address. The address may be misspelled, or the resource may not be visible to this caller: the list of rules, for example, depends on the plan of the key.',
    advice: 'Check the address. The HTTP API reference at `/docs` lists all addresses of the API.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    meaning: 'The address exists, but not for this HTTP method. The `Allow` header lists the methods that it supports.',
    advice: 'Use one of the methods in the `Allow` header. Uploads are sent with `POST`.',
  },
  'slow-body': {
    status: 408,
    title: 'The body arrived too slowly',
    meaning: 'The server received no byte of the body for 10 seconds, or not the whole body within 60 seconds. The server closes the connection.',
    advice: 'Send the whole body without pauses. On a slow connection, compress it (`Content-Encoding: gzip`) or send fewer files per request.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is too large, either as sent or after decompression. `limit` is the maximum number of bytes.',
    advice:
      'Send fewer files per request: the counts of several responses can be added up. Exclude generated, vendored and binary files. The command line has no such limit: `assay scan`.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type is not supported',
    meaning:
      'The `Content-Type` header names a media type that this address does not accept. The `Accept` header of the response lists the accepted ones.',
    advice:
      'Send the body in one of the accepted formats, and name it in `Content-Type`: `application/json` for JSON uploads, `application/zip` or `multipart/form-data` for ZIP uploads.',
  },
  'unsupported-encoding': {
    status: 415,
    title: 'The content encoding is not supported',
    meaning: 'The `Content-Encoding` header names an encoding that the service does not support, or more than one encoding.',
    advice: 'Send the body uncompressed, or compressed once with one of the encodings in the `Accept-Encoding` header of the response.',
  },
  'invalid-upload': {
    status: 422,
    title: 'The body is not a valid upload',
    meaning:
      'The body is valid JSON, but it does not have the structure of an upload. `faults` lists every error. Each has a `pointer` (RFC 6901) to the value and a `message`.',
    advice: 'Correct each value in `faults`. The body has the form `{"files": [{"path": "app.js", "content": "…"}]}`.',
  },
  'invalid-archive': {
    status: 422,
    title: 'The archive cannot be scanned',
    meaning:
      'The ZIP archive is damaged, exceeds a limit, or contains entries that the service does not accept, such as absolute paths. `faults` lists the errors. `entry` is the index of the entry in the archive, counted from 0.',
    advice:
      'Correct each entry in `faults`. Create the archive again with a standard tool: `zip -r project.zip .` or `git archive --format=zip HEAD`.',
  },
  'invalid-key': {
    status: 422,
    title: 'The body is not a valid request for an API key',
    meaning: 'The body is valid JSON, but it does not describe a key that the service can create. `faults` lists every error.',
    advice: 'Correct each value in `faults`. The body has the form `{"owner": "acme", "plan": "paid"}`.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The caller has used all requests of the current time window. `limit` is the number of requests that are allowed in `windowSeconds`. The `RateLimit-*` headers of each response show the quota. Refused uploads count too.',
    advice: 'Wait for the number of seconds in `Retry-After`. Requests with a key have a larger quota.',
  },
  'too-many-at-once': {
    status: 429,
    title: 'Too many uploads at the same time',
    meaning: 'The caller has as many uploads in progress as one caller may have. The limit keeps one caller from blocking the others.',
    advice:
      'Wait for the response to each upload before you send the next one. Sequential uploads never cause this error. Try again after the number of seconds in `Retry-After`.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The headers of the request exceed 16 KiB in total.',
    advice: 'Send fewer or shorter headers.',
  },
  'internal-error': {
    status: 500,
    title: 'The service has an internal error',
    meaning: 'The service failed to complete the request because of a bug. The request itself is not the cause.',
    advice: 'Report the `requestId` to the operator of the service. The logs of the service contain it too.',
  },
  'unsupported-transfer-coding': {
    status: 501,
    title: 'The transfer coding is not supported',
    meaning: 'The `Transfer-Encoding` header names a coding other than `chunked`. The server closes the connection.',
    advice: 'Send the body with `Content-Length`, or with `Transfer-Encoding: chunked` and no other coding. State compression in `Content-Encoding`.',
  },
  busy: {
    status: 503,
    title: 'The service is busy',
    meaning:
      'The service has reached a limit: too many scans are waiting, too many uploads are being received, or too many responses are waiting for their clients.',
    advice: 'Try again after the number of seconds in `Retry-After`.',
  },
  'shutting-down': {
    status: 503,
    title: 'The service is shutting down',
    meaning: 'The service is stopping and accepts no new uploads. It completes the scans that it has accepted.',
    advice: 'Try again after the number of seconds in `Retry-After`.',
  },
  'queue-unreachable': {
    status: 503,
    title: 'Large uploads cannot be scanned at the moment',
    meaning: 'Uploads of this size are scanned by worker machines, and the queue between them and the service does not respond.',
    advice: 'Try again after the number of seconds in `Retry-After`, or send fewer files per request. The service may still accept small uploads.',
  },
  'keys-unreachable': {
    status: 503,
    title: 'Keys cannot be verified at the moment',
    meaning: 'The database that stores the keys does not respond. Requests without a key are not affected.',
    advice: 'Try again after the number of seconds in `Retry-After`, or omit the key to scan as an anonymous caller.',
  },
  'scan-timeout': {
    status: 503,
    title: 'The scan took too long',
    meaning: 'The scan exceeded its time limit and was stopped. Other callers are not affected.',
    advice: 'Send fewer files per request. If a single file takes this long, exclude it and report it.',
  },
  'scan-failed': {
    status: 503,
    title: 'The scan could not be completed',
    meaning: 'The scan stopped before it had a result: it ran out of memory, or the service has a bug.',
    advice: 'Send the files in smaller requests to find the file that cannot be scanned. Report it with the `requestId`.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>

/** The last part of a `type`. */
export type ProblemName = keyof typeof PROBLEMS

/** One occurrence of a problem. Never contains source text, paths or tokens. */
export interface Problem {
  readonly name: ProblemName
  /** One sentence about this occurrence. */
  readonly detail: string
  /** Further members of the answer. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Whether a value from another thread is a problem. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' && Object.hasOwn(PROBLEMS, value.name)
}

/** The problem as an RFC 9457 document. */
export function toProblemDocument(problem: Problem, requestId: string | undefined): Readonly<Record<string, unknown>> {
  const { status, title } = PROBLEMS[problem.name]
  return { type: `/problems/${problem.name}`, title, status, detail: problem.detail, ...problem.members, ...(requestId && { requestId }) }
}

/** The problem for an internal error. It contains no details. */
export function faultOfService(): Problem {
  return { name: 'internal-error', detail: 'The service could not complete the request because of an internal error.' }
}
