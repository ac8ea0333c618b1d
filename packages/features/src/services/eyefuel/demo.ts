// The demo company's tanks: their sizes, and on tractors the inputs of cap and alarm.
import { sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'
import { tankLitres } from './tanks.ts'

const seed: Seed = async (tx, { since, owner, vehicles }) => {
  for (const vehicle of vehicles) {
    const tank_capacity_l = tankLitres(vehicle)
    if (tank_capacity_l === null) continue
    await sql`update vehicles set configurations = configurations || ${JSON.stringify({ tank_capacity_l: String(tank_capacity_l) })}::jsonb
      where id = ${vehicle.id}`.execute(tx)
    if (vehicle.vehicle_type === 'T')
      await sql`update devices set wiring = wiring || '{"cap": "in3", "armed": "in2"}'
        where id in (select device_id from device_mounts where vehicle_id = ${vehicle.id} and mounted_to is null)`.execute(
        tx,
      )
    await tx
      .insertInto('vehicle_agreements')
      .values({
        vehicle_id: vehicle.id,
        customer_id: owner,
        agreement_id: agreement.eyefuel,
        active_from: new Date(since),
        active_to: null,
      })
      .execute()
  }
}
export default seed
