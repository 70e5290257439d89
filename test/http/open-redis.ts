import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll } from 'vitest'
import { needs } from '../cli/needs.ts'

/** Whether Redis is installed. CI installs it, so that nothing is skipped there. */
export function hasRedis(): boolean {
  const found = spawnSync('redis-server', ['--version']).status === 0
  if (!found && process.env['CI'] === 'true') throw new Error('redis-server is not installed, and CI may skip no test for that')
  return needs(found, 'there is no redis-server on PATH')
}

export interface TestRedis {
  readonly url: string
  /** On the same port, without data. */
  start(): Promise<void>
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
}

/** A Redis on a free port, without persistence. It is killed after the tests of the file. */
export async function openRedis(): Promise<TestRedis> {
  const port = await freePort()
  let child: ChildProcess | undefined
  afterAll(() => void child?.kill('SIGKILL'))
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      for await (const text of child.stdout ?? []) if (String(text).includes('Ready to accept')) break
      child.stdout?.resume()
    },
    kill: (signal) => void child?.kill(signal),
  }
  await redis.start()
  return redis
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
