// The demo company's beacons: tags on its tractors, readers on trailers, and whom each trailer may be coupled to.
import { sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'
import { tags, trailerOf } from './couplings.ts'

const seed: Seed = async (tx, { since, owner, vehicles }) => {
  const configure = (id: number, configurations: Readonly<Record<string, string>>) =>
    sql`update vehicles set configurations = configurations || ${JSON.stringify(configurations)}::jsonb where id = ${id}`.execute(
      tx,
    )
  for (const vehicle of vehicles) {
    const tag = tags.get(vehicle.index)
    if (tag !== undefined) await configure(vehicle.id, { beacon_code: tag.toUpperCase() })
    const trailer = trailerOf(vehicle)
    if (trailer === null) continue
    if (trailer.authorized !== null)
      await configure(vehicle.id, {
        tandt_authorized: trailer.authorized.map(code => code.toUpperCase()).join('|'),
      })
    await sql`update devices set wiring = wiring || '{"beacon": "rfid"}'
      where id in (select device_id from device_mounts where vehicle_id = ${vehicle.id} and mounted_to is null)`.execute(
      tx,
    )
    await tx
      .insertInto('vehicle_agreements')
      .values({
        vehicle_id: vehicle.id,
        customer_id: owner,
        agreement_id: agreement.tandt,
        active_from: new Date(since),
        active_to: null,
      })
      .execute()
  }
}
export default seed
