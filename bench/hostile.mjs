// Attacks the service with one kind of hostile client after the other, and measures the effect on other callers: `npm run hostile [SECONDS] [NAME]
// [--flood]`. The service has 512 MB of heap. With `--flood` hostile clients send as fast as possible and reconnect immediately, so that they compete
// with the service for processors. Hostile clients use 127.0.0.1, others 127.0.0.2, which requires a system where all of 127.0.0.0/8 is local, such
// as Linux.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { buildOrExit } from '../tools/build.mjs'
import { ATTACKS } from './hostile/attack.mjs'
import { askRegularly } from './hostile/bystander.mjs'
import { formatTable, percentile } from './lib/measure.mjs'

const words = process.argv.slice(2)
const flood = words.includes('--flood')
const [seconds = '60', only] = words.filter((word) => !word.startsWith('--'))
const MAX_SECONDS = 600
const WARM_MS = 3_000
const OTHERS = '127.0.0.2'
const UPLOADS = '/api/scans/upload-json'
const many = 1_000_000_000
/** Other callers have a token, and so their own quota. */
const TIERS = { anonymous: { jsonPerMinute: many, zipPerMinute: many }, bearer: { jsonPerMinute: many } }
const OPTIONS = { 'sending after 429': { tiers: { ...TIERS, anonymous: { jsonPerMinute: 5 } } } }

buildOrExit()
const small = Buffer.from(
  JSON.stringify({ files: [{ path: 'app.js', content: 'app.get("/", (req, res) => res.send(eval(req.query.code)))\n'.repeat(340) }] }),
)
const rows = []
const milliseconds = Math.min(Number(seconds), MAX_SECONDS) * 1000
for (const name of Object.keys(ATTACKS).filter((one) => only === undefined || one === only)) {
  const service = await start(OPTIONS[name] ?? { tiers: TIERS })
  // The first scans of a thread compile rules.
  await askRegularly({
    port: service.port,
    from: OTHERS,
    path: UPLOADS,
    body: small,
    everyMs: 250,
    token: 'others',
    until: AbortSignal.timeout(WARM_MS),
  })
  const before = await service.ask()
  const until = AbortSignal.timeout(milliseconds)
  const target = { port: service.port, until }
  const [health, uploads, counts, memory] = await Promise.all([
    askRegularly({ ...target, from: OTHERS, path: '/healthz' }),
    askRegularly({ ...target, from: OTHERS, path: UPLOADS, body: small, everyMs: 250, token: 'others' }),
    attack(name, service.port),
    watchMemory(service, until),
  ])
  const { cpu } = await service.ask()
  service.stop()
  rows.push([
    name,
    `${percentile(health.times, 0.99).toFixed(0)} / ${Math.max(...health.times).toFixed(0)} ms`,
    `${percentile(uploads.times, 0.99).toFixed(0)} / ${Math.max(...uploads.times).toFixed(0)} ms`,
    JSON.stringify(uploads.statuses),
    `${(memory - before.rss).toFixed(0)} MB`,
    `${((100 * (cpu - before.cpu)) / milliseconds).toFixed(0)} %`,
    JSON.stringify(counts),
  ])
  console.log(rows.at(-1).join(' | '))
}
console.log(
  formatTable([
    ['hostile', '/healthz p99, most', '20 KB p99, most', 'answered', 'memory grew', 'of a processor', 'what the hostile were told'],
    ...rows,
  ]),
)

/** Returns the answers to the hostile clients. */
function attack(name, port) {
  const worker = new Worker(new URL('hostile/attack.mjs', import.meta.url), { workerData: { name, port, milliseconds, flood } })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** The most megabytes that the process had. */
async function watchMemory(service, until) {
  let most = 0
  while (!until.aborted) {
    most = Math.max(most, (await service.ask()).rss)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return most
}

async function start(options) {
  const script = fileURLToPath(new URL('lib/serve.mjs', import.meta.url))
  const child = fork(script, [JSON.stringify(options)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--max-old-space-size=512'] })
  const { url } = await new Promise((resolve) => child.once('message', resolve))
  return {
    port: Number(new URL(url).port),
    ask: () => new Promise((resolve) => child.once('message', resolve) && child.send('delay')),
    stop: () => child.send('stop'),
  }
}
