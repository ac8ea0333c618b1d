// Axles and tyres of the demo company: trucks and trailers with sensors; some are overloaded at times, and one has other tyres.
import { sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'
import { configureVehicle, giveAgreements } from '../../seed-rows.ts'

/** kg, by number of axles: a full load sometimes exceeds it. */
const MAX_LOAD_KG: Readonly<Record<number, number>> = { 2: 18_500, 3: 24_700 }

const seed: Seed = async (tx, demo) => {
  const vehiclesWithAxles = demo.vehicles.filter(
    v => v.profile === 'fmx6' && v.axles_number !== null,
  )
  await giveAgreements(
    tx,
    demo,
    vehiclesWithAxles.flatMap(v => [
      { vehicle_id: v.id, agreement_id: agreement.eyeway },
      ...(v.vehicle_type === 'S' && v.index === 1
        ? [{ vehicle_id: v.id, agreement_id: agreement.eyeway, customer_id: demo.guest }]
        : []),
    ]),
  )
  const ids = vehiclesWithAxles.map(v => v.id)
  await sql`update devices set wiring = wiring || '{"amber_warning": "mil"}' where id in (select device_id from device_mounts where vehicle_id = any(${ids}::int4[]))`.execute(
    tx,
  )
  for (const v of vehiclesWithAxles.filter(v => v.index % 3 === 0))
    await configureVehicle(tx, v.id, {
      max_load_kg: String(MAX_LOAD_KG[v.axles_number ?? 0] ?? 44_000),
    })
  const truck = vehiclesWithAxles.find(v => v.vehicle_type === 'M')
  if (truck !== undefined)
    await sql`update vehicles set tire_parameters = '{"nominal_pressure": 7.8, "max_pressure": 8.8}' where id = ${truck.id}`.execute(
      tx,
    )
}
export default seed
