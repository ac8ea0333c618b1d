// Rows of backups that are known to be whole.
import type { Generated } from 'kysely'

/** `file`: made by `backup create`; `told`: an external tool said that it made one; `restored`: one was restored and compared. */
export type BackupWay = 'file' | 'told' | 'restored'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    backups: {
      id: Generated<number>
      /** The second whose rows it holds. */
      marked_at: Date
      kept_at: Generated<Date>
      way: BackupWay
      /** File, or who said so. */
      place: string
    }
  }
}
