import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { isWithin } from './clean-environment.ts'

/** A packed package and its expected hash. */
export interface WantedPackage {
  /** A path relative to the workspace, or an `http(s)` URL. */
  readonly from: string
  /** `sha512-…`, in the format of `npm pack` and lock files. */
  readonly integrity: string
}

/** Several times the size of Assay. */
const MAX_BYTES = 100_000_000

/**
 * Unpacks a package made by `npm pack` into a folder. No package manager is needed, because the command line depends on no other package. Throws if
 * the hash differs from the expected one.
 */
export async function unpackPackage({ from, integrity }: WantedPackage, folder: string): Promise<void> {
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
    throw new Error('The input `package` requires the input `integrity`: `sha512-…`, as printed by `npm pack --json`.')
  const content = /^https?:/i.test(from) ? await download(from) : await readFile(resolve(from))
  const found = `sha512-${createHash('sha512').update(content).digest('base64')}`
  if (found !== integrity) throw new Error(`The package \`${from}\` has the integrity ${found}, which differs from the input \`integrity\`.`)
  const reading = extract()
  const unpacking = pipeline(Readable.from([content]), createGunzip(), reading)
  for await (const entry of reading) {
    const { name, type } = entry.header
    // npm packs only files, all inside one folder.
    const target = join(folder, name.slice(name.indexOf('/') + 1))
    if (type === 'file' && isWithin(target, folder) && target !== folder) {
      await mkdir(dirname(target), { recursive: true })
      await pipeline(entry, createWriteStream(target))
    } else entry.resume()
  }
  await unpacking
}

async function download(address: string): Promise<Buffer> {
  const answer = await fetch(address)
  if (!answer.ok || answer.body === null)
    throw new Error(`The package could not be downloaded: ${new URL(address).host} returned status ${answer.status}.`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`The package has more than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
