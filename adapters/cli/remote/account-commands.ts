import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { showText } from '../show-text.ts'
import { stopOnSignals } from '../stop-on-signals.ts'
import { writeStream } from '../write-output.ts'
import { callService } from './call-service.ts'
import { credentialsFile, findKey, readServer, storeKey } from './credentials.ts'

/** Flags of `assay login`, `logout` and `whoami`. */
export interface AccountFlags {
  readonly server: string
}

/** `assay login`: reads a key from standard input, tries it, and keeps it for its service. */
export async function runLogin({ server: written }: AccountFlags): Promise<number> {
  const server = readServer(written)
  const key = await readKey(server)
  if (!/^[!-~]+$/.test(key))
    throw new CommandError(EXIT_CODES.wrongUsage, 'No key was given. Make one on the page of the service, and write or pipe it in.')
  const pack = await askPack(server, key)
  storeKey(server, key, process.env)
  await writeStream(process.stdout, `Logged in to ${server}, which runs the pack ${showText(pack)}. The key is in ${credentialsFile(process.env)}.\n`)
  return EXIT_CODES.passed
}

/** `assay logout`: forgets the key of a service. The service still knows it. */
export async function runLogout({ server: written }: AccountFlags): Promise<number> {
  const server = readServer(written)
  const wasThere = storeKey(server, undefined, process.env)
  await writeStream(
    process.stdout,
    wasThere ? `Logged out of ${server}. The key itself still holds: end it on the page of the service.\n` : `No key of ${server} is kept here.\n`,
  )
  return EXIT_CODES.passed
}

/** `assay whoami`: what a service lets the key do that a scan would send. */
export async function runWhoami({ server: written }: AccountFlags): Promise<number> {
  const server = readServer(written)
  const key = findKey(server, process.env)
  const pack = await askPack(server, key)
  const as = key === undefined ? 'without a key' : process.env.ASSAY_API_KEY ? 'with the key of ASSAY_API_KEY' : 'with the key of the last login'
  await writeStream(process.stdout, `${server}, ${as}: the pack ${showText(pack)}.\n`)
  return EXIT_CODES.passed
}

function askPack(server: string, key: string | undefined): Promise<string> {
  return stopOnSignals(async (signal) => {
    const onWait = (seconds: number, why: string): void => void process.stderr.write(`assay: waiting ${seconds} s: ${why}.\n`)
    const { value } = await callService({ server, key, signal, onWait }, '/api/rules')
    if (typeof value !== 'object' || value === null || !('pack' in value) || typeof value.pack !== 'string')
      throw new CommandError(EXIT_CODES.incomplete, `${server} does not say which rules it runs. Is it an Assay service?`)
    return value.pack
  })
}

/** One line of standard input, which a terminal does not show. */
async function readKey(server: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`Key for ${server}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const { value = '' } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  process.stdin.destroy()
  if (process.stdin.isTTY) process.stderr.write('\n')
  return String(value).trim()
}
