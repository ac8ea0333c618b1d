// Which backups there are, as far as the database has been told.
import type { Db, Tables, Tx } from '@flotta/platform/db.ts'
import type { Insertable, Selectable } from 'kysely'
import './tables.ts'

type Backup = Selectable<Tables['backups']>

/** The newest whole backup; null: none was ever made. Its age is the time since `marked_at`: what was written later is not in it. */
export async function lastBackup(db: Db): Promise<Backup | null> {
  return (await listBackups(db, 1))[0] ?? null
}

/** Newest first. */
export const listBackups = (db: Db, limit: number): Promise<Backup[]> =>
  db.selectFrom('backups').selectAll().orderBy('marked_at', 'desc').orderBy('id', 'desc').limit(limit).execute()

export const noteBackup = (db: Db | Tx, backup: Insertable<Tables['backups']>): Promise<Backup> =>
  db.insertInto('backups').values(backup).returningAll().executeTakeFirstOrThrow()
