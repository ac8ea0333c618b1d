// How much the tanks of the demo company hold: its records and the simulator's truth say the same.
import type { DemoVehicle } from '../../seed.ts'

/** By type of vehicle; what is not named has no tank of its own. */
const litres: Readonly<Partial<Record<string, number>>> = { T: 600, M: 280, V: 90, U: 50 }

/** Litres of a full tank; null: it has none. */
export const tankLitres = ({
  vehicle_type,
  vehicle_subtype,
}: Pick<DemoVehicle, 'vehicle_type' | 'vehicle_subtype'>): number | null =>
  vehicle_subtype === 'electric' ? null : (litres[vehicle_type] ?? null)
