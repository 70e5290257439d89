// Three replicas and two workers with one Redis and one PostgreSQL: measures whether limits are exact, and the effect on callers while processes are
// killed.
// `npm run bench -- load [REQUESTS] [RATE] [SOAK_SECONDS]`
import { Agent, request } from 'node:http'
import { lackOfPrograms, makeAssay, makeKeys, makePostgres, makeRedis, pause } from './lib/deployment.mjs'
import { describeMachine } from './lib/engine.mjs'
import { formatTable, percentile } from './lib/measure.mjs'
import { judge, record, skip } from './lib/records.mjs'

const [requests = 10_000, rate = 15, soakSeconds = 0] = process.argv.slice(2).map(Number)
const REPLICAS = 3
const WORKERS = 2
const LANES = 24
/** The default tiers. */
const ADDRESS_LIMIT = 5
const KEY_LIMIT = 30
/** The number of requests of each caller: more than its limit. */
const OF_ADDRESS = 8
const OF_KEY = 40
/** The rate window with a margin. A longer burst proves nothing. */
const WINDOW_MS = 55_000
const FROM_BYTES = 20_000
const TIMEOUT_MS = 180_000
/** Milliseconds of load before a process is killed, while it is down, and after its restart. */
const [BEFORE_MS, GONE_MS, AFTER_MS] = [4_000, 8_000, 12_000]
const LARGE_SHARE = 8
/** Milliseconds before the first heap measurement, and between two. */
const [WARM_MS, PROBE_MS] = [60_000, 180_000]
const STEADY_KEYS = 20

const weak = { path: 'app.js', content: "app.get('/', (req, res) => res.send(eval(req.query.code)))\n" }
const small = Buffer.from(JSON.stringify({ files: [weak] }))
const filler = { path: 'filler.js', content: 'export const add = (a, b) => a + b\n'.repeat(1_000) }
const large = Buffer.from(JSON.stringify({ files: [weak, filler] }))
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
let nextAddress = 0

const lack = lackOfPrograms()
if (lack === undefined) await run()
else skip(`there is no ${lack} here`)

async function run() {
  console.log(`${describeMachine()}; ${REPLICAS} replicas, ${WORKERS} workers, one Redis, one PostgreSQL`)
  const [redis, postgres] = [await makeRedis(), await makePostgres()]
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ASSAY_QUEUE__REDIS_URL: redis.url,
    ASSAY_QUEUE__FROM_BYTES: String(FROM_BYTES),
    ASSAY_TRUSTED_PROXY_HOPS: '1',
    ASSAY_WORKERS: '1',
    ASSAY_SCANS__QUEUE_LIMIT: '1000',
    ASSAY_SCANS__QUEUE_WAIT_MS: '60000',
  }
  const replicas = []
  for (let index = 0; index < REPLICAS; index += 1) replicas.push(await makeAssay('serve', `replica ${index + 1}`, env))
  const workers = []
  for (let index = 0; index < WORKERS; index += 1) workers.push(await makeAssay('worker', `worker ${index + 1}`, env))
  const all = [redis, postgres, ...replicas, ...workers]
  try {
    await Promise.all([redis.start(), postgres.start()])
    const counted = Math.ceil((0.2 * requests) / OF_KEY)
    // The tokens of the first part have used up their quota.
    const tokens = await makeKeys(postgres.url, counted + STEADY_KEYS)
    const keys = tokens.slice(counted)
    for (const each of [...replicas, ...workers]) await each.start()
    if (requests > 0) await limitsHold(replicas, tokens.slice(0, counted))
    if (rate > 0) await killInTurn({ replicas, workers, redis, postgres, keys })
    if (soakSeconds > 0) await soak([...replicas, ...workers], replicas, keys)
  } finally {
    agent.destroy()
    for (const each of all.toReversed()) await each.kill()
    postgres.remove()
  }
}

