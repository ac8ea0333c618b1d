// What the demo company has set of its alerts: patient speed limits, reefers that rest at night, doors that open at the ramp.
import { alertDefinitions } from '../alerts/catalogue.ts'
import type { Seed } from '../seed.ts'
import type { AlertParametersForm } from './contract.ts'
import { USUAL } from './rules.ts'
import './tables.ts'

const working = [{ days: [1, 2, 3, 4, 5, 6], from: '05:00', to: '21:00' }]
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
    return [
      // overtaking is no speeding yet
      ...(vehicle_type === 'T' && index % 2 === 0 ? [set('speed_limit', { clear: 85, dwell_s: 15 })] : []),
      ...(setpoint === null ? [] : [set('cooling_door_open', { parked: false, dwell_s: 60 })]),
      ...(setpoint !== null && index % 3 === 0 ? [set('cooling_system_off', { schedule: working, dwell_s: 600 })] : []),
      ...(setpoint !== null && index % 4 === 1 ? [set('temperature_out_of_range', { clear: 2, dwell_s: 900 })] : []),
    ]
  })
  if (rows.length > 0) await tx.insertInto('alert_parameters').values(rows).execute()
}
export default seed
