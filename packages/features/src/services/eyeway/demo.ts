// The demo company's axles and tyres: those of trucks and trailers with sensors; some may carry less than they do at times, and one rolls on other tyres.
import { sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'

/** kg, by number of axles: what a full load exceeds now and then. */
const MAX_LOAD_KG: Readonly<Record<number, number>> = { 2: 18_500, 3: 24_700 }

const seed: Seed = async (tx, { since, owner, guest, vehicles }) => {
  const vehiclesWithAxles = vehicles.filter(v => v.profile === 'fmx6' && v.axles_number !== null)
  const agreementRow = (vehicle_id: number, customer_id: number) => ({
    vehicle_id,
    customer_id,
    agreement_id: agreement.eyeway,
    active_from: new Date(since),
    active_to: null,
  })
  await tx
    .insertInto('vehicle_agreements')
    .values(
      vehiclesWithAxles.flatMap(v => [
        agreementRow(v.id, owner),
        ...(v.vehicle_type === 'S' && v.index === 1 ? [agreementRow(v.id, guest)] : []),
      ]),
    )
    .execute()
  const ids = vehiclesWithAxles.map(v => v.id)
  await sql`update devices set wiring = wiring || '{"amber_warning": "mil"}' where id in (select device_id from device_mounts where vehicle_id = any(${ids}::int4[]))`.execute(
    tx,
  )
  for (const v of vehiclesWithAxles.filter(v => v.index % 3 === 0))
    await sql`update vehicles set configurations = configurations || ${JSON.stringify({ max_load_kg: String(MAX_LOAD_KG[v.axles_number ?? 0] ?? 44_000) })}::jsonb where id = ${v.id}`.execute(
      tx,
    )
  const truck = vehiclesWithAxles.find(v => v.vehicle_type === 'M')
  if (truck !== undefined)
    await sql`update vehicles set tire_parameters = '{"nominal_pressure": 7.8, "max_pressure": 8.8}' where id = ${truck.id}`.execute(
      tx,
    )
}
export default seed
