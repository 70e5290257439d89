// Clients that want to stop a service, against this machine alone. Each does what it does until it is told to stop, and counts what it was told. Without a pace they send
// as fast as they are taken, and are back at once when they were closed.
import { setMaxListeners } from 'node:events'
import { connect } from 'node:net'

const HOST = '127.0.0.1'
const UPLOAD = 'POST /api/scans/upload-json HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
/** Between two connections of a lane that has no pace. */
const PAUSE_MS = 20
/** How often a paced client sends. */
const BEAT_MS = 50

/**
 * @typedef {object} Target
 * @property {number} port
 * @property {string} [from] address of this machine that it comes from, such as 127.0.0.2
 * @property {AbortSignal} until
 * @property {number} [bytesPerSecond] over all its connections
 * @property {number} [pauseMs] from when a connection was closed to when the next one is opened in its place
 */

/** @typedef {Record<string, number>} Counts answers by status, `closed` for connections that ended without one, `sent` for bytes */

/** Bodies in chunks of one byte, over so many connections. */
export function sendTinyChunks(/** @type {Target} */ target, connections = 5) {
  const chunks = Buffer.from('1\r\n \r\n'.repeat(2_000))
  return repeatOver(target, connections, (socket) => {
    socket.write(`${UPLOAD}Transfer-Encoding: chunked\r\n\r\n`)
    pump(socket, chunks, (target.bytesPerSecond ?? Infinity) / connections)
  })
}

/** Bodies that go on though they were refused: for who has used its quota up. */
export function sendAfterRefusal(/** @type {Target} */ target, connections = 20) {
  const bytes = Buffer.alloc(65_536, ' ')
  const chunks = Buffer.from('1\r\n \r\n'.repeat(2_000))
  return repeatOver(target, connections, (socket, round) => {
    if (round % 2 === 0) socket.write(`${UPLOAD}Content-Length: 10000000\r\n\r\n`)
    else socket.write(`${UPLOAD}Transfer-Encoding: chunked\r\n\r\n`)
    pump(socket, round % 2 === 0 ? bytes : chunks, (target.bytesPerSecond ?? Infinity) / connections)
  })
}

/** The same upload again and again, over so many connections. */
export function sendUploads(/** @type {Target} */ target, /** @type {unknown} */ upload, connections = 30) {
  const body = Buffer.from(JSON.stringify(upload))
  return repeatOver(target, connections, (socket) => {
    socket.write(`${UPLOAD}Content-Length: ${body.length}\r\n\r\n`)
    socket.write(body)
  })
}

/** Bodies that end just before their end. */
export function holdBodies(/** @type {Target} */ target, connections = 28, bytes = 9_500_000) {
  const body = Buffer.alloc(bytes, ' ')
  return repeatOver(target, connections, (socket) => {
    socket.write(`${UPLOAD}Content-Length: ${bytes + 1}\r\n\r\n`)
    socket.write(body)
  })
}

/** Connections that say nothing. */
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

/** Lets so many lanes open a connection, do something on it, wait for its end, and begin again. */
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

/** Resolves when the connection has ended, from whichever side. An answer ends it. */
function useConnection({ port, from, until }, counts, begin) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST, ...(from === undefined ? {} : { localAddress: from }) }, () => begin(socket))
    const stop = () => socket.destroy()
    let told = ''
    until.addEventListener('abort', stop, { once: true })
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      if (told === '' && text.startsWith('HTTP/1.1 ')) count(counts, (told = text.slice(9, 12)))
      // Who goes on sending after an answer is closed by the service; who waits for nothing more closes.
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

/** Writes the same bytes again and again, as fast as they are taken or as the pace says. */
function pump(socket, bytes, bytesPerSecond) {
  if (bytesPerSecond < Infinity) return beat(socket, bytes, bytesPerSecond)
  const more = () => {
    while (!socket.destroyed && socket.writable && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

/** In whole chunks of six bytes, which is what `bytes` are made of where that matters. */
function beat(socket, bytes, bytesPerSecond) {
  const share = 6 * Math.ceil((bytesPerSecond * BEAT_MS) / 6_000)
  const timer = setInterval(() => {
    if (!socket.writable) return clearInterval(timer)
    for (let left = share; left > 0; left -= bytes.length) socket.write(left < bytes.length ? bytes.subarray(0, left) : bytes)
  }, BEAT_MS)
  socket.on('close', () => clearInterval(timer))
}
