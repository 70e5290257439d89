import { DatabaseError } from './database-error.ts'
import { connectDatabase, isMigrated, migrateDatabase, type KeyDatabase } from './key-database.ts'
import { createKeyStore, type KeyStore } from './key-store.ts'

/** Keys at `postgres://…`, or in a file, which is made where it is not there. Throws `DatabaseError` when it cannot be used, or its tables are not those of this version. */
export async function openKeyStore(address: string): Promise<KeyStore> {
  return createKeyStore(await openDatabase(address))
}

/** The database itself, for accounts and keys in one. Throws as `openKeyStore` does. */
export async function openDatabase(address: string): Promise<KeyDatabase> {
  const database = await connectDatabase(address)
  try {
    // A file has no other service that an upgrade could surprise.
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
