import { deflateRawSync } from 'node:zlib'
import { makeZip, type ZipEntry, type ZipFrame } from '../zip-archive.ts'

/** The limits of the service for these archives. */
export const ARCHIVE_LIMITS = { maxFiles: 50, maxArchiveEntries: 200, maxInflatedBytes: 6_000_000, maxPathLength: 1_000 } as const

/** An archive, as bytes or as its entries. */
export interface Archive {
  readonly name: string
  readonly entries?: readonly ZipEntry[]
  readonly frame?: ZipFrame
  readonly bytes?: Buffer
  /** It is refused for a limit of `ARCHIVE_LIMITS`. */
  readonly isOfLimit?: boolean
}

const WEAK = "app.get('/', (req, res) => require('child_process').exec(req.query.a))\n"
const plain: ZipEntry = { name: 'a.js', content: WEAK }
const zeros = Buffer.alloc(1_000_000)
const inner = makeZip([{ name: 'b.js', content: WEAK }])
const many = (count: number, of: (index: number) => ZipEntry) => Array.from({ length: count }, (_, index) => of(index))
const large = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'), Buffer.alloc(2_000_000, 7)])

/** Archives with answer 422, and their mistakes: the entry and a part of its message. */
export const REFUSED_ARCHIVES: readonly (Archive & { readonly faults: readonly (readonly [entry: number | undefined, words: string])[] })[] = [
  { name: 'is not a ZIP archive', bytes: Buffer.from('hello'), faults: [[undefined, 'not a complete ZIP archive']] },
  { name: 'is empty', bytes: Buffer.alloc(0), faults: [[undefined, 'not a complete ZIP archive']] },
  { name: 'holds nothing', entries: [], faults: [[undefined, 'contains no file to scan']] },
  { name: 'holds folders alone', entries: [{ name: 'a/' }, { name: './' }], faults: [[undefined, 'contains no file to scan']] },
  { name: 'is cut short', bytes: makeZip([plain]).subarray(0, -10), faults: [[undefined, 'not a complete ZIP archive']] },
  {
    name: 'continues after its end',
    bytes: Buffer.concat([makeZip([plain]), Buffer.from('more')]),
    faults: [[undefined, 'not a complete ZIP archive']],
  },
  { name: 'is a gzip file', bytes: Buffer.from('\x1f\x8b\x08\0\0\0\0\0', 'latin1'), faults: [[undefined, 'not a complete ZIP archive']] },
  { name: 'is one of several parts', entries: [plain], frame: { disk: 1 }, faults: [[undefined, 'split archive']] },
  { name: 'has its list on another disk', entries: [plain], frame: { listOffset: 3 }, faults: [[0, 'damaged at this entry']] },
  { name: 'has its list beyond its end', entries: [plain], frame: { listOffset: 1e9 }, faults: [[0, 'damaged at this entry']] },
  { name: 'claims more entries than it has', entries: [plain], frame: { count: 2 }, faults: [[1, 'damaged at this entry']] },
  {
    name: 'has bytes before it that its places do not count',
    bytes: Buffer.concat([Buffer.from('#!/bin/sh\n'), makeZip([plain])]),
    faults: [[0, 'damaged at this entry']],
  },
  { name: 'leads out', entries: [plain, { name: '../b.js', content: WEAK }], faults: [[1, 'leads out']] },
  { name: 'leads out from within', entries: [{ name: 'a/../../b.js' }], faults: [[0, 'leads out']] },
  { name: 'leads out by backslashes', entries: [{ name: '..\\b.js' }], faults: [[0, 'leads out']] },
  { name: 'leads out by a folder', entries: [{ name: '../' }, plain], faults: [[0, 'leads out']] },
  { name: 'has an absolute name', entries: [{ name: '/etc/passwd' }], faults: [[0, 'absolute']] },
  {
    name: 'has a name with a drive',
    entries: [{ name: 'C:\\a.js' }, { name: 'c:a.js' }],
    faults: [
      [0, 'absolute'],
      [1, 'absolute'],
    ],
  },
  { name: 'has a name on another machine', entries: [{ name: '\\\\host\\a.js' }], faults: [[0, 'absolute']] },
  { name: 'has a name with NUL', entries: [{ name: 'a.js\0.png' }], faults: [[0, 'NUL']] },
  { name: 'has an entry without a name', entries: [{ name: '' }], faults: [[0, 'no name']] },
  { name: 'has a name that is no UTF-8', entries: [{ name: Buffer.from([0x61, 0xff]) }], faults: [[0, 'not valid UTF-8']] },
  { name: 'has a name that is too long', entries: [{ name: 'a'.repeat(1_001) }], faults: [[0, 'at most 1000']], isOfLimit: true },
  { name: 'has a name twice', entries: [plain, { name: 'b.js' }, plain], faults: [[2, 'entry 0']] },
  { name: 'has a name twice, written differently', entries: [plain, { name: './/a.js' }], faults: [[1, 'entry 0']] },
  { name: 'has entries that share their bytes', entries: [plain, { ...plain, name: 'b.js', sharing: 0 }], faults: [[1, 'overlaps the data']] },
  { name: 'has an entry within another', entries: overlapping(), faults: [[1, 'overlaps the data']] },
  { name: 'states a size that is too small', entries: [{ ...plain, size: 3 }], faults: [[0, 'size differs']] },
  { name: 'states a size that is too large', entries: [{ ...plain, size: 3_000 }], faults: [[0, 'size differs']] },
  { name: 'states another size than is stored', entries: [{ ...plain, stored: true, size: 3 }], faults: [[0, 'differs between its local header']] },
  { name: 'states more compressed bytes than it has', entries: [{ ...plain, compressedSize: 1e9 }], faults: [[0, 'damaged at this entry']] },
  { name: 'has another checksum', entries: [{ ...plain, crc32: 1 }], faults: [[0, 'checksum']] },
  { name: 'has broken data', entries: [{ ...plain, raw: Buffer.from('no deflate at all') }], faults: [[0, 'data is damaged']] },
  { name: 'has data that ends early', entries: [{ ...plain, raw: deflateRawSync(WEAK).subarray(0, 20) }], faults: [[0, 'data is damaged']] },
  { name: 'is encrypted with its list', entries: [{ ...plain, flags: 0x841 }], faults: [[0, 'encrypted']] },
  {
    name: 'has too many entries',
    entries: many(201, (index) => ({ name: `d${index}/` })),
    faults: [[undefined, '201 entries: at most 200']],
    isOfLimit: true,
  },
  {
    name: 'has too many files',
    entries: many(51, (index) => ({ name: `${index}.js` })),
    faults: [[undefined, '51 files to scan. At most 50']],
    isOfLimit: true,
  },
  {
    name: 'inflates to too much',
    entries: many(7, (index) => ({ name: `${index}.js`, content: zeros, stored: true })),
    faults: [[undefined, 'at most 6000000']],
    isOfLimit: true,
  },
  {
    name: 'inflates to many times its size',
    entries: many(6, (index) => ({ name: `${index}.js`, content: zeros })),
    faults: [[undefined, 'over 100 times']],
  },
  { name: 'has ignore files without end', entries: patterns(), faults: [[undefined, 'too many patterns']] },
  {
    name: 'has a large ignore file',
    entries: [plain, { name: 'b/.gitignore', content: '\n'.repeat(1_000_000) }],
    faults: [[1, '1000000 bytes: at most 262144']],
  },
  {
    name: 'has large ignore files together',
    entries: [plain, ...many(6, (index) => ({ name: `${index}/.assayignore`, content: '#'.repeat(200_000) }))],
    faults: [[6, '1200000 bytes in total: at most 1048576']],
  },
  {
    name: 'has ignore files of many lines',
    entries: [plain, ...many(6, (index) => ({ name: `${index}/.gitignore`, content: '\n'.repeat(9_999) }))],
    faults: [[6, '60000 lines in total: at most 50000']],
  },
  {
    name: 'is a thousand folders deep',
    entries: [{ name: 'a/'.repeat(99) + 'b.js' }, { name: `${'a/'.repeat(300)}b` }],
    faults: [[1, 'folders']],
  },
]

