import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The output of the build for `adapters/web/`: relative to the sources of this file, or to its built code. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/page/' : '../../../page/', import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  wasm: 'application/wasm',
  LICENSE: 'text/plain; charset=utf-8',
}

/** The file of the page, which also shows rules under their own addresses. */
export const INDEX_FILE = 'index.html'

/** The playground, whose addresses are relative to its folder. */
const PLAYGROUND = new URL('../playground/', FOLDER)
/** The WebAssembly files of the engine, which the playground expects beside itself. */
const GRAMMARS = new URL('../grammars/', FOLDER)

/** The address of the playground. Without the slash at its end, its relative addresses would be wrong. */
export const PLAYGROUND_ADDRESS = '/playground/'

/** Addresses of the playground's files. Empty when it was not built. */
export function listPlaygroundAddresses(): readonly { readonly address: string; readonly file: string }[] {
  if (!existsSync(PLAYGROUND)) return []
  const files = [...readdirSync(PLAYGROUND).filter((file) => !isGrammarFile(file)), ...readdirSync(GRAMMARS)]
  return files.map((file) => ({ address: `${PLAYGROUND_ADDRESS}${file === INDEX_FILE ? '' : file}`, file }))
}

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

/** The playground runs the engine, which is WebAssembly, in a worker. */
const PLAYGROUND_POLICY = PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")

/** One file of the page. `change` edits its text. */
export function answerPageFile(file: string, change?: (text: string) => string): Response {
  return answerFile(new URL(file, FOLDER), PAGE_POLICY, change)
}

/** Placeholder in `adapters/playground/index.html`, which has no links when it is hosted without the service. */
const NAVIGATION_MARK = '<!-- navigation -->'
const NAVIGATION =
  '<nav aria-label="Main"><a href="/">Scan</a> <a href="/rules">Rules</a> <a href="/playground/">Playground</a> <a href="/docs">API</a></nav>'

/** One file of the playground. */
export function answerPlaygroundFile(file: string): Response {
  const change = file === INDEX_FILE ? (html: string): string => html.replace(NAVIGATION_MARK, NAVIGATION) : undefined
  return answerFile(new URL(file, isGrammarFile(file) ? GRAMMARS : PLAYGROUND), PLAYGROUND_POLICY, change)
}

/** Static hosts have copies of these in the folder of the playground, and this package does not. */
function isGrammarFile(file: string): boolean {
  return /\.(?:wasm|LICENSE)$/.test(file)
}

function answerFile(file: URL, policy: string, change?: (text: string) => string): Response {
  const type = TYPES[file.pathname.slice(file.pathname.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const headers = { 'Content-Type': type, 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }
  const bytes = readFileSync(file)
  return new Response(change ? change(bytes.toString('utf8')) : bytes, { headers })
}
