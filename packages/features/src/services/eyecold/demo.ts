// The refrigerated vehicles of the demo company: compartments, sensors, commands, and the work orders of today.
import { sql } from 'kysely'
import type { Seed } from '../../seed.ts'
import { asksUnit, compartmentsOfUnit, unitTexts } from './units.ts'

const seed: Seed = async (tx, { vehicles }) => {
  for (const vehicle of vehicles) {
    const compartments = compartmentsOfUnit(vehicle)
    const [first] = compartments
    if (first === undefined) continue
    const takesCommands = asksUnit(vehicle)
    const configurations: Record<string, string> = {
      fridge_compartments_number: String(compartments.length),
      fridge_temperature_sensors_number: String(vehicle.thermometers),
      eyecold_cmd_enabled: String(takesCommands),
      ...(takesCommands && unitTexts),
      // Fresh goods have a tighter tolerance.
      ...(first >= 0 && first < 8 && { temperature_tolerance_c: '3' }),
      ...(vehicle.rota !== 'rounds' && {
        eyecold_fridge_odl_num: `ODL-2026-${String(4_200 + vehicle.index * 7)}`,
        eyecold_fridge_odl_t1: String(first),
      }),
    }
    await sql`update vehicles set configurations = configurations || ${JSON.stringify(configurations)}::jsonb where id = ${vehicle.id}`.execute(
      tx,
    )
    if (!takesCommands)
      await sql`update devices set wiring = wiring || '{"overall_status": "in2"}'::jsonb
        where id in (select device_id from device_mounts where vehicle_id = ${vehicle.id})`.execute(
        tx,
      )
  }
}
export default seed
