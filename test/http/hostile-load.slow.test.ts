import { fork, type ChildProcess } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { askRegularly } from '../../bench/hostile/bystander.mjs'
import { holdBodies, holdConnections, sendAfterRefusal, sendTinyChunks, sendUploads } from '../../bench/hostile/clients.mjs'
import { needs } from '../cli/needs.ts'
import { sourceThreads } from '../pool/source-threads.ts'
import { filesOf, unlimited } from './open-server.ts'

// Each takes one or two seconds. `npm run hostile` takes a minute each with the real scanner, and prints times.
const MILLISECONDS = 1_500
const OTHERS = '127.0.0.2'
/**
 * A new service grows by about 100 MB with its first scans. Without limits these clients made it grow by gigabytes. `npm run hostile` measures a
 * warmed-up one.
 */
const MAX_GROWTH = 200_000_000
const children: ChildProcess[] = []
const hasLoopback = needs(process.platform === 'linux', 'all of 127.0.0.0/8 is this machine on Linux alone')

interface Target {
  readonly port: number
  readonly until: AbortSignal
}

async function serve(options: object): Promise<{ readonly port: number; rss(): Promise<number> }> {
  const child = fork(new URL('./serve-child.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: [...sourceThreads.execArgv, '--max-old-space-size=512'],
  })
  children.push(child)
  const ask = () => new Promise<{ port: number; rss: number }>((resolve) => child.once('message', resolve))
  const { port } = await ask()
  return {
    port,
    rss: async () => {
      const answer = ask()
      child.send('rss')
      return (await answer).rss
    },
  }
}

/** The experience of another caller, and the answers to the hostile client. */
async function suffer(attack: (target: Target) => Promise<Record<string, number>>, options: object) {
  const service = await serve(options)
  const before = await service.rss()
  const until = AbortSignal.timeout(MILLISECONDS)
  const target = { port: service.port, until }
  const body = Buffer.from(JSON.stringify(filesOf('a'.repeat(20_000))))
  const [health, uploads, told] = await Promise.all([
    askRegularly({ ...target, from: OTHERS, path: '/healthz' }),
    askRegularly({ ...target, from: OTHERS, path: '/api/scans/upload-json', body, token: 'others' }),
    attack(target),
  ])
  return { statuses: { health: health.statuses, uploads: uploads.statuses }, told, grown: (await service.rss()) - before }
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill()
})

const tiers = unlimited
const attacks = [
  { name: 'sends bodies in chunks of one byte', attack: (target: Target) => sendTinyChunks(target), options: { tiers }, told: '400' },
  {
    name: 'continues to send refused bodies',
    attack: (target: Target) => sendAfterRefusal(target),
    options: { tiers: { ...unlimited, anonymous: { jsonPerMinute: 0 } } },
    told: '429',
  },
  {
    name: 'sends long scans, thirty at a time',
    attack: (target: Target) => sendUploads(target, filesOf('block 300 ms')),
    options: { tiers, scans: { workers: 2, queueLimit: 16 } },
    told: '429',
  },
  {
    name: 'sends many bodies to just before their end',
    attack: (target: Target) => holdBodies(target, 28, 950_000),
    options: { tiers: unlimited, limits: { maxBodyBytes: 1_000_000, maxBufferedBytes: 8_000_000 } },
    told: '429',
  },
  {
    name: 'holds as many connections as it can',
    attack: (target: Target) => holdConnections(target, 200),
    options: { tiers, maxConnections: 100 },
    told: 'closed',
  },
  {
    name: 'holds as many connections as it can, through a proxy for all that is known',
    attack: (target: Target) => holdConnections(target, 200),
    options: { tiers, maxConnections: 100, trustedProxyHops: 1 },
    told: 'closed',
  },
]

describe.runIf(hasLoopback)('others are served while a client', () => {
  it.each(attacks)('$name', async ({ attack, options, told }) => {
    const outcome = await suffer(attack, { scans: { workers: 1 }, ...options })
    expect(outcome.statuses).toEqual({ health: { 200: expect.any(Number) }, uploads: { 200: expect.any(Number) } })
    expect(outcome.told[told]).toBeGreaterThan(0)
    expect(outcome.grown).toBeLessThan(MAX_GROWTH)
  })
})
