import { Agent, request } from 'node:http'
import { percentile } from './measure.mjs'

/** Only ever this machine. */
const HOST = '127.0.0.1'

/**
 * Sends uploads as fast as answers arrive, over a number of connections, for a time.
 *
 * @returns {Promise<{ rate: number, errors: number }>} answers per second
 */
export async function saturate({ port, bodies, connections, milliseconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const started = performance.now()
  let answers = 0
  let errors = 0
  const lane = async () => {
    while (performance.now() - started < milliseconds) {
      const { status } = await upload(port, bodies[(answers + errors) % bodies.length], agent)
      if (status === 200) answers++
      else errors++
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  agent.destroy()
  return { rate: (answers / (performance.now() - started)) * 1000, errors }
}

/**
 * Sends uploads at a fixed rate, independent of the answers, as separate users do.
 *
 * @returns {Promise<{ sent: number, errors: number, p50: number, p99: number, most: number }>} milliseconds
 */
export async function loadAtRate({ port, bodies, rate, milliseconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const started = performance.now()
  const pending = []
  const times = []
  let errors = 0
  for (let sent = 0; ; sent++) {
    const due = (sent / rate) * 1000
    if (due > milliseconds) break
    const wait = started + due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    pending.push(
      upload(port, bodies[sent % bodies.length], agent).then(({ status }) => {
        // From the scheduled time: waiting in this process counts too.
        times.push(performance.now() - started - due)
        if (status !== 200) errors++
      }),
    )
  }
  await Promise.all(pending)
  agent.destroy()
  return { sent: times.length, errors, p50: percentile(times, 0.5), p99: percentile(times, 0.99), most: Math.max(...times) }
}

/** Number of client addresses in the header of the trusted proxy, because a single caller never gets all threads. */
const CALLERS = 200
let caller = 0

/** @returns {Promise<{ status: number, milliseconds: number }>} */
export function upload(port, body, agent) {
  caller = (caller + 1) % CALLERS
  const started = performance.now()
  return new Promise((resolve) => {
    const done = (status) => resolve({ status, milliseconds: performance.now() - started })
    const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-forwarded-for': `192.0.2.${caller}` }
    request({ host: HOST, port, path: '/api/scans/upload-json', method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => done(response.statusCode))
    })
      .on('error', () => done(0))
      .end(body)
  })
}
