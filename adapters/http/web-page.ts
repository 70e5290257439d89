import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** What the build has made of `adapters/web/`. Sources run beside it, built code lies in it. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/page/' : '../../page/', import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Addresses of the page's files; of rules it shows each at an address of its own. None where the page was not built. */
export function listPageAddresses(): readonly { readonly address: string; readonly file: string }[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  return files.flatMap((file) =>
    file === 'index.html' ? ['/', '/rules/:id'].map((address) => ({ address, file })) : [{ address: `/${file}`, file }],
  )
}

/** Everything from this service itself, nothing inline, nothing foreign. */
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

/** One file of the page. */
export function answerPageFile(file: string): Response {
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const headers = { 'Content-Type': type, 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' }
  return new Response(readFileSync(new URL(file, FOLDER)), { headers })
}
