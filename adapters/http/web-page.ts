import { readFileSync } from 'node:fs'

/** The files of the page in `adapters/web/` by the paths they are served at. */
export const PAGE_FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/favicon.svg': { file: 'favicon.svg', type: 'image/svg+xml' },
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
export function answerPageFile(path: string): Response {
  const { file, type } = PAGE_FILES[path] ?? { file: 'index.html', type: 'text/html' }
  const text = readFileSync(new URL(`../web/${file}`, import.meta.url))
  return new Response(text, { headers: { 'Content-Type': type, 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' } })
}
