import type { KeyDatabase } from '../../keys/store/key-database.ts'
import type { AccountSettings } from './account-settings.ts'
import { createAccountStore, type AccountStore } from './account-store.ts'
import { openAuthLibrary, type AuthLibrary } from './auth-library.ts'

/** Accounts of users who log in from the command line. */
export interface Accounts {
  readonly settings: AccountSettings
  readonly auth: AuthLibrary
  readonly store: AccountStore
}

/**
 * Opens accounts in the database of keys, which stays open when they close. Loads the authentication library. Throws `DatabaseError` if it is not
 * installed.
 */
export async function openAccounts(database: KeyDatabase, settings: AccountSettings): Promise<Accounts> {
  return { settings, auth: await openAuthLibrary(database, settings), store: createAccountStore(database) }
}
