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
  /** Data that is not HTTP followed this request and will be answered. Later data also fails, piece by piece. */
  isLast?: boolean
}

/**
 * Lets a server answer clients that abort, continue to send, or do not use HTTP. Closing a connection while the client still sends causes a reset,
 * which overtakes the answer. So the rest of a refused body is read and discarded for a limited time.
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
  // Without a listener Node sends `100 Continue` immediately. Now it is sent when the body is read, and not for refused requests.
  server.on('checkContinue', onRequest)
  // Unknown expectations are no reason to refuse a request. Node would refuse it without an explanation.
  server.on('checkExpectation', onRequest)
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, exchanges.get(socket)))
}

/** Health checks with HTTP/1.0 need no `Host`. Two `Host` headers are ambiguous for proxies, so both are removed and the listener refuses. */
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
    // Node discards an unread body without reporting its size. Node's own listener runs after this one.
    incoming.read(0)
    linger(incoming, isAbandoned)
  })
}

/** After the last answer of a connection Node closes it while data is still received. This closes only the sending side first. */
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
    // The body of a request failed. Its handler answers if it has not yet.
    if (exchange.outgoing.headersSent) return void socket.destroy()
    return tellBroken(exchange.incoming)
  }
  if (!exchange || exchange.outgoing.writableFinished) return answerOnSocket(socket, toProblem(code))
  if (exchange.isLast === true) return
  exchange.isLast = true
  // The failure follows a request that is still being answered.
  exchange.outgoing.once('close', () => answerOnSocket(socket, toProblem(code)))
}

/** Notifies the reader of the body, now or later: a body may fail before its handler reads it. */
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
  // Nobody reads the remaining data.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