/** Each caller sends more than its limit, over all replicas, and must get exactly its limit. */
async function limitsHold(replicas, keys) {
  const addresses = Math.floor((requests - keys.length * OF_KEY) / OF_ADDRESS)
  const callers = [
    ...Array.from({ length: addresses }, () => ({ who: newAddress(), sends: OF_ADDRESS, limit: ADDRESS_LIMIT })),
    ...keys.map((token) => ({ who: { ...newAddress(), authorization: `Bearer ${token}` }, sends: OF_KEY, limit: KEY_LIMIT })),
  ]
  const statuses = new Map()
  let [exact, late, wrong] = [0, 0, 0]
  const started = performance.now()
  const lane = async () => {
    for (let caller = callers.pop(); caller !== undefined; caller = callers.pop()) {
      const begun = performance.now()
      const answers = []
      for (let sent = 0; sent < caller.sends; sent += 1) answers.push(await send(replicas[sent % replicas.length].url, small, caller.who))
      for (const answer of answers) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const passed = answers.filter(isRight).length
      if (performance.now() - begun > WINDOW_MS) late += 1
      else if (passed === caller.limit && answers.slice(caller.limit).every(({ status }) => status === 429)) exact += 1
      else wrong += 1
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const seconds = (performance.now() - started) / 1_000
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const faults = [...statuses].filter(([status]) => status >= 500 || status === 0).reduce((sum, [, count]) => sum + count, 0)
  console.log(
    `\n${total} requests of ${exact + late + wrong} callers in ${seconds.toFixed(0)} s: ${describeCounts(statuses)}; ${exact} callers exact, ${late} slower than the window`,
  )
  record('requests', total, 'requests')
  judge('callers whose limit did not hold to the request', wrong, 0)
  judge('answers of 5xx, and none', faults, 0)
}

/** The load continues while one kind of process after the other is killed and restarted. */
async function killInTurn({ replicas, workers, redis, postgres, keys }) {
  const rows = []
  let wrong = 0
  for (const victim of [workers[0], replicas[0], redis, postgres]) {
    const state = { isOver: false }
    const load = sendSteadily(replicas, keys, state)
    await pause(BEFORE_MS)
    await victim.kill()
    await pause(GONE_MS)
    await victim.start()
    await pause(AFTER_MS)
    state.isOver = true
    const answers = await load
    const counts = new Map()
    for (const answer of answers) counts.set(judgeAnswer(answer), (counts.get(judgeAnswer(answer)) ?? 0) + 1)
    wrong += answers.filter((answer) => judgeAnswer(answer).startsWith('wrong')).length
    const times = answers.map(({ milliseconds }) => milliseconds)
    rows.push([
      victim.name,
      String(answers.length),
      describeCounts(counts),
      `${percentile(times, 0.5).toFixed(0)} / ${Math.max(...times).toFixed(0)} ms`,
    ])
  }
  console.log(`\n${rate} uploads a second, one in ${LARGE_SHARE} by workers, while one is killed (-9) for ${GONE_MS / 1_000} s:`)
  console.log(formatTable([['killed', 'answers', 'what they were', 'p50 / most'], ...rows]))
  judge('answers that are neither right nor a 503 with `Retry-After`', wrong, 0)
}

async function sendSteadily(replicas, keys, state) {
  const started = performance.now()
  const pending = []
  for (let sent = 0; !state.isOver; sent += 1) {
    const wait = started + (sent / rate) * 1_000 - performance.now()
    if (wait > 0) await pause(wait)
    const who = sent % 5 === 0 && keys.length > 0 ? { ...newAddress(), authorization: `Bearer ${keys[(sent / 5) % keys.length]}` } : newAddress()
    pending.push(sendAsProxy(replicas, sent, sent % LARGE_SHARE === 1 ? large : small, who))
  }
  return Promise.all(pending)
}

/** Like a load balancer: if a connection breaks, it asks another replica. */
async function sendAsProxy(replicas, sent, body, who) {
  const first = await send(replicas[sent % replicas.length].url, body, who)
  if (first.status !== 0) return first
  const second = await send(replicas[(sent + 1) % replicas.length].url, body, who)
  return { ...second, milliseconds: first.milliseconds + second.milliseconds, isRetried: true }
}

function judgeAnswer(answer) {
  if (isRight(answer)) return answer.isRetried ? 'right, from another replica' : 'right'
  if (answer.status === 503 && answer.retryAfter !== undefined) return `503 ${answer.type}`
  return `wrong: ${answer.status} ${answer.type}`
}

function isRight({ status, grade, rules }) {
  return status === 200 && grade === 'D' && rules === 'code-injection'
}

/**
 * Memory at a low rate, in thirds. Resident memory depends on how often heaps are collected, so a leak is detected by the memory after collections:
 * measured once at the end for the last replica and worker, and every few minutes for all others.
 */
async function soak(processes, replicas, keys) {
  const state = { isOver: false }
  const load = sendSteadily(replicas, keys, state)
  const samples = new Map(processes.map(({ name }) => [name, []]))
  const heaps = new Map(processes.map(({ name }) => [name, []]))
  const asked = processes.filter(({ name }) => name !== `replica ${REPLICAS}` && name !== `worker ${WORKERS}`)
  const until = performance.now() + soakSeconds * 1_000
  let nextProbe = performance.now() + WARM_MS
  while (performance.now() < until) {
    await pause(5_000)
    for (const { name, url } of processes) samples.get(name).push(await readMemory(url))
    if (performance.now() < nextProbe) continue
    nextProbe += PROBE_MS
    await probeAll(asked, heaps)
  }
  state.isOver = true
  const answers = await load
  await probeAll(processes, heaps)
  console.log(`\n${soakSeconds} s at ${rate} uploads a second: ${answers.filter(isRight).length} of ${answers.length} right`)
  reportResident(samples)
  reportHeaps(heaps)
}

async function probeAll(processes, heaps) {
  for (const each of processes) {
    const answer = await each.ask({ kind: 'measure' })
    if (answer !== undefined) heaps.get(each.name).push({ at: performance.now(), ...answer })
  }
}

function reportResident(samples) {
  const rows = [...samples].map(([name, values]) => {
    const third = Math.ceil(values.length / 3)
    const [one, two, three] = [values.slice(0, third), values.slice(third, -third), values.slice(-third)].map((part) => percentile(part, 0.5))
    record(`memory of ${name}, last third over the middle one`, three - two, 'MB')
    return [name, ...[one, two, three, Math.max(...values)].map((value) => `${value.toFixed(0)} MB`)]
  })
  console.log(formatTable([['resident', 'first third', 'second', 'last', 'most'], ...rows]))
}

/** The memory after collections, from the first to the last measurement. */
function reportHeaps(heaps) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1)
  const line = (name, { at, residentBefore, resident, main, external, arrayBuffers, threads }, begun) => [
    name,
    `${((at - begun) / 60_000).toFixed(0)} min`,
    ...[main, threads.reduce((sum, { used }) => sum + used, 0), external, arrayBuffers, residentBefore, resident].map(megabytes),
  ]
  const rows = [...heaps].flatMap(([name, answers]) => answers.map((answer) => line(name, answer, answers[0].at)))
  console.log(`\nMB, all heaps collected:`)
  console.log(formatTable([['process', 'after', 'main heap', 'threads', 'external', 'of it buffers', 'resident before', 'after'], ...rows]))
  for (const [name, answers] of heaps) {
    if (answers.length < 2) continue
    const hours = (answers.at(-1).at - answers[0].at) / 3_600_000
    record(`heap of ${name} when it is collected, growth in an hour`, (answers.at(-1).main - answers[0].main) / 1e6 / hours, 'MB')
  }
}

