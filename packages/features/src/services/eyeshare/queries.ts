// The number of shared agreements on many vehicles, visible to their owner.
import { sql } from 'kysely'
import type { OverviewRows } from '../overview-rows.ts'

export const overviewRows: OverviewRows = async ({ db, now }, { customer_id }, vehicles) => {
  const ownVehicles = [...vehicles].flatMap(([id, access]) => (access.owner ? [id] : []))
  const at = new Date(now())
  const { rows } = await sql<{ vehicle_id: number; shared: number }>`
    select a.vehicle_id, count(*)::int4 as shared from vehicle_agreements a
    where a.vehicle_id = any(${ownVehicles}::int4[]) and a.customer_id <> ${customer_id} and a.active_from <= ${at} and (a.active_to is null or a.active_to > ${at})
    group by a.vehicle_id`.execute(db)
  const countByVehicle = new Map(rows.map(row => [row.vehicle_id, row.shared]))
  return new Map(
    ownVehicles.map(id => [id, { at: null, data: { shared: countByVehicle.get(id) ?? 0 } }]),
  )
}
