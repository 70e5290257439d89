import { uploadHead } from '../raw-request.ts'

/** Bytes on a connection that are no request, or no valid one. */
export const NO_HTTP = [
  { name: 'noise', text: '\u0000\u0001\u0002 noise\r\n\r\n', status: 400, type: '/problems/malformed-request' },
  { name: 'an unknown method', text: 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', status: 400, type: '/problems/malformed-request' },
  { name: 'two lengths', text: uploadHead('Content-Length: 5', 'Content-Length: 6'), status: 400, type: '/problems/malformed-request' },
  {
    name: 'length and chunks',
    text: uploadHead('Content-Length: 5', 'Transfer-Encoding: chunked'),
    status: 400,
    type: '/problems/malformed-request',
  },
  { name: 'no host', text: 'GET / HTTP/1.1\r\n\r\n', status: 400, type: '/problems/malformed-request' },
  {
    name: 'two hosts',
    text: 'GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n',
    status: 400,
    type: '/problems/malformed-request',
  },
  {
    name: 'a transfer coding that is not known',
    text: `${uploadHead('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`,
    status: 501,
    type: '/problems/unsupported-transfer-coding',
  },
  {
    name: 'a transfer coding without chunks',
    text: uploadHead('Transfer-Encoding: gzip'),
    status: 501,
    type: '/problems/unsupported-transfer-coding',
  },
  { name: 'an invalid host', text: 'GET / HTTP/1.1\r\nHost: a b/c\r\n\r\n', status: 400, type: '/problems/malformed-request' },
  {
    name: 'headers without end',
    text: `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}`,
    status: 431,
    type: '/problems/headers-too-large',
  },
] as const
