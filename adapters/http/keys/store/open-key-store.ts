import { DatabaseError } from './database-error.ts'
import { connectDatabase, isMigrated, migrateDatabase, type KeyDatabase } from './key-database.ts'
import { createKeyStore, type KeyStore } from './key-store.ts'

/**
 * Opens keys at `postgres://…` or in a file, which is created if it is missing. Throws `DatabaseError` if the database cannot be used, or its tables
 * have another version.
 */
export async function openKeyStore(address: string): Promise<KeyStore> {
  return createKeyStore(await openDatabase(address))
}

/** Opens the database for both accounts and keys. Throws as `openKeyStore` does. */
export async function openDatabase(address: string): Promise<KeyDatabase> {
  const database = await connectDatabase(address)
  try {
    // No other service uses a file, so an upgrade surprises nobody.
    if (database.isFile) await migrateDatabase(database)
    else if (!(await isMigrated(database))) throw new DatabaseError('the database schema is not up to date. Run `assay admin migrate`.')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Brings the tables at an address up to date, and names the steps that were done. Throws `DatabaseError`. */
export async function migrateKeys(address: string): Promise<readonly string[]> {
  const database = await connectDatabase(address)
  try {
    return await migrateDatabase(database)
  } finally {
    await database.close()
  }
}
