// Sends uploads to the service at increasing load, and next to a large one: `npm run bench -- server [SECONDS]`
import { fork, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describeMachine } from './lib/engine.mjs'
import { loadAtRate, saturate, upload } from './lib/load.mjs'
import { formatTable } from './lib/measure.mjs'
import { readCorpusFiles } from './lib/pinned-corpus.mjs'
import { judge, record, skip } from './lib/records.mjs'

const SECONDS = Number(process.argv[2] ?? 10)
const SMALL_BYTES = 20_000
const LARGE_BYTES = 9_000_000
const SHARES = [0.25, 0.5, 0.75, 0.9]
const CONNECTIONS = 8
/** A program of util-linux that restricts a process to some processors. */
const PIN = 'taskset'

const small = makeBodies(SMALL_BYTES, 40)
const [large] = makeBodies(LARGE_BYTES, 1)
const canPin = process.platform === 'linux' && spawnSync(PIN, ['--version']).status === 0
if (!canPin) skip(`holding the service to one core: there is no \`${PIN}\` here`)

console.log(`${describeMachine()}; uploads of ${SMALL_BYTES / 1000} KB, ${SECONDS} s for each load, sent at a fixed rate`)
const half = await onOneCore()
await besideLarge(half)

async function onOneCore() {
  const server = await start(canPin)
  await saturate({ ...server, bodies: small, connections: CONNECTIONS, milliseconds: 3000 })
  const { rate, errors } = await saturate({ ...server, bodies: small, connections: CONNECTIONS, milliseconds: SECONDS * 1000 })
  record('saturation', rate, 'uploads a second')
  console.log(`saturation${canPin ? ' on one core' : ''}: ${rate.toFixed(0)} uploads a second, ${errors} refused`)
  await server.ask('delay')
  const rows = []
  for (const share of SHARES) {
    const load = await loadAtRate({ ...server, bodies: small, rate: rate * share, milliseconds: SECONDS * 1000 })
    const { delay } = await server.ask('delay')
    rows.push([
      `${share * 100} %`,
      `${(rate * share).toFixed(0)}/s`,
      `${load.p50.toFixed(1)} ms`,
      `${load.p99.toFixed(1)} ms`,
      `${load.most.toFixed(0)} ms`,
      `${delay.toFixed(1)} ms`,
      String(load.errors),
    ])
    record(`p50 at ${share * 100} % load`, load.p50, 'ms')
    record(`p99 at ${share * 100} % load`, load.p99, 'ms')
    record(`event-loop delay p99 at ${share * 100} % load`, delay, 'ms')
    if (share === 0.5) judge('p99 of 20 KB uploads at half of saturation', load.p99, 50, { unit: 'ms' })
  }
  console.log(formatTable([['load', 'rate', 'p50', 'p99', 'most', 'event loop p99', 'refused'], ...rows]))
  server.stop()
  return rate / 2
}

/** On all cores, at half the rate that one core can handle. */
async function besideLarge(rate) {
  const server = await start(false)
  await saturate({ ...server, bodies: small, connections: CONNECTIONS, milliseconds: 3000 })
  const alone = await loadAtRate({ ...server, bodies: small, rate, milliseconds: SECONDS * 1000 })
  const until = performance.now() + SECONDS * 1000
  const larges = []
  const lane = async () => {
    while (performance.now() < until) larges.push(await upload(server.port, large))
  }
  const [beside] = await Promise.all([loadAtRate({ ...server, bodies: small, rate, milliseconds: SECONDS * 1000 }), lane()])
  const { delay } = await server.ask('delay')
  console.log(
    `\n${rate.toFixed(0)} small uploads a second: p99 ${alone.p99.toFixed(1)} ms alone, ${beside.p99.toFixed(1)} ms beside ${larges.length} uploads of 9 MB (${larges
      .map(({ status, milliseconds }) => `${status} in ${milliseconds.toFixed(0)} ms`)
      .slice(0, 4)
      .join(', ')}); event-loop delay p99 ${delay.toFixed(1)} ms, ${beside.errors} refused`,
  )
  record('p99 alone', alone.p99, 'ms')
  record('p99 beside 9 MB uploads', beside.p99, 'ms')
  judge('p99 of small uploads beside one of 9 MB, of that without', beside.p99 / alone.p99, 2)
  server.stop()
}

async function start(pinned) {
  const script = fileURLToPath(new URL('lib/serve.mjs', import.meta.url))
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  if (pinned) spawnSync(PIN, ['-a', '-p', '-c', '0', String(child.pid)])
  const { url } = await new Promise((resolve) => child.once('message', resolve))
  // Threads that were started meanwhile.
  if (pinned) spawnSync(PIN, ['-a', '-p', '-c', '0', String(child.pid)])
  return {
    port: Number(new URL(url).port),
    ask: (what) => new Promise((resolve) => child.once('message', resolve) && child.send(what)),
    stop: () => child.send('stop'),
  }
}

/** Uploads of about this size with different files of the corpus, so that no cache applies. */
function makeBodies(bytes, count) {
  const files = readCorpusFiles({ languages: ['javascript', 'typescript'], ...(count === 1 ? {} : { bytes: 4_000_000 }) })
  const bodies = []
  let upload = []
  let size = 0
  for (const { path, text } of files) {
    if (text.length > bytes / 2) continue
    if (size + text.length > bytes && size > 0.7 * bytes) {
      bodies.push(Buffer.from(JSON.stringify({ files: upload })))
      if (bodies.length === count) return bodies
      upload = []
      size = 0
    }
    if (size + text.length > bytes) continue
    upload.push({ path, content: text })
    size += text.length
  }
  return bodies
}
