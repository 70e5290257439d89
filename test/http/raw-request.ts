import { connect } from 'node:net'
import type { Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A raw connection whose received bytes can be read at any time. */
export interface RawConnection {
  readonly socket: Socket
  /** Resolves with the next complete answer. Rejects if the connection ends before. */
  answer(): Promise<RawAnswer>
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>
  received(): string
}

/** Connects to a port of this machine without an HTTP client. */
export function connectRaw(port: number): RawConnection {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let tell = () => {}
  let ended = false
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    text += chunk
    tell()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      ended = true
      tell()
      resolve()
    })
  })

  function takeAnswer(): RawAnswer | undefined {
    const headEnd = text.indexOf('\r\n\r\n')
    if (headEnd < 0) return undefined
    const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const bodyBytes = Buffer.from(text.slice(headEnd + 4))
    if (bodyBytes.length < length) return undefined
    text = bodyBytes.subarray(length).toString()
    return { status: Number(statusLine.split(' ')[1]), headers, body: bodyBytes.subarray(0, length).toString() }
  }

  async function answer(): Promise<RawAnswer> {
    for (;;) {
      const taken = takeAnswer()
      // An interim answer only invites the body.
      if (taken && taken.status !== 100) return taken
      if (taken) continue
      if (ended) throw new Error('The connection ended before the answer.')
      await new Promise<void>((resolve) => {
        tell = resolve
      })
    }
  }

  return { socket, answer, closed, received: () => text }
}

/** Head of an upload with further header lines. */
export function uploadHead(...lines: readonly string[]): string {
  return ['POST /api/scans/upload-json HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...lines, '', ''].join('\r\n')
}
