// Past alerts of the demo company: some acknowledged with a comment, one disproved by later data, one found too late. No record raised them, so a replay leaves them alone.
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
/** Past incidents. `ago`: how long ago one began; `lasted`: its duration in ms; `said`: the comment of the person who acknowledged it. */
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

type SeedVehicle = Parameters<Seed>[1]['vehicles'][number]
interface Person {
  readonly id: number
  readonly name: string
}
interface PastIncident {
  readonly past: (typeof PAST)[number]
  readonly id: string
  readonly vehicle_id: number
  readonly began: number
  readonly ended: Date
  readonly place: {
    readonly gps_datetime: Date
    readonly latitude_e7: number
    readonly longitude_e7: number
  }
}
/** A past incident with the mark that somebody of the company set on it. */
interface CommentedIncident extends PastIncident {
  readonly comment: string
  readonly assignee: Person | undefined
}
/** Time from the beginning of the incident to its acknowledgement, ms. */
const ACKNOWLEDGED_AFTER = 10 * MINUTE
const ASSIGNED_AFTER = 12 * MINUTE

const seed: Seed = async (tx, { now, owner, user_id, vehicles }) => {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('customer_id', '=', owner)
    .orderBy('id')
    .execute()
  const me = people.find(p => p.id === user_id)
  const colleague = people.find(p => p.id !== user_id)
  const incidents = pastIncidents(vehicles, now)
  if (incidents.length === 0 || me === undefined) return
  await tx.insertInto('incidents').values(incidents.map(incidentRow)).execute()
  const incidentsWithComment = commentedIncidents(incidents, colleague)
  await tx
    .insertInto('incident_marks')
    .values(
      incidentsWithComment.map(incident => ({ customer_id: owner, ...markRow(incident, me) })),
    )
    .execute()
  await tx
    .insertInto('incident_trail')
    .values(
      incidentsWithComment
        .flatMap(incident => trailRows(incident, me))
        .map(row => ({ customer_id: owner, ...row })),
    )
    .execute()
}
export default seed

/** Alerts of the cold chain go to refrigerated vehicles only. */
function pastIncidents(vehicles: readonly SeedVehicle[], now: number): readonly PastIncident[] {
  const reefers = vehicles.filter(v => v.setpoint !== null && v.vehicle_type !== 'V')
  const others = vehicles.filter(v => v.rota === 'line' || v.rota === 'day')
  return PAST.flatMap((past, i) => {
    const candidates = past.cold ? reefers : others
    const vehicle = candidates[i % Math.max(1, candidates.length)]
    if (vehicle === undefined) return []
    const [latitude, longitude] = PLACES[i % PLACES.length] ?? PLACES[0]
    const began = now - past.ago
    return [
      {
        past,
        vehicle_id: vehicle.id,
        id: randomUUID(),
        began,
        ended: new Date(began + past.lasted),
        place: {
          gps_datetime: new Date(began),
          latitude_e7: Math.round(latitude * 1e7),
          longitude_e7: Math.round(longitude * 1e7),
        },
      },
    ]
  })
}

const incidentRow = ({ past, vehicle_id, id, began, ended, place }: PastIncident) => ({
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
})

const commentedIncidents = (
  incidents: readonly PastIncident[],
  colleague: Person | undefined,
): readonly CommentedIncident[] =>
  incidents.flatMap(incident => {
    const { past } = incident
    if (!('said' in past)) return []
    return [
      { ...incident, comment: past.said, assignee: 'assigned' in past ? colleague : undefined },
    ]
  })

function markRow({ vehicle_id, id, began, comment, assignee }: CommentedIncident, author: Person) {
  const at = new Date(began + ACKNOWLEDGED_AFTER)
  return {
    incident_id: id,
    vehicle_id,
    acknowledged_by: author.id,
    acknowledged_at: at,
    comment,
    assigned_to: assignee?.id ?? null,
    updated_at: at,
  }
}

function trailRows(incident: CommentedIncident, author: Person) {
  const { vehicle_id, id, began, comment, assignee } = incident
  const entry = { said_by: author.id, user_name: author.name, incident_id: id, vehicle_id }
  const acknowledgement = {
    ...entry,
    at: new Date(began + ACKNOWLEDGED_AFTER),
    action: 'acknowledged' as const,
    comment,
    assigned_to: null,
    assigned_name: null,
  }
  if (assignee === undefined) return [acknowledgement]
  const assignment = {
    ...entry,
    at: new Date(began + ASSIGNED_AFTER),
    action: 'assigned' as const,
    comment: null,
    assigned_to: assignee.id,
    assigned_name: assignee.name,
  }
  return [acknowledgement, assignment]
}
