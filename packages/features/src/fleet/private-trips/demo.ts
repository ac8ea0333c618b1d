// One company car of the demo was used privately until today: its past evenings are hidden, its present position is visible to everybody.
import type { Seed } from '../../seed.ts'
import './tables.ts'

const evenings = [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }]

const seed: Seed = async (tx, { now, since, owner, user_id, vehicles }) => {
  const car = vehicles.filter(v => v.vehicle_subtype === 'suv').at(0)
  if (car === undefined) return
  await tx
    .insertInto('private_hours')
    .values({
      customer_id: owner,
      vehicle_id: car.id,
      hours: JSON.stringify(evenings),
      timezone: 'Europe/Rome',
      user_id,
      valid_from: new Date(since),
      valid_to: new Date(now),
    })
    .execute()
}
export default seed
