// The demo company's past alerts: some acknowledged, with what was done about them, one that data disproved, one told late; told by no record, so that a replay leaves them alone.
import { randomUUID } from 'node:crypto'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import type { Seed } from '../../seed.ts'
import { alerts as cold } from '../../services/eyecold/alerts.ts'
import { alerts as geo } from '../../services/eyegeo/alerts.ts'
import { alerts as power } from '../../services/eyepower/alerts.ts'
import '../incidents/tables.ts'

const PLACES = [
  [45.0526, 9.693],
  [44.8015, 10.3279],
  [45.4642, 9.19],
  [44.4949, 11.3426],
] as const
/** As if told by nobody's record: `ago` it began, `lasted` ms; `said` in words that somebody of the company might have written. */
const PAST = [
  {
    alert: cold.temperature_out_of_range,
    cold: true,
    ago: 5 * DAY + 3 * HOUR,
    lasted: 42 * MINUTE,
    said: 'Portellone aperto durante lo scarico, temperatura rientrata da sola.',
  },
  { alert: geo.speed_limit, cold: false, ago: 4 * DAY + 6 * HOUR, lasted: 3 * MINUTE },
  {
    alert: power.voltage_warning,
    cold: false,
    ago: 3 * DAY + 9 * HOUR,
    lasted: 5 * HOUR,
    said: 'Batteria da controllare al prossimo tagliando.',
    assigned: true,
  },
  {
    alert: cold.cooling_system_off,
    cold: true,
    ago: 3 * DAY + 2 * HOUR,
    lasted: 55 * MINUTE,
    said: 'Sosta programmata in deposito.',
  },
  {
    alert: geo.speed_limit,
    cold: false,
    ago: 2 * DAY + 5 * HOUR,
    lasted: 4 * MINUTE,
    as: 'corrected',
  },
  { alert: power.voltage_alarm, cold: false, ago: 2 * DAY + HOUR, lasted: 25 * MINUTE, late: true },
  {
    alert: cold.temperature_out_of_range,
    cold: true,
    ago: DAY + 4 * HOUR,
    lasted: 18 * MINUTE,
    said: 'Avvisato l’autista.',
    assigned: true,
  },
  { alert: geo.speed_limit, cold: false, ago: 20 * HOUR, lasted: 2 * MINUTE },
] as const

const seed: Seed = async (tx, { now, owner, user_id, vehicles }) => {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('customer_id', '=', owner)
    .orderBy('id')
    .execute()
  const me = people.find(p => p.id === user_id)
  const colleague = people.find(p => p.id !== user_id)
  const reefers = vehicles.filter(v => v.setpoint !== null && v.vehicle_type !== 'V')
  const others = vehicles.filter(v => v.rota === 'line' || v.rota === 'day')
  const incidents = PAST.flatMap((past, i) => {
    const among = past.cold ? reefers : others
    const vehicle = among[i % Math.max(1, among.length)]
    const [latitude, longitude] = PLACES[i % PLACES.length] ?? PLACES[0]
    const began = now - past.ago
    const place = {
      gps_datetime: new Date(began),
      latitude_e7: Math.round(latitude * 1e7),
      longitude_e7: Math.round(longitude * 1e7),
    }
    return vehicle === undefined
      ? []
      : [
          {
            past,
            vehicle_id: vehicle.id,
            id: randomUUID(),
            began,
            ended: new Date(began + past.lasted),
            place,
          },
        ]
  })
  if (incidents.length === 0 || me === undefined) return
  await tx
    .insertInto('incidents')
    .values(
      incidents.map(({ past, vehicle_id, id, began, ended, place }) => ({
        vehicle_id,
        id,
        alert_id: past.alert.id,
        customer_id: null,
        subject_id: null,
        origin: 'jobs' as const,
        opened_at: new Date(began),
        closed_at: ended,
        closed_as: 'as' in past ? past.as : ('cleared' as const),
        late: 'late' in past,
        until: null,
        data: null,
        ...place,
        raised_by: null,
        cleared_by: null,
        updated_at: ended,
      })),
    )
    .execute()
  const noted = incidents.flatMap(({ past, ...incident }) =>
    'said' in past
      ? [{ ...incident, comment: past.said, to: 'assigned' in past ? colleague : undefined }]
      : [],
  )
  await tx
    .insertInto('incident_marks')
    .values(
      noted.map(({ vehicle_id, id, began, comment, to }) => ({
        customer_id: owner,
        incident_id: id,
        vehicle_id,
        acknowledged_by: me.id,
        acknowledged_at: new Date(began + 10 * MINUTE),
        comment,
        assigned_to: to?.id ?? null,
        updated_at: new Date(began + 10 * MINUTE),
      })),
    )
    .execute()
  const said = { customer_id: owner, said_by: me.id, user_name: me.name }
  await tx
    .insertInto('incident_trail')
    .values(
      noted.flatMap(({ vehicle_id, id, began, comment, to }) => [
        {
          ...said,
          incident_id: id,
          vehicle_id,
          at: new Date(began + 10 * MINUTE),
          action: 'acknowledged' as const,
          comment,
          assigned_to: null,
          assigned_name: null,
        },
        ...(to === undefined
          ? []
          : [
              {
                ...said,
                incident_id: id,
                vehicle_id,
                at: new Date(began + 12 * MINUTE),
                action: 'assigned' as const,
                comment: null,
                assigned_to: to.id,
                assigned_name: to.name,
              },
            ]),
      ]),
    )
    .execute()
}
export default seed
