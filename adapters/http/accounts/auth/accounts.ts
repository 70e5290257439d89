import type { KeyDatabase } from '../../keys/store/key-database.ts'
import type { AccountSettings } from './account-settings.ts'
import { createAccountStore, type AccountStore } from './account-store.ts'
import { openAuthLibrary, type AuthLibrary } from './auth-library.ts'

/** People with accounts, who log in from the command line. */
export interface Accounts {
  readonly settings: AccountSettings
  readonly auth: AuthLibrary
  readonly store: AccountStore
}

/** Accounts beside the keys of a database, which is not closed with them. Loads the library that signs people in; throws `DatabaseError` where it is not installed. */
export async function openAccounts(database: KeyDatabase, settings: AccountSettings): Promise<Accounts> {
  return { settings, auth: await openAuthLibrary(database, settings), store: createAccountStore(database) }
}
