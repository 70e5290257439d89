// Hostile clients, only for services on this machine. Each runs until it is stopped, and counts answers. Without a pace they send as fast as possible
// and reconnect immediately.
import { setMaxListeners } from 'node:events'
import { connect } from 'node:net'

const HOST = '127.0.0.1'
const UPLOAD = 'POST /api/scans/upload-json HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
/** Milliseconds between two connections of a lane without a pace. */
const PAUSE_MS = 20
/** How often a paced client sends. */
const BEAT_MS = 50

/**
 * @typedef {object} Target
 * @property {number} port
 * @property {string} [from] local address of the client, such as 127.0.0.2
 * @property {AbortSignal} until
 * @property {number} [bytesPerSecond] over all its connections
 * @property {number} [pauseMs] between a closed connection and the next one
 */

/** @typedef {Record<string, number>} Counts answers by status, `closed` for connections that ended without one, `sent` for bytes */

/** Sends bodies in chunks of one byte. */
export function sendTinyChunks(/** @type {Target} */ target, connections = 5) {
  const chunks = Buffer.from('1\r\n \r\n'.repeat(2_000))
  return repeatOver(target, connections, (socket) => {
    socket.write(`${UPLOAD}Transfer-Encoding: chunked\r\n\r\n`)
    pump(socket, chunks, (target.bytesPerSecond ?? Infinity) / connections)
  })
}

/** Continues to send bodies that were refused because the quota is used up. */
export function sendAfterRefusal(/** @type {Target} */ target, connections = 20) {
  const bytes = Buffer.alloc(65_536, ' ')
  const chunks = Buffer.from('1\r\n \r\n'.repeat(2_000))
  return repeatOver(target, connections, (socket, round) => {
    if (round % 2 === 0) socket.write(`${UPLOAD}Content-Length: 10000000\r\n\r\n`)
    else socket.write(`${UPLOAD}Transfer-Encoding: chunked\r\n\r\n`)
    pump(socket, round % 2 === 0 ? bytes : chunks, (target.bytesPerSecond ?? Infinity) / connections)
  })
}

/** Sends the same upload repeatedly. */
export function sendUploads(/** @type {Target} */ target, /** @type {unknown} */ upload, connections = 30) {
  const body = Buffer.from(JSON.stringify(upload))
  return repeatOver(target, connections, (socket) => {
    socket.write(`${UPLOAD}Content-Length: ${body.length}\r\n\r\n`)
    socket.write(body)
  })
}

/** Sends bodies that stop before their last byte. */
export function holdBodies(/** @type {Target} */ target, connections = 28, bytes = 9_500_000) {
  const body = Buffer.alloc(bytes, ' ')
  return repeatOver(target, connections, (socket) => {
    socket.write(`${UPLOAD}Content-Length: ${bytes + 1}\r\n\r\n`)
    socket.write(body)
  })
}

/** Opens connections and sends nothing. */
export function holdConnections(/** @type {Target} */ target, connections = 2_000) {
  return repeatOver(target, connections, () => {})
}

/** An upload of files that all import their neighbours: small, and long to follow. */
export function linkedFiles(count = 3_300) {
  const files = Array.from({ length: count }, (_, index) => ({
    path: `f${index}.js`,
    content: `import { g as a } from './f${(index * 7 + 1) % count}.js'\nexport const g = (x) => a(x)\neval(g(req.query.x))\n`,
  }))
  return { files }
}

/** The same archive or form again and again. */
export function sendArchives(
  /** @type {Target} */ target,
  /** @type {{ body: Buffer, type?: string }} */ { body, type = 'application/zip' },
  connections = 10,
) {
  const head = `POST /api/scans/upload-zip HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
  return repeatOver(target, connections, (socket) => {
    socket.write(head)
    socket.write(body)
  })
}

/** In each lane: opens a connection, uses it, waits for its end, and repeats. */
async function repeatOver({ port, from, until, pauseMs = PAUSE_MS }, connections, begin) {
  /** @type {Counts} */
  const counts = { closed: 0, sent: 0 }
  setMaxListeners(0, until)
  let round = 0
  const lane = async () => {
    while (!until.aborted) {
      await useConnection({ port, from, until }, counts, (socket) => begin(socket, round++))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return counts
}

/** Resolves when either side has ended the connection. An answer ends it. */
function useConnection({ port, from, until }, counts, begin) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST, ...(from === undefined ? {} : { localAddress: from }) }, () => begin(socket))
    const stop = () => socket.destroy()
    let told = ''
    until.addEventListener('abort', stop, { once: true })
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      if (told === '' && text.startsWith('HTTP/1.1 ')) count(counts, (told = text.slice(9, 12)))
      // The service closes clients that continue to send after an answer. Others close themselves.
      if (told === '200') socket.destroy()
    })
    socket.on('end', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => {
      until.removeEventListener('abort', stop)
      counts.sent += socket.bytesWritten
      if (told === '' && !until.aborted) counts.closed++
      resolve(undefined)
    })
  })
}

function count(counts, status) {
  counts[status] = (counts[status] ?? 0) + 1
}

/** Writes the same bytes repeatedly, as fast as possible or at the given pace. */
function pump(socket, bytes, bytesPerSecond) {
  if (bytesPerSecond < Infinity) return beat(socket, bytes, bytesPerSecond)
  const more = () => {
    while (!socket.destroyed && socket.writable && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

/** In complete chunks of six bytes, the unit of `bytes` where that matters. */
function beat(socket, bytes, bytesPerSecond) {
  const share = 6 * Math.ceil((bytesPerSecond * BEAT_MS) / 6_000)
  const timer = setInterval(() => {
    if (!socket.writable) return clearInterval(timer)
    for (let left = share; left > 0; left -= bytes.length) socket.write(left < bytes.length ? bytes.subarray(0, left) : bytes)
  }, BEAT_MS)
  socket.on('close', () => clearInterval(timer))
}
