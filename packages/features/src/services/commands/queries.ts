// Queues commands for a vehicle, and reads them.

import {
  type CommandArgs,
  type CommandKind,
  type CommandStatus,
  commandStatus,
} from '@flotta/core/command.ts'
import { CONTEST_MS, isContested } from '@flotta/core/contest.ts'
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import { DAY, instantOf } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { commandKinds } from '../../commands.ts'
import { visibleRangesFor } from '../../fleet/access/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Command, Reason } from './contract.ts'
import { commandTargetOf, sendNextCommand, tellCommands } from './jobs.ts'
import { MAX_WAIT_MS } from './rules.ts'
import './tables.ts'

/** First keys of the advisory locks of Idempotency-Keys. */
const KEY_LOCK = 7_106_004
const KEY_PATTERN = /^[!-~]{1,200}$/

const kindOf = (action: string): CommandKind => {
  const kind = commandKinds.get(action)
  if (kind === undefined) throw new RangeError(`no commands.ts declares ${action}`)
  return kind
}

const columns = [
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
const recordOf = ({
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

/**
 * Queues a command and sends it at once where possible. The answer is the queued command, or an invalid one when the device has no text for it.
 * Throws a Problem: none of its agreements (403); device offline or contested, an interlock, or an unsuitable state (409); the key of another request (409); gateways that cannot be reached (503).
 * @param idempotency_key of the request: within 24 h the same request gets the same answer
 */
export async function orderCommand(
  ctx: Context,
  vehicle: VisibleVehicle,
  caller: Pick<Caller, 'user_id'>,
  action: string,
  args: CommandArgs,
  idempotency_key?: string,
): Promise<Command> {
  const kind = kindOf(action)
  if (!kind.agreements.some(id => vehicle.agreements.includes(id)))
    throw new Problem('forbidden', 'api.no_agreement')
  if (idempotency_key !== undefined && !KEY_PATTERN.test(idempotency_key))
    throw invalid({ 'Idempotency-Key': 'commands.key' })
  const { queued: queuedCommand, device_id } = await ctx.db.transaction().execute(async tx => {
    const before =
      idempotency_key === undefined
        ? null
        : await earlierAnswer(tx, ctx, vehicle, caller.user_id, action, args, idempotency_key)
    if (before !== null) return { queued: before, device_id: null }
    if (ctx.bus.state === 'away') throw new Problem('unavailable', 'commands.bus_away', {}, 5)
    const now = ctx.now()
    const standing = await commandTargetOf(tx, vehicle.vehicle_id, now)
    if (standing === null) throw notFound()
    const { device, state } = standing
    const refusal = kind.refuse(state, args)
    if (refusal !== null) throw refusal
    if (device === null || device.gateway === null)
      throw new Problem('conflict', 'commands.offline')
    if (isContested(device.contested_at, now)) throw new Problem('conflict', 'commands.contested')
    const text = kind.text({
      profile: ctx.profiles.get(device.profile) ?? {},
      wiring: state.wiring,
      configurations: state.configurations,
      args,
    })
    const record = await queueCommand(tx, kind, args, {
      vehicle_id: vehicle.vehicle_id,
      device_id: device.device_id,
      text,
      ordered_by: caller.user_id,
      idempotency_key: idempotency_key ?? null,
      now,
    })
    return { queued: record, device_id: device.device_id }
  })
  if (device_id !== null) {
    await tellCommands(ctx, [vehicle.vehicle_id])
    // It is queued: if sending fails now, the job sends it.
    await sendNextCommand(ctx, device_id).catch(error =>
      ctx.log.error({ err: error, device_id }, 'a command was queued and not sent'),
    )
  }
  return queuedCommand
}

/** The answer to the same request within the last day, if there was one. */
async function earlierAnswer(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { vehicle_id }: VisibleVehicle,
  user_id: number,
  action: string,
  args: CommandArgs,
  key: string,
): Promise<Command | null> {
  await sql`select pg_advisory_xact_lock(${KEY_LOCK}, hashtext(${`${user_id} ${key}`}))`.execute(tx)
  const earlier = await tx
    .selectFrom('commands')
    .select([...columns, 'vehicle_id'])
    .select(sql<boolean>`args = ${JSON.stringify(args)}::jsonb`.as('same_args'))
    .where('ordered_by', '=', user_id)
    .where('idempotency_key', '=', key)
    .where('message_datetime', '>', new Date(now() - DAY))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (earlier === undefined) return null
  const { vehicle_id: earlierVehicle, same_args, ...row } = earlier
  if (earlierVehicle !== vehicle_id || row.action !== action || !same_args)
    throw new Problem('conflict', 'commands.other_request')
  return recordOf({ ...row, ...initialStatus(row.text), answer: null })
}
/** The status at the time of the request. */
const initialStatus = (text: string | null): { status: CommandStatus; reason: Reason | null } =>
  text === null
    ? { status: commandStatus.invalid, reason: 'no_text' }
    : { status: commandStatus.queued, reason: null }

interface NewCommand {
  readonly vehicle_id: number
  readonly device_id: number
  readonly text: string | null
  readonly ordered_by: number
  readonly idempotency_key: string | null
  readonly now: number
}
/** Stores the command; queued commands of its kind end. */
async function queueCommand(
  tx: Tx,
  kind: CommandKind,
  args: CommandArgs,
  { now, ...command }: NewCommand,
): Promise<Command> {
  const at = new Date(now)
  const sameKey = kind.same(args)
  if (command.text !== null)
    await tx
      .updateTable('commands')
      .set({ status: commandStatus.overwritten, reason: 'newer', changed_at: at })
      .where('vehicle_id', '=', command.vehicle_id)
      .where('action', '=', kind.action)
      .where('same', '=', sameKey)
      .where('status', '=', commandStatus.queued)
      .where('given_as', 'is', null)
      .execute()
  const user = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', command.ordered_by)
    .executeTakeFirstOrThrow()
  const row = await tx
    .insertInto('commands')
    .values({
      ...command,
      ...initialStatus(command.text),
      action: kind.action,
      same: sameKey,
      args: JSON.stringify(args),
      command_data: JSON.stringify(kind.command_data(args)),
      user_name: user.name,
      message_datetime: at,
      expires_at: new Date(now + MAX_WAIT_MS),
      answer: null,
      changed_at: at,
      given_as: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return recordOf(row)
}

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

/** The newest; null: none was sent yet, or none that the caller may see. */
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

/** One command; null: there is none, or none that the caller may see. */
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

/** Those of a period that the caller may see, oldest first. Epoch ms. */
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
  /** When it was sent, epoch ms: a newer reading with the wished value confirms it. */
  readonly since: number
}
/** An older command no longer counts as pending. */
const PENDING_MS = DAY

/** The newest of each kind that may still take effect: queued, sent or executed. Whether the unit has confirmed it, the caller decides by the readings. Only those that the caller may see. */
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
