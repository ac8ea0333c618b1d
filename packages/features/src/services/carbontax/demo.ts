// The demo company's consumption for the tax: of reefers by their unit, of the other lorries by their engine.
import { sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'

/** l/h of a refrigeration unit, and of an idling and driving engine. */
const [UNIT, ENGINE] = ['2.6', '14.5']

const seed: Seed = async (tx, { since, owner, vehicles }) => {
  for (const vehicle of vehicles) {
    const average =
      vehicle.setpoint !== null
        ? UNIT
        : vehicle.vehicle_type === 'T' || vehicle.vehicle_type === 'M'
          ? ENGINE
          : null
    if (average === null) continue
    await sql`update vehicles set configurations = configurations || ${JSON.stringify({ carbon_average_consumption: average })}::jsonb
      where id = ${vehicle.id}`.execute(tx)
    await tx
      .insertInto('vehicle_agreements')
      .values({
        vehicle_id: vehicle.id,
        customer_id: owner,
        agreement_id: agreement.carbontax,
        active_from: new Date(since),
        active_to: null,
      })
      .execute()
  }
}
export default seed
