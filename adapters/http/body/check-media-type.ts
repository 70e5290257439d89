import type { Problem } from '../problems/problems.ts'

/** Returns a problem unless the type is `application/json` or `application/*+json`, without a charset or with UTF-8. */
export function checkJsonType(contentType: string | undefined): Problem | undefined {
  if (contentType === undefined) return unsupported('`Content-Type` is missing: it must be `application/json`.')
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (!/^application\/(?:[\w.!#$&^+-]+\+)?json$/.test(type)) return unsupported('`Content-Type` must be `application/json`.')
  const [charset, ...further] = parameters.filter((parameter) => /^charset\s*=/.test(parameter))
  if (further.length > 0) return unsupported('`Content-Type` must contain at most one charset.')
  if (charset && !/^charset\s*=\s*"?utf-?8"?$/.test(charset)) return unsupported('The charset of `Content-Type` must be `utf-8`.')
  return undefined
}

/** Returns a problem unless the type is `application/zip`, `application/x-zip-compressed` or a form. */
export function checkZipType(contentType: string | undefined): Problem | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/zip' || type === 'application/x-zip-compressed' || type === 'multipart/form-data') return undefined
  const place = contentType === undefined ? '`Content-Type` is missing: it' : '`Content-Type`'
  return unsupported(`${place} must be \`application/zip\` or \`multipart/form-data\`.`, 'application/zip, multipart/form-data')
}

function unsupported(detail: string, accept = 'application/json'): Problem {
  return { name: 'unsupported-media-type', detail, headers: { Accept: accept } }
}
