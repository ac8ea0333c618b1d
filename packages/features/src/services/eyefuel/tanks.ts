// Tank sizes of the demo company, shared by its records and the simulator.
import type { DemoVehicle } from '../../seed.ts'

/** By type of vehicle; other types have no tank of their own. */
const litres: Readonly<Partial<Record<string, number>>> = { T: 600, M: 280, V: 90, U: 50 }

/** Litres of a full tank; null: it has none. */
export const tankLitres = ({
  vehicle_type,
  vehicle_subtype,
}: Pick<DemoVehicle, 'vehicle_type' | 'vehicle_subtype'>): number | null =>
  vehicle_subtype === 'electric' ? null : (litres[vehicle_type] ?? null)