/** Archives whose `a.js` is scanned, with the skipped files. */
export const SKIPPING_ARCHIVES: readonly (Archive & { readonly skipped: readonly (readonly [file: string, reason: string])[] })[] = [
  {
    name: 'holds an archive',
    entries: [plain, { name: 'inner.zip', content: inner }, { name: 'x.jar', content: inner, stored: true }],
    skipped: [
      ['inner.zip', 'binary'],
      ['x.jar', 'binary'],
    ],
  },
  {
    name: 'holds an archive under the name of code',
    entries: [plain, { name: 'inner.js', content: inner }],
    skipped: [['inner.js', 'undecodable']],
  },
  { name: 'has a link', entries: [plain, { name: 'link.js', content: '/etc/passwd', mode: 0o120_777 }], skipped: [['link.js', 'link']] },
  { name: 'has an encrypted entry', entries: [plain, { name: 'b.js', content: 'x', flags: 0x801 }], skipped: [['b.js', 'unreadable']] },
  { name: 'has an entry in another method', entries: [plain, { name: 'b.js', content: 'x', method: 93 }], skipped: [['b.js', 'unreadable']] },
  { name: 'has a large text', entries: [plain, { name: 'b.js', content: 'a'.repeat(1_500_000) }], skipped: [['b.js', 'too-large']] },
  {
    name: 'has a large picture',
    entries: [plain, { name: 'b.png', content: large }, { name: 'c.png', content: large, stored: true }],
    skipped: [
      ['b.png', 'binary'],
      ['c.png', 'binary'],
    ],
  },
  { name: 'claims a huge entry', entries: [plain, { name: 'b.js', content: 'x', size: 4_000_000_000 }], skipped: [['b.js', 'too-large']] },
  { name: 'has one large bomb', entries: [plain, { name: 'b.js', content: Buffer.alloc(9_000_000) }], skipped: [['b.js', 'too-large']] },
  {
    name: 'has a byte that is no UTF-8',
    entries: [plain, { name: 'b.js', content: Buffer.from([0x61, 0xff, 0xfe, 0]) }],
    skipped: [['b.js', 'undecodable']],
  },
  { name: 'was made by macOS', entries: [plain, { name: '__MACOSX/._a.js', content: Buffer.from([0, 5, 0x16, 7]) }], skipped: [] },
  { name: 'has a comment', entries: [plain], frame: { comment: 'PK' }, skipped: [] },
  { name: 'has bytes before it', entries: [plain], frame: { before: Buffer.from('#!/bin/sh\n') }, skipped: [] },
]

/** The data of one entry contains the header and data of another. */
function overlapping(): readonly ZipEntry[] {
  const [head] = makeZip([plain]).toString('latin1').split('PK\x01\x02')
  return [
    { name: 'outer.js', stored: true, content: Buffer.from(head, 'latin1') },
    { ...plain, sharing: 0, compressedSize: 5 },
  ]
}

function patterns(): readonly ZipEntry[] {
  const lines = Array.from({ length: 12_000 }, (_, index) => `**/a*b*${index}*c`).join('\n')
  const files = Array.from({ length: 45 }, (_, index) => ({ name: `${'ab/'.repeat(50)}${index}.js`, content: '' }))
  return [{ name: '.gitignore', content: lines }, ...files]
}
