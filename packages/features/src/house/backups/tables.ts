// Rows of backups that are known to be complete, and of what the database held at marked moments.
import type { Digests } from '@flotta/platform/backup/mark.ts'
import type { ColumnType, Generated } from 'kysely'

/** `file`: made by `backup create`; `told`: an external tool reported one; `restored`: one was restored and compared. */
export type BackupWay = 'file' | 'told' | 'restored'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    backups: {
      id: Generated<number>
      /** The moment whose state the backup holds. */
      marked_at: Date
      kept_at: Generated<Date>
      way: BackupWay
      /** The path of the file, or who reported the backup. */
      place: string
    }
    backup_marks: {
      id: Generated<number>
      marked_at: Date
      /** The position in the write-ahead log, and the segment that contains it. */
      lsn: string
      segment: string
      tables: ColumnType<Digests, string, string>
    }
  }
}
