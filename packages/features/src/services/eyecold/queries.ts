// The pending requests to a refrigeration unit, and the connection of its device.
import type { ReadingKinds } from '@flotta/core/telemetry.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { type ReadingAt, readingsOf } from '../../telemetry/pipeline/queries.ts'
import type { Command } from '../commands/contract.ts'
import { pendingCommands } from '../commands/queries.ts'
import { fridge } from './kinds.ts'
import { type CommandTarget, unconfirmedWishes, type Wish } from './orders.ts'

type FridgeAt = ReadingAt<ReadingKinds['fridge']>

export const ACTIONS = ['setpoint', 'on', 'off', 'mode'] as const

/** The first compartment is the unit itself. */
const switchOf = (compartment: unknown): CommandTarget =>
  compartment === 2 || compartment === 3 ? `operation_status_c${compartment}` : 'overall_status'
const fieldOf: Readonly<
  Record<
    (typeof ACTIONS)[number],
    (args: Readonly<Record<string, unknown>>) => readonly [CommandTarget, number] | null
  >
> = {
  setpoint: ({ compartment, value }) =>
    compartment === 1 || compartment === 2 || compartment === 3
      ? [`setpoint_t${compartment}` as const, Number(value)]
      : null,
  on: ({ compartment }) => [switchOf(compartment), 1],
  off: ({ compartment }) => [switchOf(compartment), 0],
  mode: ({ mode }) => ['operating_mode', Number(mode)],
}

/** The values that commands requested of the unit, confirmed or not. */
export async function wishesOf(
  ctx: Context,
  vehicle: VisibleVehicle,
): Promise<(Wish & { readonly status: Command['status'] })[]> {
  const pending = await pendingCommands(ctx, vehicle, ACTIONS)
  return pending.flatMap(({ command, args, since }) => {
    const action = ACTIONS.find(a => a === command.action)
    const fieldAndValue = action === undefined ? null : fieldOf[action](args)
    return fieldAndValue === null
      ? []
      : [
          {
            field: fieldAndValue[0],
            compartment: Number(args.compartment ?? 1),
            value: fieldAndValue[1],
            since,
            status: command.status,
          },
        ]
  })
}

/** The readings that show whether the unit followed the requests, oldest first; only its last reading where that confirms them all. */
export async function answersTo(
  ctx: Context,
  vehicle: VisibleVehicle,
  wishes: readonly Wish[],
  last: FridgeAt | null,
): Promise<readonly FridgeAt[]> {
  if (last === null) return []
  const open = unconfirmedWishes(wishes, [last]).filter(wish => wish.since <= last.at)
  if (open.length === 0) return [last]
  const from = Math.min(...open.map(wish => wish.since))
  return [...(await readingsOf(ctx, vehicle, fridge, from, last.at, { rows: 'changes' })), last]
}

/** Whether the vehicle's device is connected now, so that commands can be sent. */
export async function isOnline(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { vehicle_id }: VisibleVehicle,
): Promise<boolean> {
  const at = new Date(now())
  const { rows } = await sql<{
    readonly online: boolean
  }>`select exists (select from device_mounts m join connections n on n.device_id = m.device_id
    where m.vehicle_id = ${vehicle_id} and m.mounted_from <= ${at} and (m.mounted_to is null or m.mounted_to > ${at}) and n.closed_at is null) as online`.execute(
    db,
  )
  return rows[0]?.online ?? false
}
