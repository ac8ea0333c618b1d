// Queues commands for a vehicle, and reads them.

import './tables.ts'
import {
  type CommandArgs,
  type CommandKind,
  type CommandStatus,
  commandStatus,
} from '@flotta/core/command.ts'
import { CONTEST_MS, isContested } from '@flotta/core/contest.ts'
import { DAY, instantOf } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { commandKinds } from '../../commands.ts'
import { visibleRangesFor } from '../../fleet/access/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Command, Reason } from './contract.ts'

export const kindOf = (action: string): CommandKind => {
  const kind = commandKinds.get(action)
  if (kind === undefined) throw new RangeError(`no commands.ts declares ${action}`)
  return kind
}

export const columns = [
  'id',
  'message_datetime',
  'status',
  'user_name',
  'ordered_by',
  'action',
  'text',
  'command_data',
  'reason',
  'answer',
] as const
interface CommandRow {
  readonly id: number
  readonly message_datetime: Date
  readonly status: CommandStatus
  readonly user_name: string
  readonly ordered_by: number
  readonly action: string
  readonly text: string | null
  readonly command_data: CommandArgs
  readonly reason: Reason | null
  readonly answer: string | null
}
export const recordOf = ({
  message_datetime,
  user_name,
  ordered_by,
  text,
  ...row
}: CommandRow): Command => ({
  id: row.id,
  message_datetime: message_datetime.toISOString(),
  status: row.status,
  user: user_name,
  user_id: ordered_by,
  action: row.action,
  command: text,
  command_data: row.command_data,
  reason: row.reason,
  answer: row.answer,
})

/** Commands of these actions, or all of the vehicle for holders of eyecontrol. */
export type Actions = readonly string[] | 'all'
const opennessOf = (actions: Actions) => ({
  agreements:
    actions === 'all'
      ? [agreement.eyecontrol]
      : actions.flatMap(action => kindOf(action).agreements),
})

const commandsOfVehicle = (
  { db }: Pick<Context, 'db'>,
  { vehicle_id }: VisibleVehicle,
  actions: Actions,
) =>
  db
    .selectFrom('commands')
    .select(columns)
    .where('vehicle_id', '=', vehicle_id)
    .$if(actions !== 'all', q =>
      q.where('action', '=', sql<string>`any(${actions === 'all' ? [] : actions}::text[])`),
    )

/** The newest command; null: none was sent yet, or none that the caller may see. */
export async function lastCommand(
  ctx: Context,
  vehicle: VisibleVehicle,
  actions: Actions,
): Promise<Command | null> {
  const visiblePeriods = visibleRangesFor(opennessOf(actions), vehicle, 0, ctx.now())
  const row = await commandsOfVehicle(ctx, vehicle, actions)
    .where(w =>
      w.or(
        visiblePeriods.map(s => w.between('message_datetime', new Date(s.from), new Date(s.to))),
      ),
    )
    .orderBy('message_datetime', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : recordOf(row)
}

/** One command; null: it does not exist, or the caller may not see it. */
export async function commandById(
  ctx: Context,
  vehicle: VisibleVehicle,
  id: number,
): Promise<Command | null> {
  const row = await commandsOfVehicle(ctx, vehicle, 'all').where('id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  const at = row.message_datetime.getTime()
  const agreements = [agreement.eyecontrol, ...kindOf(row.action).agreements]
  return visibleRangesFor({ agreements }, vehicle, at, at).length > 0 ? recordOf(row) : null
}

/** The commands of a period that the caller may see, oldest first. Epoch ms. */
export async function commandHistory(
  ctx: Context,
  vehicle: VisibleVehicle,
  actions: Actions,
  from: number,
  to: number,
): Promise<Command[]> {
  const visiblePeriods = visibleRangesFor(opennessOf(actions), vehicle, from, to)
  const rows = await commandsOfVehicle(ctx, vehicle, actions)
    .where(w =>
      w.or(
        visiblePeriods.map(s => w.between('message_datetime', new Date(s.from), new Date(s.to))),
      ),
    )
    .orderBy('message_datetime')
    .orderBy('id')
    .execute()
  return rows.map(recordOf)
}

/** A command that is pending, or that its device has confirmed. */
export interface PendingCommand {
  readonly command: Command
  readonly args: CommandArgs
  /** When it was sent, epoch ms: a newer reading with the requested value confirms it. */
  readonly since: number
}
/** Older commands no longer count as pending, ms. */
const PENDING_MS = DAY

/**
 * The newest command of each kind that may still take effect: queued, sent or executed. Only commands that the caller may see. The caller decides by readings
 * whether the unit has confirmed them.
 */
export async function pendingCommands(
  ctx: Context,
  vehicle: VisibleVehicle,
  actions: readonly string[],
): Promise<PendingCommand[]> {
  const now = ctx.now()
  const visiblePeriods = visibleRangesFor(opennessOf(actions), vehicle, now - PENDING_MS, now)
  const rows = await ctx.db
    .selectFrom('commands')
    .select([...columns, 'args', 'same'])
    .distinctOn(['action', 'same'])
    .where('vehicle_id', '=', vehicle.vehicle_id)
    .where('action', '=', sql<string>`any(${actions}::text[])`)
    .where('message_datetime', '>', new Date(now - PENDING_MS))
    .orderBy('action')
    .orderBy('same')
    .orderBy('message_datetime', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const pendingStatuses: readonly CommandStatus[] = [
    commandStatus.queued,
    commandStatus.sent,
    commandStatus.executed,
  ]
  return rows.flatMap(({ args, same: _, ...row }) => {
    const since = row.message_datetime.getTime()
    const isSeen = visiblePeriods.some(s => since >= s.from && since <= s.to)
    return isSeen && pendingStatuses.includes(row.status)
      ? [{ command: recordOf(row), args, since }]
      : []
  })
}

/** A step in the trail of a command. */
export interface TrailStep {
  readonly command_id: number
  /** Epoch ms. */
  readonly at: number
  readonly status: CommandStatus
  readonly reason: Reason | null
  readonly answer: string | null
}
/** The trail of commands that the caller may see, in their order. */
export async function trailOf(
  { db }: Pick<Context, 'db'>,
  commands: readonly Pick<Command, 'id'>[],
): Promise<TrailStep[]> {
  if (commands.length === 0) return []
  const rows = await db
    .selectFrom('command_trail')
    .select(['command_id', 'at', 'status', 'reason', 'answer'])
    .where('command_id', '=', sql<number>`any(${commands.map(c => c.id)}::int8[])`)
    .orderBy('command_id')
    .orderBy('id')
    .execute()
  return rows.map(({ at, ...step }) => ({ ...step, at: at.getTime() }))
}

/** Until when commands to the mounted device are refused because two connections claim to be it; null: they are accepted. */
export async function contestedUntil(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { vehicle_id }: VisibleVehicle,
): Promise<string | null> {
  const at = new Date(now())
  const { rows } = await sql<{ readonly at: Date }>`
    select k.at from device_mounts m join devices d on d.id = m.device_id and d.deleted_at is null join device_contests k on k.device_id = d.id
    where m.vehicle_id = ${vehicle_id} and m.mounted_from <= ${at} and (m.mounted_to is null or m.mounted_to > ${at})`.execute(
    db,
  )
  const contestedAt = rows[0]?.at.getTime() ?? null
  return contestedAt !== null && isContested(contestedAt, now())
    ? instantOf(contestedAt + CONTEST_MS)
    : null
}
