import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { formatTable } from '../../bench/lib/measure.mjs'
import { root } from '../../tools/root.mjs'
import { needs } from '../cli/needs.ts'
import { REFUSED_ARCHIVES, SKIPPING_ARCHIVES } from './corpus/archives.ts'
import { JSON_FAULTS, MEDIA_TYPES, SHAPE_FAULTS } from './corpus/bodies.ts'
import type { HostileRequest } from './corpus/hostile-request.ts'
import { LARGE_ARCHIVES } from './corpus/large-archives.ts'
import { HARD_CONNECTIONS, HARD_FILES, LARGE_BODIES } from './corpus/large-bodies.ts'
import { NO_HTTP } from './corpus/no-http.ts'
import { filesOf, upload } from './open-server.ts'
import { connectRaw } from './raw-request.ts'
import { makeZip } from './zip-archive.ts'

/**
 * Maximum CPU time of a request in all threads, as a multiple of `JSON.parse` for the most expensive body. At most two are needed. With other load on
 * the same core it can take twice as long, so a second attempt counts.
 */
const MAX_PARSES = 4
const MAX_MEGABYTES = 400
const TICKS_PER_SECOND = 100
const DEAREST = 15
const BETWEEN_MS = 50
const isLinux = needs(process.platform === 'linux', 'processor time and peak memory of another process are read from /proc')

/** By content. Requests for limits that a test has set are left out; similar ones for the default limits are among the large ones. */
const groups = [
  {
    name: 'bodies',
    requests: [
      ...JSON_FAULTS.map(({ name, body }) => ({ name, body: () => body, status: 400, problem: 'malformed-json' })),
      ...SHAPE_FAULTS.filter((fault) => !('isOfLimit' in fault)).map(({ name, body }) => ({
        name,
        body: () => JSON.stringify(body),
        status: 422,
        problem: 'invalid-upload',
      })),
      ...MEDIA_TYPES.map(({ name, type }) => ({
        name,
        headers: { 'Content-Type': type },
        body: () => '{}',
        status: 415,
        problem: 'unsupported-media-type',
      })),
    ],
  },
  {
    name: 'archives',
    requests: [
      ...REFUSED_ARCHIVES.filter(({ isOfLimit }) => !isOfLimit).map((archive) => ({ ...archive, status: 422, problem: 'invalid-archive' })),
      ...SKIPPING_ARCHIVES.map((archive) => ({ ...archive, status: 200 })),
    ].map(({ entries = [], frame, bytes, ...request }) => ({
      ...request,
      endpoint: 'upload-zip' as const,
      body: () => bytes ?? makeZip(entries, frame),
    })),
  },
  {
    name: 'connections',
    requests: [
      ...NO_HTTP.map(({ text, type, ...request }) => ({ ...request, raw: () => text, problem: type.slice('/problems/'.length) })),
      ...HARD_CONNECTIONS,
    ],
  },
  { name: 'large bodies', requests: LARGE_BODIES },
  { name: 'large archives', requests: LARGE_ARCHIVES },
  { name: 'files', requests: HARD_FILES },
] satisfies readonly { readonly name: string; readonly requests: readonly HostileRequest[] }[]

const SETTINGS = {
  ASSAY_WORKERS: '1',
  ASSAY_SCANS__QUEUE_WAIT_MS: '120000',
  ASSAY_SCANS__BUDGET_MS: '120000',
  ASSAY_TIERS__ANONYMOUS__JSON_PER_MINUTE: '1000000',
  ASSAY_TIERS__ANONYMOUS__ZIP_PER_MINUTE: '1000000',
  ASSAY_LIMITS__BODY_IDLE_MS: '2000',
}

interface Service {
  readonly port: number
  readonly url: string
  /** Returns the CPU seconds since the call, and the peak memory in megabytes. */
  meter(): () => { readonly cpu: number; readonly grown: number }
}

