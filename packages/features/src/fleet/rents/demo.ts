// The demo company's rented and leased vehicles: contracts that have just begun, that run as planned, with too many kilometres, and that end soon.
import { dayOf, dayText } from '@flotta/core/time.ts'
import { sql } from 'kysely'
import type { DemoFacts, Seed } from '../../seed.ts'
import { giveAgreements, kmOn } from '../../seed-rows.ts'
import { agreement } from '../agreements/contract.ts'
import { contractedKmTerm } from './contract.ts'
import { createRent } from './queries.ts'

type Vehicle = DemoFacts['vehicles'][number]
/** Days since the beginning and in total; `drives`: kilometres driven, as a factor of those agreed. */
const plans = [
  { since: 40, days: 1_461, drives: 1, renter: 'Alfa Rent S.p.A.', leased: false },
  { since: 310, days: 1_096, drives: 1.25, renter: 'Padana Noleggi S.r.l.', leased: false },
  { since: 700, days: 1_461, drives: 0.9, renter: 'Leasing Emiliano S.p.A.', leased: true },
  // a leased car that has exceeded its kilometres
  { since: 1_040, days: 1_096, drives: 1.2, renter: 'Leasing Emiliano S.p.A.', leased: true },
  { since: 200, days: 365, drives: 1.4, renter: 'Furgoni Veloci S.r.l.', leased: false },
  { since: 520, days: 1_826, drives: 1, renter: 'Leasing Emiliano S.p.A.', leased: true },
  { since: 90, days: 730, drives: 0.7, renter: 'Padana Noleggi S.r.l.', leased: false },
] as const
const hasEngine = ({ vehicle_type }: Vehicle) => ['T', 'M', 'V', 'U'].includes(vehicle_type)

const seed: Seed = async (tx, demo) => {
  const { now, vehicles } = demo
  const today = dayOf(now)
  await sql`update vehicles set ownership_type = 0 where id = any(${vehicles.map(v => v.id)}::int4[])`.execute(
    tx,
  )
  const rentedVehicles = vehicles.filter(hasEngine).filter((_, i) => i % 3 === 1)
  for (const [i, plan] of plans.entries()) {
    const vehicle = rentedVehicles[i]
    if (vehicle === undefined) continue
    const start = today - plan.since
    const initial = Math.max(12_000 + vehicle.index * 370, kmOn(vehicle, start))
    const driven = ((kmOn(vehicle, today) - initial) / plan.since) * plan.days
    if (plan.leased)
      await sql`update vehicles set ownership_type = 2 where id = ${vehicle.id}`.execute(tx)
    await giveAgreements(tx, demo, [{ vehicle_id: vehicle.id, agreement_id: agreement.rent }])
    await createRent(
      tx,
      'vehicle_rents',
      {
        vehicle_id: vehicle.id,
        rent_start: dayText(start),
        rent_end: dayText(start + plan.days - 1),
        initial_km_contract: initial,
        initial_km_period: undefined,
        contracted_km: Math.max(10_000, Math.round(driven / plan.drives / 10_000) * 10_000),
        contracted_km_term: plan.days > 365 ? contractedKmTerm.yearly : contractedKmTerm.none,
        renter_name: plan.renter,
      },
      dayText(today),
    )
  }
  for (const vehicle of vehicles.filter(v => v.vehicle_type === 'T').slice(0, 2))
    await createRent(
      tx,
      'tire_rents',
      {
        vehicle_id: vehicle.id,
        rent_start: dayText(today - 150),
        rent_end: dayText(today + 579),
        initial_km_contract: Math.max(0, Math.round(kmOn(vehicle, today - 150))),
        initial_km_period: undefined,
        contracted_km: 400_000,
        contracted_km_term: contractedKmTerm.yearly,
        renter_name: 'Gomme a Canone S.r.l.',
      },
      dayText(today),
    )
}
export default seed
