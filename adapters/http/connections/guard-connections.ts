import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { PROBLEMS, toProblemDocument } from '../problems/problems.ts'
import type { Problem, ProblemName } from '../problems/problems.ts'
import { ABANDONED_BODY, BROKEN_BODY } from '../body/read-request-body.ts'
import { createLingering, type Linger } from './linger.ts'

interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** Something that is no HTTP came after it, and will be answered. What comes after that breaks too, piece by piece. */
  isLast?: boolean
}

/**
 * Lets a server answer clients that break off, go on or are no clients at all. A connection that is closed while its client still sends is reset,
 * and the reset overtakes the answer: so what is left of a refused body is read and dropped for a bounded while.
 */
export function guardConnections(server: Server, listener: RequestListener): void {
  const exchanges = new WeakMap<Duplex, Exchange>()
  const linger = createLingering()

  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    exchanges.set(incoming.socket, { incoming, outgoing })
    settleHost(incoming)
    lingerAfterAnswer({ incoming, outgoing }, linger)
    listener(incoming, outgoing)
  }
  server.on('connection', (socket: Socket) => closeGently(socket, () => exchanges.get(socket)?.incoming))
  server.on('request', onRequest)
  // Without a listener Node asks for the body at once. This way it is asked for when it is read, and not when the request is refused.
  server.on('checkContinue', onRequest)
  // Of other expectations nothing is known, which is no reason to refuse the request: Node does, with an answer that says nothing.
  server.on('checkExpectation', onRequest)
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, exchanges.get(socket)))
}

/** Health checks of HTTP/1.0 need not name a host. Of two, one may be believed here and the other one by a proxy: neither counts, and the listener refuses. */
function settleHost(incoming: IncomingMessage): void {
  const hosts = incoming.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 0 && incoming.httpVersion === '1.0') incoming.headers.host = 'localhost'
  if (hosts > 1) delete incoming.headers.host
}

function lingerAfterAnswer({ incoming, outgoing }: Exchange, linger: Linger): void {
  let isAbandoned = false
  incoming.once(ABANDONED_BODY, () => {
    isAbandoned = true
    incoming.socket.pause()
  })
  outgoing.prependOnceListener('finish', () => {
    if (incoming.complete) return
    // Node drops what nobody has begun to read, without telling how much it is. Its own listener comes after this one.
    incoming.read(0)
    linger(incoming, isAbandoned)
  })
}

/** Where an answer is the last of its connection, Node ends the connection under what is still being received. Here only its own side ends at first. */
function closeGently(socket: Socket, lastRequest: () => IncomingMessage | undefined): void {
  const destroySoon = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    const incoming = lastRequest()
    if (!incoming || incoming.complete || socket.destroyed) return destroySoon()
    incoming.once('end', destroySoon)
    socket.end()
  }
}

function answerBrokenRequest(error: Error, socket: Duplex, exchange: Exchange | undefined): void {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (exchange && !exchange.incoming.complete) {
    // What broke is the body of a request, whose handler answers itself if it has not yet.
    if (exchange.outgoing.headersSent) return void socket.destroy()
    return tellBroken(exchange.incoming)
  }
  if (!exchange || exchange.outgoing.writableFinished) return answerOnSocket(socket, toProblem(code))
  if (exchange.isLast === true) return
  exchange.isLast = true
  // What broke comes after a request that is still being answered.
  exchange.outgoing.once('close', () => answerOnSocket(socket, toProblem(code)))
}

/** Tells the reader of the body, now or as soon as there is one: a body may break before its handler comes to reading it. */
function tellBroken(incoming: IncomingMessage): void {
  if (incoming.emit(BROKEN_BODY)) return
  incoming.on('newListener', (event) => event === BROKEN_BODY && setImmediate(() => incoming.emit(BROKEN_BODY)))
}

function toProblem(code: unknown): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return { name: 'headers-too-large', detail: 'The headers exceed 16 KiB.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { name: 'slow-body', detail: 'The request was not completed in time.' }
  return { name: 'malformed-request', detail: 'The received data is not a valid HTTP request.' }
}

const REASONS: Partial<Record<ProblemName, string>> = { 'headers-too-large': 'Request Header Fields Too Large', 'slow-body': 'Request Timeout' }

function answerOnSocket(socket: Duplex, problem: Problem): void {
  if (!socket.writable) return
  const body = JSON.stringify(toProblemDocument(problem, undefined))
  const head = [
    `HTTP/1.1 ${PROBLEMS[problem.name].status} ${REASONS[problem.name] ?? 'Bad Request'}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // The rest of what it sends has no reader.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
