/** Properties of a request that frameworks set. */
export const REQUEST_PROPERTIES: ReadonlySet<string> = new Set(
  `
  body query params headers cookies signedCookies url originalUrl path method ip ips hostname host protocol secure subdomains socket
  connection app route baseUrl res next log raw session file files state server GET POST FILES META COOKIES path_info resolver_match
  content_type encoding json form data args values
`
    .trim()
    .split(/\s+/),
)

/** Objects whose properties the client names: `req.query.size` is what was sent. */
export const CLIENT_PROPERTIES: ReadonlySet<string> = new Set(['query', 'body', 'params', 'headers', 'cookies', 'searchParams', 'fields'])
