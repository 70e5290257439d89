import { deflateRawSync } from 'node:zlib'
import { makeZip, type ZipEntry } from '../zip-archive.ts'
import { type HostileRequest, many, zipRequest } from './hostile-request.ts'

const MEBIBYTE = 1_048_576
const plain: ZipEntry = { name: 'a.js', content: 'eval(location.hash)\n' }
const empty = (name: string): ZipEntry => ({ name, stored: true })
const numbered = (index: number): ZipEntry => empty(index.toString(16))
const zeros = (bytes: number): Buffer => deflateRawSync(Buffer.alloc(bytes))
const lineEnds = deflateRawSync(Buffer.alloc(MEBIBYTE, '\n'))
/** Empty blocks: a stream that continues without producing a byte. */
const nothing = (bytes: number): Buffer => Buffer.alloc(bytes, Buffer.from([0, 0, 0, 0xff, 0xff]))

function nested(depth: number): Buffer {
  return depth === 0 ? makeZip([plain]) : makeZip(many(10, (index) => ({ name: `${index}.zip`, content: nested(depth - 1) })))
}

function form(head: string, body: string): HostileRequest {
  const type = 'multipart/form-data; boundary=b'
  return {
    name: `a form of ${head}`,
    endpoint: 'upload-zip',
    headers: { 'Content-Type': type },
    body: () => body,
    status: 400,
    problem: 'malformed-form',
  }
}