/** A warmed-up service in a separate process with built code: compiling sources in each thread costs more than most of these requests. */
async function openService(): Promise<Service> {
  const settings = { ...process.env, ...SETTINGS, XDG_DATA_HOME: join(tmpdir(), 'assay-no-keys') }
  const child = spawn(process.execPath, [join(root, 'dist/adapters/cli/main.js'), 'serve', '--port', '0'], {
    env: settings,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  afterAll(() => void child.kill())
  const [line] = await once(child.stdout, 'data')
  const port = Number(/:(\d+)/.exec(String(line))?.[1])
  const url = `http://127.0.0.1:${port}/api/scans`
  // The first scans of a thread compile rules.
  for (let round = 0; round < 3; round += 1) await (await upload(`${url}/upload-json`, filesOf('eval(a)'))).arrayBuffer()
  // Large inputs are read in a separate thread, which starts with the first one, as for archives.
  const picture = makeZip([{ name: 'a.png', content: Buffer.alloc(3_000_000, 7), stored: true }])
  for (let round = 0; round < 2; round += 1) {
    await (await upload(`${url}/upload-json`, filesOf('let a = 1\n'.repeat(100_000)))).arrayBuffer()
    const init = { method: 'POST', headers: { 'Content-Type': 'application/zip' }, body: new Uint8Array(picture) }
    await (await fetch(`${url}/upload-zip`, init)).arrayBuffer()
  }
  const proc = `/proc/${child.pid}`
  const read = (pattern: RegExp, file: string): readonly number[] =>
    (pattern.exec(readFileSync(`${proc}/${file}`, 'utf8')) ?? []).slice(1).map(Number)
  const cpuSeconds = () => read(/\) \S (?:\S+ ){10}(\d+) (\d+) /, 'stat').reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND
  const megabytes = (what: string) => (read(new RegExp(`${what}:\\s+(\\d+)`), 'status')[0] ?? Number.NaN) / 1_000
  return {
    port,
    url,
    meter() {
      // Resets the peak.
      writeFileSync(`${proc}/clear_refs`, '5')
      const [cpu, resident] = [cpuSeconds(), megabytes('VmRSS')]
      return () => ({ cpu: cpuSeconds() - cpu, grown: megabytes('VmHWM') - resident })
    },
  }
}

async function send({ url, port }: Service, { endpoint = 'upload-json', headers, body, raw }: HostileRequest): Promise<readonly [number, unknown]> {
  if (raw !== undefined) return sendRaw(port, raw())
  const type = endpoint === 'upload-zip' ? 'application/zip' : 'application/json'
  const sent = body?.() ?? ''
  const init = { method: 'POST', headers: { 'Content-Type': type, ...headers }, body: typeof sent === 'string' ? sent : new Uint8Array(sent) }
  const response = await fetch(`${url}/${endpoint}`, init)
  return [response.status, (await response.json()).type]
}

async function sendRaw(port: number, text: string): Promise<readonly [number, unknown]> {
  const { socket, answer } = connectRaw(port)
  socket.write(text, 'latin1')
  const { status, body } = await answer()
  socket.destroy()
  return [status, JSON.parse(body).type]
}

/** CPU seconds for the maximum number of objects in a body, the minimum of three runs. */
function secondsOfParsing(): number {
  const text = `[${'{},'.repeat(3_000_000)}{}]`
  const seconds = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    JSON.parse(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  })
  return Math.min(...seconds)
}

const costs: { readonly name: string; readonly cpu: number; readonly grown: number; readonly status: number }[] = []

describe.runIf(isLinux)('of hostile requests', async () => {
  const service = await openService()
  const most = MAX_PARSES * secondsOfParsing()

  describe.each(groups)('among $name', ({ requests }) => {
    it.each<HostileRequest>(requests)('$name is answered $status, and costs little', { retry: 1 }, async (request) => {
      // The body is created before, because the service may close an idle connection meanwhile.
      const body = request.body?.()
      await pause(BETWEEN_MS)
      const spent = service.meter()
      const answer = await send(service, { ...request, ...(body !== undefined && { body: () => body }) })
      const { cpu, grown } = spent()
      costs.push({ name: request.name, cpu, grown, status: request.status })
      expect(answer).toEqual([request.status, request.problem && `/problems/${request.problem}`])
      expect(cpu, 'seconds of a processor').toBeLessThan(most)
      expect(grown, 'megabytes').toBeLessThan(MAX_MEGABYTES)
    })
  })
})

afterAll(() => {
  const rows = costs
    .toSorted((first, second) => second.cpu - first.cpu)
    .slice(0, DEAREST)
    .map(({ name, status, cpu, grown }) => [name, String(status), `${cpu.toFixed(2)} s`, `${grown.toFixed(0)} MB`])
  const most = Math.max(...costs.map(({ grown }) => grown))
  console.log(
    `${costs.length} requests, at most ${most.toFixed(0)} MB\n${formatTable([['the dearest', 'answered', 'processor', 'memory grew'], ...rows])}`,
  )
})
