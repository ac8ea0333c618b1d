// eyesafe: whether the engine may be started and the lock is open, who did what to it, and the commands for both.
import { type Endpoint, endpoint, Id, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { Command, commandCall } from '../commands/contract.ts'
import { serviceData, serviceHistory, serviceList } from '../contract.ts'

const ignition = { vehicle: 'visible', agreements: [agreement.eyesafe_ignition] } as const
const lock = { vehicle: 'visible', agreements: [agreement.eyesafe_lock] } as const
const Bit = z.union([z.literal(0), z.literal(1)])

/** Whether and how fast the vehicle moves, for readers who may see its position: km/h. */
const Motion = { speed: z.number().nullable(), moving: z.boolean().nullable() }
/** `status`: 0 disabled, 1 enabled, 2 local start disabled. `ignition`: 1 on. null: never reported. */
export const IgnitionStatus = z.object({
  status: z.union([Bit, z.literal(2)]).nullable(),
  ignition: Bit.nullable(),
  datetime: Instant.nullable(),
  ...Motion,
})
export type IgnitionStatus = z.infer<typeof IgnitionStatus>
/** `status`: 0 locked, 1 unlocked; doors: 0 closed, 1 open. null: never reported. */
export const LockStatus = z.object({
  status: Bit.nullable(),
  door1_status: Bit.nullable(),
  door2_status: Bit.nullable(),
  datetime: Instant.nullable(),
  ...Motion,
})
export type LockStatus = z.infer<typeof LockStatus>
/** `REMOTE`: a command that was executed; `driver`: the ignition went on or off. `user`: the id of the command's author, or of the driver. */
export const IgnitionEvent = z.object({
  id: z.string(),
  datetime: Instant,
  type: z.enum(['REMOTE', 'driver']),
  message: z.string(),
  user: Id.nullable(),
  user_name: z.string().nullable(),
})
export type IgnitionEvent = z.infer<typeof IgnitionEvent>

export const data = serviceData(
  'eyesafe/:id',
  { vehicle: 'visible', agreements: [agreement.eyesafe_ignition, agreement.eyesafe_lock] },
  'Starter and lock as they were heard last; null: without its agreement',
  z.object({ ignition: IgnitionStatus.nullable(), lock: LockStatus.nullable() }),
)
export const history = serviceHistory(
  'eyesafe/:id/history',
  { vehicle: 'visible', agreements: [agreement.eyesafe_ignition, agreement.eyesafe_lock] },
  'Commands to starter and lock in a period (31 days at most), oldest first',
  Command,
)
export const ignitionStatus = serviceData(
  'eyesafe/:id/ignitioncontrol_status',
  ignition,
  'The starter and the ignition as they were heard last',
  IgnitionStatus,
)
export const lockStatus = serviceData(
  'eyesafe/:id/lockcontrol_status',
  lock,
  'The lock and its doors as they were heard last',
  LockStatus,
)
export const ignitionLastCommand = serviceData(
  'eyesafe/:id/ignitioncontrol_last_command',
  ignition,
  'The last command to the starter, or null',
  Command.nullable(),
)
export const lockLastCommand = serviceData(
  'eyesafe/:id/lockcontrol_last_command',
  lock,
  'The last command to the lock, or null',
  Command.nullable(),
)
export const ignitionCommandHistory = serviceHistory(
  'eyesafe/:id/ignitioncontrol_command_history',
  ignition,
  'Commands to the starter in a period (31 days at most), oldest first',
  Command,
)
export const lockCommandHistory = serviceHistory(
  'eyesafe/:id/lockcontrol_command_history',
  lock,
  'Commands to the lock in a period (31 days at most), oldest first',
  Command,
)
export const ignitionEventHistory = serviceHistory(
  'eyesafe/:id/ignitioncontrol_event_history',
  ignition,
  'The ignition on and off with its driver, and the commands that were executed, in a period (31 days at most), oldest first',
  IgnitionEvent,
)
export const authorizedDrivers = serviceList(
  'eyesafe/:id/authorized_drivers',
  ignition,
  'Active drivers of the vehicle’s owner who have a card or key, by surname; a guest is told none',
  z.object({ id: Id, name: z.string(), surname: z.string() }),
)

const command = <const P extends string, const S extends Endpoint['scope']>(
  action: P,
  scope: S,
  summary: string,
) => endpoint({ ...commandCall, path: `/services/eyesafe/:id/${action}`, scope, summary })
/** 409 while the ignition is on, the vehicle is offline or its state unsuitable; `Idempotency-Key` is supported. */
export const startUnlock = command('start_unlock', ignition, 'Enable the start')
export const startLock = command('start_lock', ignition, 'Disable the local start')
export const startReset = command('start_reset', ignition, 'Restore the local start')
export const doorUnlock = command(
  'door_unlock',
  lock,
  'Unlock the door; 409 while the vehicle moves',
)
