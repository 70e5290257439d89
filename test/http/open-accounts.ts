import { createServer } from 'node:http'
import { openAccounts, type Accounts } from '../../adapters/http/accounts/auth/accounts.ts'
import { toAccountSettings } from '../../adapters/http/accounts/auth/account-settings.ts'
import { createKeyStore, type KeyStore } from '../../adapters/http/keys/store/key-store.ts'
import type { KeyDatabase } from '../../adapters/http/keys/store/key-database.ts'
import { openDatabase } from '../../adapters/http/keys/store/open-key-store.ts'
import type { ServerOptions } from '../../adapters/http/server/start-server.ts'
import type { Accounts as WrittenAccounts } from '../../adapters/http/settings/schema/settings-spec.generated.ts'
import { obedientThreads } from '../pool/source-threads.ts'
import { openServer, type OpenServer } from './open-server.ts'

/** A service with accounts. */
export interface AccountServer extends OpenServer {
  readonly keys: KeyStore
  readonly accounts: Accounts
  readonly database: KeyDatabase
}

/** Starts a service with accounts at a free port, because its own URL is a setting. The caller closes its keys. */
export async function openAccountServer(
  database: string,
  written: Partial<WrittenAccounts> = {},
  options: ServerOptions = {},
): Promise<AccountServer> {
  const port = await freePort()
  const opened = await openDatabase(database)
  const settings = {
    ...toAccountSettings({ publicUrl: `http://127.0.0.1:${port}`, secret: 'of the tests alone, '.repeat(2), ...written }),
    pollSeconds: 1,
  }
  const keys = createKeyStore(opened)
  const accounts = await openAccounts(opened, settings)
  const server = await openServer({ scans: { ...obedientThreads, workers: 1 }, port, keys, accounts, ...options })
  return { ...server, keys, accounts, database: opened }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** The actions of a user in a browser. */
export interface Browser {
  ask(path: string, form?: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Response>
  readonly cookies: ReadonlyMap<string, string>
}

/** A user with a browser: keeps cookies, follows no redirects, and submits forms. */
export function openBrowser(origin: string, own: Readonly<Record<string, string>> = {}): Browser {
  const jar = new Map<string, string>()
  async function ask(path: string, form?: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, origin), {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { ...own, ...(cookie !== '' && { cookie }), ...(form && { origin }), ...headers },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  return { ask, cookies: jar }
}
