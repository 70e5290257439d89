// A normal caller during an attack.
import { Agent, request } from 'node:http'

const HOST = '127.0.0.1'

/**
 * @typedef {{ readonly statuses: Record<string, number>, readonly times: readonly number[] }} Asked number of answers by status (`0` for none), and
 * the milliseconds of each
 */

/**
 * Sends requests at a fixed rate, independent of the answers, as separate users do.
 *
 * @param {{ port: number, from?: string, path: string, body?: Buffer, token?: string, everyMs?: number, until: AbortSignal }} options
 * @returns {Promise<Asked>}
 */
export async function askRegularly({ port, from, path, body, token, everyMs = 100, until }) {
  // Each request uses a new connection, because accepting connections is part of the test.
  const agent = new Agent({ keepAlive: false })
  const statuses = {}
  const times = []
  const pending = []
  while (!until.aborted) {
    const started = performance.now()
    pending.push(
      ask({ port, from, path, body, token, agent }).then((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        times.push(performance.now() - started)
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  await Promise.all(pending)
  agent.destroy()
  return { statuses, times }
}

/** The status of the answer, or 0 if there is none within 30 seconds. */
function ask({ port, from, path, body, token, agent }) {
  const headers = {
    ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve) => {
    const asked = request({ host: HOST, port, path, method, agent, headers, timeout: 30_000, ...(from && { localAddress: from }) }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(0))
    asked.end(body)
  })
}
