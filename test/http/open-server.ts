import { afterAll } from 'vitest'
import { startServer } from '../../adapters/http/server/start-server.ts'
import type { RunningServer, ServerOptions } from '../../adapters/http/server/start-server.ts'
import { createLog } from '../../adapters/http/logging/create-log.ts'

export interface OpenServer extends RunningServer {
  /** Every log line so far. */
  readonly logged: () => string
  readonly uploadUrl: string
}

/** Starts the service on a free port, with its log in memory. It is closed after the tests of the file. */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  const server = await startServer({ port: 0, log, closeGraceMs: 2_000, ...options })
  afterAll(() => server.close())
  return { ...server, logged: () => lines.join(''), uploadUrl: `${server.url}/api/scans/upload-json` }
}

const many = { jsonPerMinute: 1_000_000, zipPerMinute: 1_000_000 } as const

/** Tiers without practical limits. */
export const unlimited = { anonymous: many, bearer: many } as const

/** Posts a value as JSON. */
export function upload(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) })
}

/** An upload of files with these contents. */
export function filesOf(...contents: readonly string[]): { files: { path: string; content: string }[] } {
  return { files: contents.map((content, index) => ({ path: `file-${index}.js`, content })) }
}
