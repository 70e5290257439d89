import type { Problem } from './problems.ts'

/** `application/json` and `application/*+json`, without a charset or with UTF-8. Anything else is a problem. */
export function checkMediaType(contentType: string | undefined): Problem | undefined {
  if (contentType === undefined) return unsupported('`Content-Type` is missing: it must be `application/json`.')
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (!/^application\/(?:[\w.!#$&^+-]+\+)?json$/.test(type)) return unsupported('`Content-Type` must be `application/json`.')
  const [charset, ...further] = parameters.filter((parameter) => /^charset\s*=/.test(parameter))
  if (further.length > 0) return unsupported('`Content-Type` must name its charset once.')
  if (charset && !/^charset\s*=\s*"?utf-?8"?$/.test(charset)) return unsupported('The charset of `Content-Type` must be `utf-8`.')
  return undefined
}

function unsupported(detail: string): Problem {
  return { name: 'unsupported-media-type', detail, headers: { Accept: 'application/json' } }
}
