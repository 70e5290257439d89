import { gunzipSync, inflateRawSync } from 'node:zlib'

const BLOCK = 512

/**
 * Regular files of a `.tgz`, in the order they are in.
 *
 * @param {Uint8Array} bytes
 * @returns {Generator<{ name: string, content: Buffer }>}
 */
export function* readTarball(bytes) {
  const tar = gunzipSync(bytes)
  let longName
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(textOf(tar, at + 124, 12).trim(), 8)
    const kind = String.fromCharCode(tar[at + 156])
    const prefix = textOf(tar, at + 345, 155)
    const name = longName ?? `${prefix === '' ? '' : `${prefix}/`}${textOf(tar, at, 100)}`
    const content = tar.subarray(at + BLOCK, at + BLOCK + size)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    longName = undefined
    if (kind === 'L') longName = textOf(content, 0, size)
    else if (kind === 'x') longName = /\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1]
    else if (kind === '0' || kind === '\0') yield { name, content }
  }
}

/**
 * Files of a `.whl` or `.zip` that are stored or deflated, in the order of its directory.
 *
 * @param {Buffer} zip
 * @returns {Generator<{ name: string, content: Buffer }>}
 */
export function* readWheel(zip) {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    const method = zip.readUInt16LE(at + 10)
    const packed = zip.readUInt32LE(at + 20)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const header = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const from = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const content = zip.subarray(from, from + packed)
    yield { name, content: method === 0 ? content : inflateRawSync(content) }
    at += 46 + nameLength + extraLength + commentLength
  }
}

function textOf(bytes, from, length) {
  return bytes.toString('utf8', from, from + length).replace(/\0[\s\S]*$/, '')
}
