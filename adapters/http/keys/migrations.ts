import type { Kysely } from 'kysely'

/** One step of the tables, which stays as it is once it was released. */
interface Migration {
  up(db: Kysely<unknown>): Promise<void>
}

/** All of them by their names, which say their order. Texts alone, so that every database keeps the same: times are ISO 8601. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-api-keys': {
    async up(db) {
      await db.schema
        .createTable('api_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sha256', 'text', (column) => column.notNull().unique())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('plan', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .addColumn('last_used_at', 'text')
        .addColumn('revoked_at', 'text')
        .execute()
    },
  },
}
