// Checks the areas that a configuration or a trial names: whether any alert takes them, and whether they are the customer's.
import type { Alert, AreaKind } from '@flotta/core/alerts.ts'
import { invalid } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { wrongAreas } from './areas.ts'
import type { NamedAreas } from './contract.ts'

type Faults = Partial<Record<keyof NamedAreas, string>>
type Alerts = readonly (Pick<Alert, 'areas'> | undefined)[]

/** The text keys of the errors, by field. */
export async function areaFaults(
  db: Db | Tx,
  customer_id: number,
  alerts: Alerts,
  areas: NamedAreas,
): Promise<Faults> {
  const faults: Faults = wrongAreas(alerts, areas)
  const [ownKind = 'hub'] = alerts.find(alert => alert?.areas?.length === 1)?.areas ?? []
  const kinds = { area_ids: ownKind, hub_ids: 'hub', poi_ids: 'poi' } as const
  for (const field of ['area_ids', 'hub_ids', 'poi_ids'] as const)
    if (faults[field] === undefined)
      if (await hasUnknownArea(db, customer_id, kinds[field], areas[field]))
        faults[field] = 'validation.unknown'
  return faults
}
export async function requireAreas(...asked: Parameters<typeof areaFaults>): Promise<void> {
  const faults = await areaFaults(...asked)
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/** Locks the areas until the transaction ends, so that none is removed before a configuration refers to it. */
async function hasUnknownArea(
  db: Db | Tx,
  customer_id: number,
  kind: AreaKind,
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return false
  const { rows } = await sql`
    select id from ${sql.table(`${kind}s`)} where customer_id = ${customer_id} and id = any(${ids}::int4[]) for key share`.execute(
    db,
  )
  return rows.length !== ids.length
}
