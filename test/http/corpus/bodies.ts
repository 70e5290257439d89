import { filesOf } from '../open-server.ts'

/** The limits of the service for these bodies. */
export const BODY_LIMITS = { maxFiles: 3, maxPathLength: 10, maxBodyBytes: 1_000 } as const

/** Malformed JSON, with the position (line, column, offset) and the expected token. */
export const JSON_FAULTS = [
  { name: 'nothing at all', body: '', place: [1, 1, 0], expected: 'a value' },
  { name: 'a word', body: 'hello', place: [1, 1, 0], expected: 'a value' },
  { name: 'an object without an end', body: '{"files": [', place: [1, 12, 11], expected: 'a value' },
  { name: 'a comma too many', body: '{"files": [\n  1,\n]}', place: [3, 1, 17], expected: 'a value' },
  { name: 'single quotes', body: "{'files': []}", place: [1, 2, 1], expected: 'a key in double quotes or `}`' },
  {
    name: 'a line break inside a string',
    body: '{\r\n"files": "a\nb"}',
    place: [2, 12, 14],
    expected: 'an escape such as `\\n` instead of a control character',
  },
  { name: 'two values', body: '{} {}', place: [1, 4, 3], expected: 'the end' },
  { name: 'a comment', body: '// files\n{}', place: [1, 1, 0], expected: 'a value' },
  { name: 'an unknown escape', body: '["\\x41"]', place: [1, 4, 3], expected: 'one of the escapes of JSON' },
  { name: 'a number with a leading zero', body: '[012]', place: [1, 3, 2], expected: '`,` or `]`' },
] as const

/** JSON with another structure, and each mistake: its location and a part of its message. */
export const SHAPE_FAULTS = [
  { name: 'an array', body: [], faults: [['', 'an array']] },
  { name: 'null', body: null, faults: [['', '`null`']] },
  { name: 'an object without `files`', body: { file: [] }, faults: [['/files', '`files` is missing']] },
  { name: 'files that are an object', body: { files: {} }, faults: [['/files', 'an object']] },
  { name: 'files that are null', body: { files: null }, faults: [['/files', '`null`']] },
  { name: 'no files', body: { files: [] }, faults: [['/files', '`files` is empty']] },
  { name: 'too many files', body: filesOf('', '', '', ''), faults: [['/files', 'At most 3']], isOfLimit: true },
  { name: 'a file that is a string', body: { files: ['a'] }, faults: [['/files/0', 'a string']] },
  {
    name: 'several faults at once',
    body: { files: [{}, { path: 1, content: null }, { path: '', content: ['x'] }] },
    faults: [
      ['/files/0/path', '`path` is missing'],
      ['/files/0/content', '`content` is missing'],
      ['/files/1/path', 'a number'],
      ['/files/1/content', '`null`'],
      ['/files/2/path', '`path` is empty'],
      ['/files/2/content', 'an array'],
    ],
  },
  {
    name: 'a path twice',
    body: {
      files: [
        { path: 'a', content: '' },
        { path: 'b', content: '' },
        { path: 'a', content: '' },
      ],
    },
    faults: [['/files/2/path', 'the same as the path of /files/0']],
  },
  {
    name: 'a path that is too long',
    body: { files: [{ path: 'a'.repeat(11), content: '' }] },
    faults: [['/files/0/path', 'At most 10']],
    isOfLimit: true,
  },
] as const

/** Media types that are answered 415. */
export const MEDIA_TYPES = [
  { name: 'text', type: 'text/plain' },
  { name: 'a form', type: 'multipart/form-data; boundary=x' },
  { name: 'JSON in another charset', type: 'application/json; charset=latin1' },
  { name: 'something like JSON', type: 'application/jsonp' },
  { name: 'two charsets', type: 'application/json; charset=utf-8; charset=latin1' },
  { name: 'an empty type', type: '' },
]
