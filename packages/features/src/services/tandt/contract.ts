// tandt: what the vehicle is coupled to, by the beacon that it reads.
import { Id, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { VehicleType } from '../../fleet/vehicles/values.ts'
import { serviceData, serviceHistory } from '../contract.ts'

const scope = { vehicle: 'visible', agreements: [agreement.tandt] } as const
const Flag = z.union([z.literal(0), z.literal(1)])

/** `fleet_id`: the caller's own fleet. */
export const LockedVehicle = z.object({
  id: Id,
  plate: z.string(),
  vehicle_type: VehicleType,
  fleet_id: Id.nullable(),
})
/**
 * `locked` null: not known, 0: unfastened, 1: locked. `authorized` null: it is not locked, or nothing is set.
 * `locked_vehicle` null: no vehicle of the owner's that the caller sees has that code. `beacon_code` null: none.
 */
export const Beacon = z.object({
  id: z.int(),
  message_datetime: Instant,
  locked: Flag.nullable(),
  authorized: Flag.nullable(),
  locked_vehicle: LockedVehicle.nullable(),
  beacon_code: z.string().nullable(),
})
export type Beacon = z.infer<typeof Beacon>
/** The place of the vehicle at that time; null: unknown, or hidden from the caller. */
export const Coupling = Beacon.extend({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type Coupling = z.infer<typeof Coupling>

export const data = serviceData(
  'tandt/:id',
  scope,
  'What the vehicle is coupled to, told when, and since when it has been so; null: never told',
  Beacon.extend({ since: Instant.nullable() }).nullable(),
)
export const history = serviceHistory(
  'tandt/:id/history',
  scope,
  'Couplings and uncouplings of a period (31 days at most), oldest first',
  Coupling,
)