/** Archives and forms of maximum size for the default limits. */
export const LARGE_ARCHIVES: readonly HostileRequest[] = [
  zipRequest('65,534 empty files', () => many(65_534, numbered), 422),
  zipRequest('65,535 empty files, without ZIP64', () => many(65_535, numbered), 422),
  zipRequest('100,000 empty files, in ZIP64', () => many(100_000, numbered), 422, { zip64: true }),
  zipRequest('100,000 empty files, without ZIP64', () => many(100_000, numbered), 422),
  zipRequest('one file, and ZIP64 says a million', () => [plain], 422, { zip64: true, count: 1_000_000 }),
  zipRequest('one file, and ZIP64 says more than a number can', () => [plain], 422, { zip64: true, count: 2 ** 60 }),
  zipRequest('one file, in ZIP64', () => [plain], 200, { zip64: true }),
  zipRequest('50,000 empty files', () => many(50_000, numbered), 422),
  zipRequest('50,000 folders', () => many(50_000, (index) => empty(`${index}/`)), 422),
  zipRequest('50,000 files of one name', () => many(50_000, () => empty('a.js')), 422),
  zipRequest('50,000 names that lead out', () => many(50_000, (index) => empty(`../${index}`)), 422),
  zipRequest('50,000 links', () => many(50_000, (index) => ({ ...empty(String(index)), mode: 0o120_777 })), 422),
  zipRequest(
    '50,000 entries that share their bytes',
    () => [{ name: 'a', raw: zeros(MEBIBYTE), size: MEBIBYTE }, ...many(49_999, (index) => ({ name: `${index}`, sharing: 0, size: MEBIBYTE }))],
    422,
  ),
  zipRequest(
    '1,000 empty files, and 49,000 of installed packages',
    () => many(50_000, (index) => empty(`${index < 1_000 ? '' : 'node_modules/'}${index}.js`)),
    200,
  ),
  zipRequest('3,000 empty files, 250 folders deep', () => many(3_000, (index) => empty(`${'a/'.repeat(250)}${index}.js`)), 200),
  zipRequest('1,200 empty files, each in 250 folders of its own', () => many(1_200, (index) => empty(`${`${index}/`.repeat(250)}a.js`)), 200),
  zipRequest(
    '4,990 empty files of Python, each in 240 folders of its own',
    () => many(4_990, (index) => empty(`${`${index.toString(36)}/`.repeat(240)}a.py`)),
    200,
  ),
  zipRequest('1,000 names of four thousand bytes', () => many(1_000, (index) => empty(`${index}${'é'.repeat(2_000)}.js`)), 200),
  zipRequest(
    'a hundred files of a megabyte of nothing',
    () => many(100, (index) => ({ name: `${index}.js`, raw: zeros(MEBIBYTE), size: MEBIBYTE })),
    422,
  ),
  zipRequest('fifty megabytes that are said to be ten', () => [{ name: 'a.js', raw: zeros(50 * MEBIBYTE), size: 10 }], 422),
  zipRequest('fifty megabytes that are said to be a megabyte', () => [{ name: 'a.js', raw: zeros(50 * MEBIBYTE), size: MEBIBYTE }], 422),
  zipRequest('fifty megabytes that are said to be four thousand', () => [{ name: 'a.js', raw: zeros(50 * MEBIBYTE), size: 4_000_000_000 }], 200),
  zipRequest('nine megabytes of blocks of nothing', () => [{ name: 'a.js', raw: nothing(9_000_000), size: 10 }], 422),
  zipRequest('a large file of nine megabytes of blocks of nothing', () => [{ name: 'a.js', raw: nothing(9_000_000), size: 4_000_000_000 }], 200),
  zipRequest('archives in archives in archives in archives', () => [{ name: 'a.zip', content: nested(3) }], 200),
  zipRequest('a megabyte of patterns', () => [{ name: '.gitignore', content: 'a*b*c*d*e\n'.repeat(100_000) }, ...many(4_999, numbered)], 422),
  zipRequest(
    'a pattern that could be tried without end',
    () => [{ name: '.gitignore', content: `${'*a'.repeat(40)}*b\n` }, ...many(2_000, (index) => empty(`${'a'.repeat(250)}${index}`))],
    422,
  ),
  zipRequest(
    'a pattern of folders that could be tried without end',
    () => [{ name: '.gitignore', content: `${'**/a/'.repeat(40)}b\n` }, ...many(1_000, (index) => empty(`${'a/'.repeat(250)}${index}`))],
    422,
  ),
  zipRequest(
    'an ignore file in each of 2,500 folders',
    () => many(5_000, (index) => ({ name: `${index >> 1}/${index & 1 ? 'a.js' : '.gitignore'}`, content: '*.log\n' })),
    200,
  ),
  zipRequest(
    '50 ignore files of a megabyte of line ends',
    () => [plain, ...many(50, (index) => ({ name: `${index}/.gitignore`, raw: lineEnds, size: MEBIBYTE }))],
    422,
  ),
  zipRequest(
    '50 ignore files of a megabyte of line ends, in each other',
    () => [plain, ...many(50, (index) => ({ name: `${'a/'.repeat(index)}.assayignore`, raw: lineEnds, size: MEBIBYTE }))],
    422,
  ),
  zipRequest('349,000 ignore patterns in one file', () => [plain, { name: '.gitignore', content: 'ab\n'.repeat(349_000) }], 422),
  zipRequest(
    '349,000 ignore patterns in 500 files',
    () => [plain, ...many(500, (index) => ({ name: `${'a/'.repeat(index % 200)}${index}/.gitignore`, content: 'ab\n'.repeat(698) }))],
    422,
  ),
  zipRequest(
    '100,000 empty lines in ten ignore files',
    () => [plain, ...many(10, (index) => ({ name: `${index}/.gitignore`, content: '\n'.repeat(10_000) }))],
    422,
  ),
  zipRequest('an ignore file that says it is small', () => [plain, { name: '.gitignore', raw: lineEnds, size: 10 }], 422),
  zipRequest('a comment full of ends', () => [plain], 422, { comment: 'PK\x05\x06'.repeat(16_000) }),
  zipRequest('a name with a line end', () => [{ ...plain, name: 'a\nb.js' }], 200),
  zipRequest('a name with a mark of direction', () => [{ ...plain, name: 'a\u202esj.b' }], 200),
  zipRequest('a name with NUL', () => [{ ...plain, name: 'a.js\0.png' }], 422),
  zipRequest('a name that JavaScript knows', () => [{ ...plain, name: '__proto__/constructor' }], 200),
  form('nine megabytes of a header', `--b\r\nX: ${'a'.repeat(9_000_000)}\r\n\r\n\r\n--b--\r\n`),
  form('a million headers', `--b\r\n${'X: a\r\n'.repeat(1_000_000)}\r\n\r\n--b--\r\n`),
  form('99 parts of long headers', `${`--b\r\n${'X: a\r\n'.repeat(5_000)}\r\n\r\n`.repeat(99)}--b--\r\n`),
  form('headers that never end', `--b\r\n${'a'.repeat(9_000_000)}`),
  form('a million parts', `${'--b\r\n\r\n\r\n'.repeat(1_000_000)}--b--\r\n`),
  form('what is almost its boundary', `--b\r\n\r\n${'\r\n--'.repeat(2_000_000)}\r\n`),
]
