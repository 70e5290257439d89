import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The output of the build for `adapters/web/`: relative to the sources of this file, or to its built code. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/page/' : '../../../page/', import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
}

/** The file of the page, which also shows rules under their own addresses. */
export const INDEX_FILE = 'index.html'

/** Addresses of the page's files. Empty when the page was not built. */
export function listPageAddresses(): readonly { readonly address: string; readonly file: string }[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  return files.flatMap((file) =>
    file === INDEX_FILE ? ['/', '/rules', '/rules/:id'].map((address) => ({ address, file })) : [{ address: `/${file}`, file }],
  )
}

/** Allows only resources of this service, and nothing inline. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** One file of the page. `change` edits its text. */
export function answerPageFile(file: string, change?: (text: string) => string): Response {
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const headers = { 'Content-Type': type, 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' }
  const bytes = readFileSync(new URL(file, FOLDER))
  return new Response(change ? change(bytes.toString('utf8')) : bytes, { headers })
}
