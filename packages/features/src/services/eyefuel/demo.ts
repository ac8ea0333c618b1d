// The demo company's tanks: their sizes, and on tractors the inputs of cap and alarm.
import { sql } from 'kysely'
import { agreement } from '../../agreements/contract.ts'
import type { Seed } from '../../seed.ts'

/** Litres by type of vehicle; what is not named has no tank of its own. */
const litres: Readonly<Partial<Record<string, number>>> = { T: 600, M: 280, V: 90, U: 50 }

const seed: Seed = async (tx, { since, owner, vehicles }) => {
  for (const vehicle of vehicles) {
    const tank_capacity_l = litres[vehicle.vehicle_type]
    if (tank_capacity_l === undefined || vehicle.vehicle_subtype === 'electric') continue
    await sql`update vehicles set configurations = configurations || ${JSON.stringify({ tank_capacity_l: String(tank_capacity_l) })}::jsonb
      where id = ${vehicle.id}`.execute(tx)
    if (vehicle.vehicle_type === 'T')
      await sql`update devices set wiring = wiring || '{"cap": "in3", "armed": "in2"}'
        where id in (select device_id from device_mounts where vehicle_id = ${vehicle.id} and mounted_to is null)`.execute(tx)
    await tx
      .insertInto('vehicle_agreements')
      .values({ vehicle_id: vehicle.id, customer_id: owner, agreement_id: agreement.eyefuel, active_from: new Date(since), active_to: null })
      .execute()
  }
}
export default seed
