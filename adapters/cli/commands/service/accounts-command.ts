import { randomBytes } from 'node:crypto'
import { findDatabase, orExplain, toColumns, toJsonText, type KeysFlags } from './admin-command.ts'
import { CommandError } from '../../process/command-error.ts'
import type { LibraryModules, Service } from '../../engine/library-modules.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { readLine } from '../../files/read-line.ts'
import { showText } from '../../output/show-text.ts'
import { writeStream } from '../../output/write-output.ts'

/** Flags of `assay admin accounts password`. */
export interface PasswordFlags extends KeysFlags {
  readonly passwordStdin?: boolean
}

/** Flags of `assay admin accounts create`. */
export interface CreateAccountFlags extends PasswordFlags {
  readonly plan?: string
  readonly owner?: string
}

type Store = ReturnType<Service['createAccountStore']>
type Accounts = Awaited<ReturnType<Service['openAccounts']>>
type Account = Awaited<ReturnType<Store['list']>>[number]

/** `assay admin accounts create <email>` */
export async function createAccount(email: string, flags: CreateAccountFlags, library: LibraryModules): Promise<number> {
  checkAddress(email)
  return withAccounts(flags, library, async ({ auth, store }, plans, standard) => {
    const { plan = standard, owner } = flags
    checkPlan(plan, plans)
    const password = await choosePassword(flags)
    const id = await auth.createAccount({ email, plan, password: password.text, ...(owner !== undefined && { owner }) })
    const account = id === undefined ? undefined : await store.findById(id)
    if (account === undefined)
      throw new CommandError(
        EXIT_CODES.wrongUsage,
        `there is an account for ${showText(email)}. To set a new password, run \`assay admin accounts password\`.`,
      )
    await tellPassword(account, password, flags)
    process.stderr.write(`assay: created account ${account.email} with plan ${plan}.${password.isNew ? ' The password is shown only once.' : ''}\n`)
  })
}

/** `assay admin accounts password <email>`: sets a new password. This ends the browser sessions of the account but not its keys. */
export async function setPassword(email: string, flags: PasswordFlags, library: LibraryModules): Promise<number> {
  return withAccounts(flags, library, async ({ auth, store }) => {
    const account = (await store.find(email)) ?? noSuch(email)
    const password = await choosePassword(flags)
    await auth.setPassword(account.id, password.text)
    await tellPassword(account, password, flags)
    process.stderr.write(`assay: new password of ${account.email}.${password.isNew ? ' It is shown this once.' : ''}\n`)
  })
}

/** `assay admin accounts list` */
export async function listAccounts(flags: KeysFlags, library: LibraryModules): Promise<number> {
  return withStore(flags, library, async (store) => {
    const all = await store.list()
    const rows = all.map(({ email, plan, owner, createdAt, disabledAt }) => [
      email,
      plan,
      owner,
      createdAt.slice(0, 10),
      disabledAt === undefined ? 'active' : `disabled ${disabledAt.slice(0, 10)}`,
    ])
    const text = flags.format === 'json' ? toJsonText(all) : toColumns([['address', 'plan', 'owner', 'since', 'state'], ...rows])
    await writeStream(process.stdout, text)
  })
}

/** `assay admin accounts disable <email>` */
export function disableAccount(email: string, flags: KeysFlags, library: LibraryModules): Promise<number> {
  return change(email, flags, library, { word: 'disabled; all keys and sessions were ended', act: (store) => store.disable(email) })
}

/** `assay admin accounts enable <email>` */
export function enableAccount(email: string, flags: KeysFlags, library: LibraryModules): Promise<number> {
  return change(email, flags, library, { word: 'enabled; the user must log in again', act: (store) => store.enable(email) })
}

/** `assay admin accounts unlink <email>` */
export function unlinkAccount(email: string, flags: KeysFlags, library: LibraryModules): Promise<number> {
  return change(email, flags, library, {
    word: 'no longer linked to the provider; all sessions were ended',
    act: (store) => store.unlink(email),
  })
}

