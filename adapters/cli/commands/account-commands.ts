import { fstatSync } from 'node:fs'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { readLine } from '../files/read-line.ts'
import { showText } from '../output/show-text.ts'
import { stopOnSignals } from '../process/stop-on-signals.ts'
import { writeStream } from '../output/write-output.ts'
import { callService } from '../remote/call-service.ts'
import { credentialsFile, findKey, findKept, listServers, readServer, storeKey } from '../remote/credentials.ts'
import { findLogin, logInDevice, revokeLogin, type LoginAddresses } from '../remote/device-login.ts'
import { createLoginDisplay } from '../remote/login-display.ts'

/** Flags of `assay login`, `logout` and `whoami`. */
export interface AccountFlags {
  readonly server?: string
}

/** Flags of `assay login`. */
export interface LoginFlags extends AccountFlags {
  /** Reads a key even if the service has accounts. */
  readonly withKey?: boolean
}

/** `assay login`: uses the web page of the service if it has accounts, otherwise a key. */
export async function runLogin({ server: written, withKey = false }: LoginFlags): Promise<number> {
  const server = chooseServer(written)
  const piped = withKey || !hasPipedInput() ? undefined : await readPipedKey()
  const addresses = withKey || piped ? undefined : await stopOnSignals((signal) => findLogin(server, signal))
  return addresses ? logInByPage(server, addresses) : logInByKey(server, piped)
}

async function logInByPage(server: string, addresses: LoginAddresses): Promise<number> {
  const { TERM: term, CI: ci } = process.env
  const display = createLoginDisplay(process.stderr, { term, ci })
  const token = await stopOnSignals((signal) => logInDevice(addresses, display, signal))
  storeKey(server, { token, isLogin: true }, process.env)
  const caller = await askCaller(server, token)
  await writeStream(process.stdout, `Logged in to ${server}: ${describeCaller(caller)}. The key is stored in ${credentialsFile(process.env)}.\n`)
  return EXIT_CODES.passed
}

async function logInByKey(server: string, piped: string | undefined): Promise<number> {
  const token = piped ?? (await readLine(`Key for ${server}: `))
  if (!/^[!-~]+$/.test(token))
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      `No API key was given. Get a key from the operator of ${server}, and type it or pipe it in: assay login --with-key < key.txt`,
    )
  const caller = await askCaller(server, token)
  storeKey(server, { token, isLogin: false }, process.env)
  await writeStream(process.stdout, `Logged in to ${server}: ${describeCaller(caller)}. The key is stored in ${credentialsFile(process.env)}.\n`)
  return EXIT_CODES.passed
}

/** `assay logout`: forgets the key of a service. A key that `login` created is also revoked there. */
export async function runLogout({ server: written }: AccountFlags): Promise<number> {
  const server = chooseServer(written)
  const kept = findKept(server, process.env)
  const isRevoked = kept?.isLogin === true && (await stopOnSignals((signal) => revokeLogin(server, kept.token, signal)))
  storeKey(server, undefined, process.env)
  if (kept?.isLogin === true && !isRevoked)
    throw new CommandError(
      EXIT_CODES.incomplete,
      `the local key was deleted, but ${server} could not be reached to revoke it. The key is still valid. Revoke key ${kept.token.split('_')[1] ?? ''} on ${server}/account.`,
    )
  const rest = isRevoked ? 'The key was revoked.' : 'The key itself is still valid. The operator of the service can revoke it.'
  await writeStream(process.stdout, kept ? `Logged out of ${server}. ${rest}\n` : `There is no stored key for ${server}.\n`)
  return EXIT_CODES.passed
}

/** `assay whoami`: shows the account that the service finds for the key that a scan would send. */
export async function runWhoami({ server: written }: AccountFlags): Promise<number> {
  const server = chooseServer(written)
  const key = findKey(server, process.env)
  const caller = await askCaller(server, key)
  const by = key === undefined ? 'without a key' : process.env.ASSAY_API_KEY ? 'with the key in ASSAY_API_KEY' : 'with the key of the last login'
  await writeStream(process.stdout, `${server}, ${by}: ${describeCaller(caller)}.\n`)
  return EXIT_CODES.passed
}

/** The named service, or the one of `ASSAY_SERVER`, or the only service with a stored key. */
function chooseServer(written: string | undefined): string {
  const { ASSAY_SERVER: usual } = process.env
  const known = listServers(process.env)
  const chosen = written ?? (usual === '' ? undefined : usual) ?? (known.length === 1 ? known[0] : undefined)
  if (chosen !== undefined) return readServer(chosen)
  const which = known.length === 0 ? '' : ` Services with a stored key: ${known.map(showText).join(', ')}.`
  throw new CommandError(EXIT_CODES.wrongUsage, `No service was named. Use --server https://assay.example.org, or set ASSAY_SERVER.${which}`)
}

interface Caller {
  readonly pack: string
  readonly account: string | undefined
  readonly owner: string | undefined
  readonly plan: string | undefined
  readonly expiresAt: string | undefined
}

function askCaller(server: string, key: string | undefined): Promise<Caller> {
  return stopOnSignals(async (signal) => {
    const onWait = (seconds: number, why: string): void => void process.stderr.write(`assay: waiting ${seconds} s: ${why}.\n`)
    const { value } = await callService({ server, key, signal, onWait }, '/api/account')
    const told: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {}
    const text = (name: string): string | undefined => (typeof told[name] === 'string' ? showText(told[name]) : undefined)
    const pack = text('pack')
    if (pack === undefined)
      throw new CommandError(EXIT_CODES.incomplete, `${server} did not report a rule pack. Check that the URL is that of an Assay service.`)
    return { pack, account: text('account'), owner: text('owner'), plan: text('plan'), expiresAt: text('expiresAt') }
  })
}

/** `ada@example.org, plan paid, the pack full, until 2027-02-22` */
function describeCaller({ account, owner, plan, pack, expiresAt }: Caller): string {
  const who = account ?? owner
  const end = plan === undefined ? [] : [expiresAt === undefined ? 'does not expire' : `expires ${expiresAt.slice(0, 10)}`]
  return [...(who === undefined ? [] : [who]), ...(plan === undefined ? [] : [`plan ${plan}`]), `pack ${pack}`, ...end].join(', ')
}

/** Whether standard input may come from a program instead of a person. */
function hasPipedInput(): boolean {
  try {
    return !process.stdin.isTTY && !fstatSync(0).isCharacterDevice()
  } catch {
    return false
  }
}

/** If no input arrives in this time, a message says what the command waits for. */
const SILENT_MS = 2_000

async function readPipedKey(): Promise<string> {
  const note = setTimeout(
    () =>
      process.stderr.write(
        'assay: waiting for an API key on standard input. To log in on the web page instead, close standard input (< /dev/null).\n',
      ),
    SILENT_MS,
  )
  try {
    return await readLine('')
  } finally {
    clearTimeout(note)
  }
}
