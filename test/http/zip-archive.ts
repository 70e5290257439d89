import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of an archive. Fields that are not set have correct values. */
export interface ZipEntry {
  readonly name: string | Buffer
  readonly content?: string | Buffer
  /** Without it, deflated. */
  readonly stored?: boolean
  readonly method?: number
  readonly flags?: number
  /** Unix mode, such as `0o120777` for a link. */
  readonly mode?: number
  /** The size in the list, even if it is wrong. */
  readonly size?: number
  readonly compressedSize?: number
  readonly crc32?: number
  /** Bytes that replace the compressed content. */
  readonly raw?: Buffer
  /** Index of the entry whose data it shares. */
  readonly sharing?: number
}

/** The parts around the entries. */
export interface ZipFrame {
  /** The count in the end record. */
  readonly count?: number
  readonly listOffset?: number
  readonly disk?: number
  readonly comment?: string
  readonly before?: Buffer
  /** Puts the count in a ZIP64 record, as required for more than 16 bits. */
  readonly zip64?: boolean
}

/** A ZIP archive that violates the format on purpose. */
export function makeZip(
  entries: readonly ZipEntry[],
  { count = entries.length, listOffset, disk = 0, comment = '', before = Buffer.alloc(0), zip64 = false }: ZipFrame = {},
): Buffer {
  const parts: Buffer[] = [before]
  const list: Buffer[] = []
  const offsets: number[] = []
  let at = before.length
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content ?? '')
    const isStored = entry.stored === true || entry.method === 0
    const data = entry.raw ?? (isStored ? content : deflateRawSync(content))
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(entry.flags ?? 0x800, 2)
    head.writeUInt16LE(entry.method ?? (isStored ? 0 : 8), 4)
    head.writeUInt32LE(entry.crc32 ?? crc32(content), 10)
    head.writeUInt32LE(entry.compressedSize ?? data.length, 14)
    head.writeUInt32LE(entry.size ?? content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const offset = entry.sharing === undefined ? at : offsets[entry.sharing]
    offsets.push(offset)
    if (entry.sharing === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, name, data])
      parts.push(local)
      at += local.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((entry.mode ?? 0o100_644) * 0x1_0000, 6)
    tail.writeUInt32LE(offset, 10)
    list.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), head, tail, name)
  }
  const listBytes = Buffer.concat(list)
  const start = listOffset ?? at
  const end = Buffer.alloc(18)
  end.writeUInt16LE(disk, 0)
  end.writeUInt16LE(zip64 ? 0xffff : count & 0xffff, 4)
  end.writeUInt16LE(zip64 ? 0xffff : count & 0xffff, 6)
  end.writeUInt32LE(listBytes.length, 8)
  end.writeUInt32LE(start, 12)
  end.writeUInt16LE(comment.length, 16)
  const larger = zip64 ? [endOfZip64(count, listBytes.length, start)] : []
  return Buffer.concat([...parts, listBytes, ...larger, Buffer.from('PK\x05\x06'), end, Buffer.from(comment)])
}

/** The ZIP64 record and its locator, after the list. */
function endOfZip64(count: number, listBytes: number, listOffset: number): Buffer {
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(count), at)
  record.writeBigUInt64LE(BigInt(listBytes), 40)
  record.writeBigUInt64LE(BigInt(listOffset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 0, 'latin1')
  locator.writeBigUInt64LE(BigInt(listOffset + listBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
