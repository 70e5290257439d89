import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { isWithin } from './clean-environment.ts'

/** A packed package, and the hash that it must have. */
export interface WantedPackage {
  /** A path, from the workspace, or an `http(s)` address. */
  readonly from: string
  /** `sha512-…`, as `npm pack` prints it and lock files have it. */
  readonly integrity: string
}

/** Several times what Assay takes. */
const MOST_BYTES = 100_000_000

/**
 * Unpacks a package that `npm pack` made into a folder. No package manager runs: the command line needs no other package. Throws when the hash differs from the one that is
 * wanted.
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
    // npm packs everything into one folder, and files only.
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
    if (bytes > MOST_BYTES) throw new Error(`The package has more than ${MOST_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
