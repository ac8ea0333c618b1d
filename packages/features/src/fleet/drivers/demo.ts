// The demo company's drivers: licences of which some end soon, phones, cards; and the shifts of vehicles without card readers, as a dispatcher enters them.
import { DAY, dayOf, dayText, HOUR } from '@flotta/core/time.ts'
import type { Seed } from '../../seed.ts'
import { crew, readsCards, shiftAt } from './crew.ts'
import { cardKey } from './rules.ts'
import './tables.ts'

/** Days until these licences end, by index in the crew; the others are valid for years. */
const licenceDays: Readonly<Record<number, number>> = {
  3: 12,
  11: 41,
  19: -9,
  27: 55,
  36: 2,
  43: -120,
}
const notes: Readonly<Record<number, string>> = {
  0: 'Patentino ADR',
  5: 'Solo turno di notte',
  9: 'ADR cisterne',
  23: 'Parla romeno e tedesco',
  30: 'Part-time, mai il lunedì',
}
/** UTC; in Italy the first is the seventh hour in winter. */
const [BEGINS, ENDS] = [6 * HOUR, 16 * HOUR]

const seed: Seed = async (tx, { now, since, owner, vehicles }) => {
  const drivers = await tx
    .insertInto('drivers')
    .values(
      crew.map(({ name, surname, ibutton_id }, i) => ({
        customer_id: owner,
        name,
        surname,
        license: `U1${String(4_180_237 + i * 91_733).slice(0, 7)}${'ABCDEFGHLM'[i % 10]}`,
        license_expiration_date: dayText(dayOf(now) + (licenceDays[i] ?? 200 + i * 37)),
        ibutton_id: ibutton_id?.toUpperCase() ?? null,
        ibutton_key: cardKey(ibutton_id),
        // a range of numbers that is assigned to nobody
        phone_number: `+39320000${String(1_000 + i * 7)}`,
        email: null,
        note: notes[i] ?? null,
        active: i === crew.length - 1 ? (0 as const) : (1 as const),
        private_trips: i % 9 === 4,
      })),
    )
    .returning('id')
    .execute()
  const rows = vehicles
    .filter(v => !readsCards(v))
    .flatMap(vehicle => {
      const activities: {
        driver_id: number
        vehicle_id: number
        period_from: Date
        period_to: Date
      }[] = []
      for (let day = Math.floor(since / DAY) * DAY + DAY; day < now; day += DAY) {
        const driver = drivers[shiftAt(vehicle, day + BEGINS)?.driver ?? -1]
        // a shift in progress would never end, because nobody is there to end it
        if (driver === undefined || day + ENDS > now) continue
        activities.push({
          driver_id: driver.id,
          vehicle_id: vehicle.id,
          period_from: new Date(day + BEGINS),
          period_to: new Date(day + ENDS),
        })
      }
      return activities
    })
  if (rows.length > 0)
    await tx
      .insertInto('driver_activities')
      .values(rows.map(row => ({ ...row, customer_id: owner })))
      .execute()
}
export default seed
