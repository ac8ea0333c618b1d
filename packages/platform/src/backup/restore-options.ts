// The options of a restore, and its reports of progress.
import type pg from 'pg'
import type { CliEnvironment } from '../cli.ts'
import type { Db } from '../db.ts'
import type { Identity } from './age-keys.ts'
import type { Manifest } from './manifest.ts'

export interface RestoreOptions extends Omit<CliEnvironment, 'config'> {
  /** Private keys, for an encrypted backup. */
  readonly identities?: readonly Identity[]
  /** Makes the monthly partition of a table, as the product does. */
  readonly makeMonth: (client: pg.Client, parent: string, month: string) => Promise<unknown>
  /** Further work on the restored database before it is put in place. */
  readonly last?: (db: Db, manifest: Manifest) => Promise<unknown>
}
