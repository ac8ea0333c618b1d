// The database's data about the installation as a whole.
import type { Db, Tables, Tx } from '@flotta/platform/db.ts'
import type { Selectable } from 'kysely'
import './tables.ts'

export type Installation = Selectable<Tables['installation']>

export const installationOf = (db: Db | Tx): Promise<Installation> =>
  db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()

/** Locks the row until the transaction ends, so that of two simultaneous decisions one comes first. */
export const heldInstallation = (tx: Tx): Promise<Installation> =>
  tx.selectFrom('installation').selectAll().forUpdate().executeTakeFirstOrThrow()

/** Whether the demo was removed; then no start creates it again (installation.63). */
export const isDemoRemoved = async (db: Db | Tx): Promise<boolean> =>
  (await installationOf(db)).demo_removed_at !== null

/** Sets the map that readers begin with: the essential one, or streets from the public service where the server has none of its own. */
export async function setInstallationMap(db: Db | Tx, map: Installation['map']): Promise<void> {
  await db.updateTable('installation').set({ map }).execute()
}
