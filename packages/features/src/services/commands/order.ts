// Queues a command for a vehicle and sends it at once where possible; a repeated request within a day gets the first answer.
import {
  type CommandArgs,
  type CommandKind,
  type CommandStatus,
  commandStatus,
} from '@flotta/core/command.ts'
import { isContested } from '@flotta/core/contest.ts'
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { Command, Reason } from './contract.ts'
import { commandTargetOf, sendNextCommand, tellCommands } from './jobs.ts'
import { columns, kindOf, recordOf } from './queries.ts'
import { MAX_WAIT_MS } from './rules.ts'

/** First keys of the advisory locks of Idempotency-Keys. */
const KEY_LOCK = 7_106_004
const KEY_PATTERN = /^[!-~]{1,200}$/

/**
 * Queues a command and sends it at once where possible. Returns the queued command, or an invalid one when there is no text for the device. Throws a Problem:
 * the caller lacks its agreements (403); device offline or contested, an interlock, or an unsuitable state (409); the key belongs to another request (409);
 * gateways cannot be reached (503).
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
    // The command is queued: if sending fails now, the job sends it.
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
/** Stores the command; queued commands of its kind end as overwritten. */
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
