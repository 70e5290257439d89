// Small uploads with high costs. Each was expensive in an earlier version.
import { crc32, deflateRawSync } from 'node:zlib'

/** 57 KB: fifty ignore files, each with a megabyte of line ends. */
export function ignoreFiles() {
  return makeZip(['a.js', ...Array.from({ length: 50 }, (_, index) => `${index}/.gitignore`)], Buffer.alloc(1_000_000, '\n'))
}

/** Nearly five thousand files, each in its own 240 folders. */
export function deepFolders(count = 4_990) {
  const names = Array.from({ length: count }, (_, index) => `${`${index.toString(36)}/`.repeat(240)}a.py`)
  return makeZip(names, Buffer.from(''))
}

/** A form whose only part has nine megabytes of headers. */
export function formHeaders() {
  return { body: Buffer.from(`--b\r\nX: ${'a'.repeat(9_000_000)}\r\n\r\n\r\n--b--\r\n`), type: 'multipart/form-data; boundary=b' }
}

/** Nested objects, at the depth where the stack of a parser ends. */
export function deepObjects(depth = 2_040) {
  return { files: [{ path: 'a.js', content: '{a:'.repeat(depth) }] }
}

/** Every entry has the same content. */
function makeZip(names, content) {
  const packed = deflateRawSync(content)
  const parts = []
  const list = []
  let offset = 0
  for (const name of names.map((each) => Buffer.from(each))) {
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    parts.push(local)
    list.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), head, tail, name)
    offset += local.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(names.length, 4)
  end.writeUInt16LE(names.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}
