// Somebody who only wants an answer, while others do what they do.
import { Agent, request } from 'node:http'

const HOST = '127.0.0.1'

/** @typedef {{ readonly statuses: Record<string, number>, readonly times: readonly number[] }} Asked answers by status, `0` for none, and the milliseconds of each */

/**
 * Asks at a fixed rate whether or not answers come, as other people do.
 *
 * @param {{ port: number, from?: string, path: string, body?: Buffer, token?: string, everyMs?: number, until: AbortSignal }} options
 * @returns {Promise<Asked>}
 */
export async function askRegularly({ port, from, path, body, token, everyMs = 100, until }) {
  // A connection of its own for each: that a new one is taken is part of the question.
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

/** The status of the answer, 0 when there is none within 30 seconds. */
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
