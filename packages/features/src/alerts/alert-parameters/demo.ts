// Alert parameters of the demo company. Patient limits, hours and switched-off alerts leave some ten incidents a day that need attention; arrivals, departures, coupling and locking are everyday work.

import type { Seed } from '../../seed.ts'
import { alertDefinitions } from '../incidents/catalogue.ts'
import type { AlertParametersForm } from './contract.ts'
import { USUAL } from './rules.ts'
import './tables.ts'

const working = [{ days: [1, 2, 3, 4, 5, 6], from: '05:00', to: '21:00' }]
const nights = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '04:00' }]
const sundays = [{ days: [7], from: '00:00', to: '24:00' }]
/** Vehicles by their place in the fleet: the ones of which each locking and coupling raises an alert, and the trailer that a haulier pulls. */
const [WATCHED_VAN, WATCHED_TRAILER, HAULED] = [7, 25, 31]
const NIGHT_WATCH: readonly number[] = [0, 10, 30]
const idOf = (code: string): number => alertDefinitions.find(d => d.code === code)?.id ?? 0

const seed: Seed = async (tx, { owner, since, vehicles }) => {
  const rows = vehicles.flatMap(({ id, vehicle_type, setpoint, index }) => {
    const set = (code: string, form: Partial<AlertParametersForm>) => ({
      ...USUAL,
      ...form,
      schedule: form.schedule == null ? null : JSON.stringify(form.schedule),
      customer_id: owner,
      vehicle_id: id,
      alert_id: idOf(code),
      valid_from: new Date(since),
      valid_to: null,
    })
    const off = (...codes: readonly string[]) => codes.map(code => set(code, { active: false }))
    return [
      // Overtaking is not speeding.
      ...(vehicle_type === 'T' && index % 2 === 0
        ? [set('speed_limit', { clear: 85, dwell_s: 15 })]
        : []),
      // A trailer is as fast as its tractor, so one alert is enough.
      ...('SRC'.includes(vehicle_type) ? off('speed_limit') : []),
      ...(setpoint === null ? [] : [set('cooling_door_open', { parked: false, dwell_s: 900 })]),
      ...(setpoint !== null && index % 3 === 0
        ? [set('cooling_system_off', { schedule: working, dwell_s: 600 })]
        : []),
      ...(setpoint === null
        ? []
        : [set('temperature_out_of_range', { clear: index % 4 === 1 ? 2 : 3, dwell_s: 900 })]),
      // Arrivals and departures out of hours matter on some vehicles only.
      ...(NIGHT_WATCH.includes(index)
        ? [set('hub_enter', { schedule: nights }), set('hub_exit', { schedule: nights })]
        : off('hub_enter', 'hub_exit')),
      ...(index === HAULED
        ? [set('poi_enter', { schedule: nights }), set('poi_exit', { schedule: nights })]
        : off('poi_enter', 'poi_exit')),
      // Long stays are everyday work, and a cold engine runs while the vehicle is loaded.
      ...off('area_dwell'),
      ...(index % 10 === 0 ? [] : off('idling')),
      ...(index === WATCHED_VAN
        ? [set('door_locking', { schedule: sundays })]
        : off('door_locking')),
      ...(index === WATCHED_TRAILER ? [] : off('tandt_locked', 'tandt_unlocked')),
      ...('TMSRC'.includes(vehicle_type) ? [set('overload', { dwell_s: 120 })] : []),
      // The yard fills up in the evening.
      ...(vehicle_type === 'T' ? [set('cap_open', { schedule: nights, dwell_s: 60 })] : []),
    ]
  })
  if (rows.length > 0) await tx.insertInto('alert_parameters').values(rows).execute()
}
export default seed
