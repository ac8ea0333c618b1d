// The backups that the database has a record of.
import type { Mark } from '@flotta/platform/backup/mark.ts'
import type { Db, Tables, Tx } from '@flotta/platform/db.ts'
import type { Insertable, Selectable } from 'kysely'
import './tables.ts'

type Backup = Selectable<Tables['backups']>

/** The newest complete backup; null: there is none. Its age is counted from `marked_at`, because later changes are not in it. */
export async function lastBackup(db: Db): Promise<Backup | null> {
  return (await listBackups(db, 1))[0] ?? null
}

/** Newest first. */
export const listBackups = (db: Db, limit: number): Promise<Backup[]> =>
  db
    .selectFrom('backups')
    .selectAll()
    .orderBy('marked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const noteBackup = (db: Db | Tx, backup: Insertable<Tables['backups']>): Promise<Backup> =>
  db.insertInto('backups').values(backup).returningAll().executeTakeFirstOrThrow()

/** Older marks are useless, because no archive reaches back so far. */
const MARKS_KEPT_MS = 400 * 86_400_000

export async function storeMark(db: Db, { marked_at, tables, ...place }: Mark): Promise<void> {
  await db
    .insertInto('backup_marks')
    .values({ ...place, marked_at, tables: JSON.stringify(tables) })
    .execute()
  await db
    .deleteFrom('backup_marks')
    .where('marked_at', '<', new Date(marked_at.getTime() - MARKS_KEPT_MS))
    .execute()
}

/** The newest mark that was made until a time. */
export const markBefore = async (db: Db, at: Date): Promise<Mark | undefined> =>
  db
    .selectFrom('backup_marks')
    .select(['marked_at', 'lsn', 'segment', 'tables'])
    .where('marked_at', '<=', at)
    .orderBy('marked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
