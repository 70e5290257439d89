import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { filesOf } from '../open-server.ts'
import { uploadHead } from '../raw-request.ts'
import type { HostileRequest } from './hostile-request.ts'

const times = (count: number, of: (index: number) => string, between = ','): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(between)
const one = (path: string, content = ''): string => JSON.stringify({ files: [{ path, content }] })
const invalid = { status: 422, problem: 'invalid-upload' } as const
const malformed = { status: 400, problem: 'malformed-json' } as const
const large = { status: 413, problem: 'body-too-large' } as const

/** Bodies of maximum size, or that look large. */
export const LARGE_BODIES: readonly HostileRequest[] = [
  { name: 'a hundred thousand empty files', body: () => JSON.stringify(filesOf(...Array.from({ length: 100_000 }, () => ''))), ...invalid },
  { name: 'a hundred thousand files that are not objects', body: () => `{"files":[${times(100_000, () => '0')}]}`, ...invalid },
  { name: 'five thousand files that are not objects', body: () => `{"files":[${times(5_000, () => '0')}]}`, ...invalid },
  { name: 'five thousand files of one path', body: () => `{"files":[${times(5_000, () => '{"path":"a","content":""}')}]}`, ...invalid },
  { name: 'five thousand empty files', body: () => JSON.stringify(filesOf(...Array.from({ length: 5_000 }, () => ''))), status: 200 },
  {
    name: 'two thousand paths of four thousand characters',
    body: () => `{"files":[${times(2_000, (index) => `{"path":"${String(index).padEnd(4_000, '/')}","content":""}`)}]}`,
    status: 200,
  },
  { name: 'a hundred thousand keys', body: () => `{${times(100_000, (index) => `"${index}":0`)}}`, ...invalid },
  { name: 'a key a million times', body: () => `{${times(1_000_000, () => '"files":0')}}`, ...invalid },
  { name: 'a hundred thousand keys beside the files', body: () => `{${times(100_000, (index) => `"${index}":0`)},${one('a').slice(1)}`, status: 200 },
  { name: 'objects in each other a hundred thousand times', body: () => `${'{"files":'.repeat(100_000)}1${'}'.repeat(100_000)}`, ...invalid },
  { name: 'a hundred thousand brackets', body: () => '['.repeat(100_000), ...malformed },
  { name: 'ten million brackets', body: () => '['.repeat(10_000_000), ...malformed },
  { name: 'five million lists in each other', body: () => `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`, ...malformed },
  { name: 'a hundred thousand escapes', body: () => `["${'\\ud800'.repeat(100_000)}"]`, ...invalid },
  { name: 'ten megabytes of white space', body: () => ' '.repeat(10_000_000), ...malformed },
  { name: 'ten megabytes of white space before an upload', body: () => one('a').padStart(10_000_000), status: 200 },
  { name: 'a number of ten million digits', body: () => '1'.repeat(10_000_000), ...invalid },
  { name: 'a string of ten megabytes without its end', body: () => `"${'a'.repeat(10_000_000)}`, ...malformed },
  { name: 'a string of ten megabytes of escapes', body: () => `"${'\\u0061'.repeat(1_700_000)}"`, ...invalid },
  { name: 'five million numbers', body: () => `[${times(5_000_000, () => '0')}]`, ...invalid },
  { name: 'three million objects', body: () => `[${times(3_000_000, () => '{}')}]`, ...invalid },
  { name: 'a bomb of gzip', headers: { 'Content-Encoding': 'gzip' }, body: () => gzipSync(Buffer.alloc(200_000_000)), ...large },
  {
    name: 'a bomb of brotli',
    headers: { 'Content-Encoding': 'br' },
    body: () => brotliCompressSync(Buffer.alloc(200_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
    ...large,
  },
  { name: 'a path that JavaScript knows', body: () => one('__proto__'), status: 200 },
  { name: 'a field that JavaScript knows in place of the files', body: () => '{"__proto__": {"files": [{"path": "a", "content": ""}]}}', ...invalid },
  { name: 'a field that JavaScript knows in place of a file', body: () => '{"files": [{"__proto__": {"path": "a", "content": ""}}]}', ...invalid },
  { name: 'a path of lone surrogates', body: () => one('\ud800.js'), status: 200 },
  { name: 'a path with NUL', body: () => one('a.js\0.png'), status: 200 },
  { name: 'a path with line ends', body: () => one('a\r\nSet-Cookie: a=b\r\n\r\n.js'), status: 200 },
  { name: 'a path with marks of direction', body: () => one('\u202esj.a'), status: 200 },
  { name: 'a path that leads out', body: () => one('../../../etc/passwd'), status: 200 },
  { name: 'an absolute path', body: () => one('/etc/passwd'), status: 200 },
  { name: 'UTF-16', body: () => Buffer.from(one('a'), 'utf16le'), ...malformed },
  { name: 'invalid UTF-8', body: () => Uint8Array.of(0x22, 0xc3, 0x28, 0x22), status: 400, problem: 'malformed-utf8' },
  { name: 'a surrogate in UTF-8', body: () => Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), status: 400, problem: 'malformed-utf8' },
]

const CODE = [
  { name: 'a hundred thousand brackets', content: () => '['.repeat(100_000) },
  { name: 'a hundred thousand calls in each other', content: () => `${'f('.repeat(100_000)}eval(x)` },
  { name: 'nine million characters on one line', content: () => `eval(${'a+'.repeat(4_500_000)}a)` },
  { name: 'a NUL', content: () => 'eval(x)\u0000' },
  { name: 'lone surrogates', content: () => 'eval("\ud800\udc00\udc00")\ud800' },
  { name: 'nothing', content: () => '' },
]
const PATHS = ['a.js', 'a.py', 'a.tsx', 'a.yaml', 'a.json', 'a.toml', 'a.tf', '.env', 'Dockerfile', 'a'] as const

/** Files that parsers and rules find hard. */
export const HARD_FILES: readonly HostileRequest[] = CODE.flatMap(({ name, content }) =>
  PATHS.map((path) => ({ name: `${name} in ${path}`, body: () => one(path, content()), status: 200 })),
)

const chunked = uploadHead('Transfer-Encoding: chunked')
const slow = { status: 408, problem: 'slow-body' } as const

/** Answers on connections that violate the protocol. */
export const HARD_CONNECTIONS: readonly HostileRequest[] = [
  { name: 'a body that stops', raw: () => `${uploadHead('Content-Length: 100')}{"files"`, ...slow },
  { name: 'a body that never begins', raw: () => uploadHead('Content-Length: 100'), ...slow },
  { name: 'chunks that stop', raw: () => `${chunked}5\r\n{"fil\r\n`, ...slow },
  { name: 'a head that stops', raw: () => 'POST /api/scans/upload-json HTTP/1.1\r\nHost: x\r\n', ...slow },
  { name: 'chunks of one byte', raw: () => `${chunked}${'1\r\n \r\n'.repeat(50_000)}`, status: 400, problem: 'fragmented-body' },
  { name: 'chunks with long extensions', raw: () => `${chunked}1;${'a'.repeat(1_000_000)}\r\n`, status: 400, problem: 'malformed-request' },
  { name: 'a length over the limit', raw: () => uploadHead('Content-Length: 10485761'), ...large },
  { name: 'a length of twenty digits', raw: () => uploadHead('Content-Length: 99999999999999999999'), status: 400, problem: 'malformed-request' },
  { name: 'a negative length', raw: () => uploadHead('Content-Length: -1'), status: 400, problem: 'malformed-request' },
  { name: 'a chunk over the limit', raw: () => `${chunked}fffffffff\r\n${' '.repeat(1_000)}`, ...slow },
  {
    name: 'a thousand headers',
    raw: () => uploadHead(...Array.from({ length: 10_000 }, (_, index) => `X-${index}: a`)),
    status: 431,
    problem: 'headers-too-large',
  },
  {
    name: 'an address of a megabyte',
    raw: () => `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    status: 431,
    problem: 'headers-too-large',
  },
  { name: 'a header with a line end in it', raw: () => uploadHead('X: a\nY: b', 'Content-Length: 0'), status: 400, problem: 'malformed-request' },
]
