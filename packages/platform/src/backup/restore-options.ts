// What a backup is restored with, and what is told meanwhile.
import type pg from 'pg'
import type { CliEnvironment } from '../cli.ts'
import type { Db } from '../db.ts'
import type { Identity } from './age-keys.ts'
import type { Manifest } from './manifest.ts'

export interface RestoreOptions extends Omit<CliEnvironment, 'config'> {
  /** Private keys, for a backup that is encrypted. */
  readonly identities?: readonly Identity[]
  /** Makes the month of a divided table, as the product does. */
  readonly makeMonth: (client: pg.Client, parent: string, month: string) => Promise<unknown>
  /** Before it is put in place: what else is to be so. */
  readonly last?: (db: Db, manifest: Manifest) => Promise<unknown>
}