async function readMemory(url) {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6
}

/** @returns {Promise<{ status: number, milliseconds: number, grade?: string, rules?: string, type?: string, retryAfter?: string }>} status 0: no answer */
function send(url, body, headers) {
  const started = performance.now()
  return new Promise((resolve) => {
    const done = (answer) => resolve({ ...answer, milliseconds: performance.now() - started })
    const all = { 'content-type': 'application/json', 'content-length': body.length, ...headers }
    const sent = request(`${url}/api/scans/upload-json`, { method: 'POST', agent, headers: all, timeout: TIMEOUT_MS }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('error', () => done({ status: 0 }))
      response.on('end', () => {
        const { grade, findings, type } = readJson(Buffer.concat(parts).toString())
        const rules = findings?.map(({ rule }) => rule).join()
        done({ status: response.statusCode, grade, rules, type, retryAfter: response.headers['retry-after'] })
      })
    })
    sent.on('timeout', () => sent.destroy())
    // An idle connection may be closed when it is reused. Then the server read nothing of the request.
    sent.on('error', () => (sent.reusedSocket ? resolve(send(url, body, headers)) : done({ status: 0 })))
    sent.end(body)
  })
}

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Addresses reserved for documentation and benchmarks, as a trusted proxy reports them. */
function newAddress() {
  nextAddress += 1
  return { 'x-forwarded-for': `198.18.${(nextAddress >> 8) & 255}.${nextAddress & 255}` }
}

function describeCounts(counts) {
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ')
}
