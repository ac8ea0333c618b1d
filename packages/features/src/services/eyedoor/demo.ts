// The demo company's doors: those of vans and refrigerated bodies, with the inputs that tell them.
import { sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import { hasDoors, type Seed } from '../../seed.ts'

const wiring = { door_1: 'in1', armed: 'in3', siren: 'in4' } as const

const seed: Seed = async (tx, { since, owner, vehicles }) => {
  const withDoors = vehicles.filter(hasDoors).map(v => v.id)
  await sql`update devices set wiring = wiring || ${JSON.stringify(wiring)}::jsonb
    where id in (select device_id from device_mounts where vehicle_id = any(${withDoors}::int4[]) and mounted_to is null)`.execute(
    tx,
  )
  await tx
    .insertInto('vehicle_agreements')
    .values(
      withDoors.map(vehicle_id => ({
        vehicle_id,
        customer_id: owner,
        agreement_id: agreement.eyedoor,
        active_from: new Date(since),
        active_to: null,
      })),
    )
    .execute()
}
export default seed