/** `assay admin accounts plan <email> <plan>` */
export function setPlan(email: string, plan: string, flags: KeysFlags, library: LibraryModules): Promise<number> {
  const word = `plan changed to ${plan}, also for existing keys`
  return change(email, flags, library, {
    word,
    act(store, plans) {
      checkPlan(plan, plans)
      return store.setPlan(email, plan)
    },
  })
}

interface Change {
  readonly word: string
  act(store: Store, plans: readonly string[]): Promise<Account | undefined>
}

async function change(email: string, flags: KeysFlags, library: LibraryModules, { word, act }: Change): Promise<number> {
  return withStore(flags, library, async (store, plans) => {
    const account = (await act(store, plans)) ?? noSuch(email)
    await writeStream(process.stdout, flags.format === 'json' ? toJsonText(account) : `${account.email}: ${word}\n`)
  })
}

async function withStore(flags: KeysFlags, library: LibraryModules, act: (store: Store, plans: readonly string[]) => Promise<void>): Promise<number> {
  const service = await library.service()
  const { address, plans } = await findDatabase(flags, service)
  await orExplain(service, async () => {
    const database = await service.openDatabase(address)
    await act(service.createAccountStore(database), plans).finally(() => database.close())
  })
  return EXIT_CODES.passed
}

async function withAccounts(
  flags: KeysFlags,
  library: LibraryModules,
  act: (accounts: Accounts, plans: readonly string[], standard: string) => Promise<void>,
): Promise<number> {
  const service = await library.service()
  const { address, plans, settings } = await findDatabase(flags, service)
  const { accounts } = settings
  if (accounts === undefined) {
    const how =
      'Set `accounts.publicUrl` and `accounts.secret` in the settings of the service, or ASSAY_ACCOUNTS__PUBLIC_URL and ASSAY_ACCOUNTS__SECRET.'
    throw new CommandError(EXIT_CODES.wrongUsage, `accounts are not enabled. ${how}`)
  }
  await orExplain(service, async () => {
    const database = await service.openDatabase(address)
    const opened = async (): Promise<void> => act(await service.openAccounts(database, accounts), plans, accounts.plan)
    await opened().finally(() => database.close())
  })
  return EXIT_CODES.passed
}

interface ChosenPassword {
  readonly text: string
  readonly isNew: boolean
}

/** The minimum length that the service requires. */
const LEAST = 12
const MOST = 256
const RANDOM_BYTES = 18

async function choosePassword({ passwordStdin }: PasswordFlags): Promise<ChosenPassword> {
  if (passwordStdin !== true) return { text: randomBytes(RANDOM_BYTES).toString('base64url'), isNew: true }
  const text = await readLine('Password: ')
  if (text.length < LEAST || text.length > MOST)
    throw new CommandError(EXIT_CODES.wrongUsage, `the password must have ${LEAST} to ${MOST} characters, not ${text.length}.`)
  return { text, isNew: false }
}

async function tellPassword(account: Account, { text, isNew }: ChosenPassword, { format }: KeysFlags): Promise<void> {
  const shown = format === 'json' ? toJsonText({ ...account, ...(isNew && { password: text }) }) : isNew ? `${text}\n` : ''
  await writeStream(process.stdout, shown)
}

function checkAddress(email: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new CommandError(EXIT_CODES.wrongUsage, `\`${showText(email)}\` is not an email address. Use one such as ada@example.org.`)
}

function checkPlan(plan: string, plans: readonly string[]): void {
  if (!plans.includes(plan)) throw new CommandError(EXIT_CODES.wrongUsage, `unknown plan \`${plan}\`. Available plans: ${plans.join(', ')}.`)
}

function noSuch(email: string): never {
  throw new CommandError(EXIT_CODES.wrongUsage, `there is no account for ${showText(email)}. Run \`assay admin accounts list\` to see all accounts.`)
}
