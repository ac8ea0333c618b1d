// Commands to devices and their replies: a command goes to the gateway that holds the device's connection; its outcome and the reply come back and are
// stored.
import { randomUUID } from 'node:crypto'
import { saysNo, type TransmissionState } from '@flotta/core/command.ts'
import { DAY, SECOND } from '@flotta/core/time.ts'
import { address, NoConsumer } from '@flotta/platform/bus.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import {
  type CommandNews,
  commandNews,
  type DeviceReplies,
  outgoing,
} from '@flotta/platform/topics.ts'
import './tables.ts'

export interface DeviceCommand {
  readonly id: string
  readonly device_id: number
  readonly state: TransmissionState
  readonly text: string
  readonly sent_at: Date | null
  readonly reply: string | null
  readonly replied_at: Date | null
}

/** Seconds after which a command that has not been sent expires. */
const EXPIRES_AFTER = 60
const KEPT_DAYS = 90

/** A command that is stored and goes to a gateway. */
export interface StoredCommand {
  readonly id: string
  readonly device_id: number
  readonly profile: string
  readonly text: string
  /** The gateway that the device is connected to. */
  readonly gateway: string
  readonly expires_at: number
  /** The reporting interval in seconds that the command sets in the device. */
  readonly reporting_interval?: number
}
/** Stores a command for the gateway, within the transaction of `db` if it is one; `giveOn` publishes it after the commit. */
export async function storeCommand(
  db: Db | Tx,
  command: Omit<StoredCommand, 'id' | 'expires_at'>,
  at: number,
): Promise<StoredCommand> {
  const { device_id, text, reporting_interval = null } = command
  const storedCommand = { ...command, id: randomUUID(), expires_at: at + EXPIRES_AFTER * SECOND }
  await db
    .insertInto('device_commands')
    .values({
      id: storedCommand.id,
      device_id,
      text,
      state: 'queued',
      created_at: new Date(at),
      expires_at: new Date(storedCommand.expires_at),
      reporting_interval,
    })
    .execute()
  return storedCommand
}
export function passToGateway(
  { bus, log, profiles, now }: Pick<Context, 'bus' | 'log' | 'profiles' | 'now'>,
  { id, profile, gateway, reporting_interval: _, ...command }: StoredCommand,
): void {
  const isAddressed = profiles.get(profile)?.addressed_commands === true
  bus
    .publish(address(outgoing, gateway), {
      ...command,
      command_id: id,
      ...(isAddressed && { addressed: isAddressed }),
    })
    .catch(error => {
      if (!(error instanceof NoConsumer)) throw error
      // The gateway may have sent it all the same, so the sender is told the outcome and the command is never sent again.
      return bus.publish(commandNews, {
        command_id: id,
        device_id: command.device_id,
        outcome: 'lost',
        session: null,
        at: now(),
      })
    })
    .catch(error => log.warn({ err: error, command_id: id }, 'a command was not given on'))
}

/**
 * Publishes the command to the gateway that holds the device's connection; without a connection it is `offline` at once. Its outcome is read by its id.
 * `reporting_interval`: what the command sets in the device.
 */
export async function sendCommand(
  ctx: Context,
  device_id: number,
  text: string,
  reporting_interval?: number,
): Promise<string> {
  const connection = await ctx.db
    .selectFrom('connections')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['gateway', 'profile'])
    .where('device_id', '=', device_id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const storedCommand = await storeCommand(
    ctx.db,
    {
      device_id,
      text,
      gateway: connection?.gateway ?? '',
      profile: connection?.profile ?? '',
      ...(reporting_interval !== undefined && { reporting_interval }),
    },
    ctx.now(),
  )
  if (connection === undefined)
    await ctx.db
      .updateTable('device_commands')
      .set({ state: 'offline' })
      .where('id', '=', storedCommand.id)
      .execute()
  else passToGateway(ctx, storedCommand)
  return storedCommand.id
}

export async function commandOf(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<DeviceCommand | null> {
  const command = await db
    .selectFrom('device_commands as c')
    .leftJoin('device_replies as r', 'r.command_id', 'c.id')
    .select([
      'c.id',
      'c.device_id',
      'c.state',
      'c.text',
      'c.sent_at',
      'r.text as reply',
      'r.received_at as replied_at',
    ])
    .where('c.id', '=', id)
    .orderBy('r.received_at')
    .executeTakeFirst()
  return command ?? null
}

/** Writes the outcome of commands. A reply may be stored before the news that its command was sent. */
export async function writeCommandNews(
  news: readonly CommandNews[],
  { pool }: Pick<Context, 'pool'>,
): Promise<void> {
  for (const { command_id, outcome, session, at } of news)
    await pool.query(
      `update device_commands set state = case when state = 'queued' then $2 else state end, session = coalesce($3, session), sent_at = case when $2 = 'sent' then $4 else sent_at end
       where id = $1`,
      [command_id, outcome, session, new Date(at)],
    )
}

/**
 * Stores each reply once. A reply answers the oldest open command of its device; text that the device sends by itself answers none. Unless the reply is a
 * refusal, the device now reports at the interval that the command set.
 */
const INSERT_REPLY = `
with open as (
  select id from device_commands where device_id = $3 and state in ('queued', 'sent') and created_at <= $5 and coalesce(session, $4) = $4 and not $8::boolean
    and not exists (select from device_replies where id = $1 and n = $2)
  order by created_at, id limit 1
), answered as (update device_commands c set state = case when $7::boolean then 'refused' else 'answered' end from open where c.id = open.id returning c.reporting_interval),
interval_set as (update devices d set reporting_interval = answered.reporting_interval from answered where d.id = $3 and answered.reporting_interval is not null and not $9::boolean)
insert into device_replies (id, n, device_id, session, received_at, text, refused, command_id)
select $1, $2, d.id, $4, $5, $6, $7::boolean, (select id from open) from devices d where d.id = $3
on conflict do nothing`

export async function writeReplies(
  answers: readonly DeviceReplies[],
  { pool }: Pick<Context, 'pool'>,
): Promise<void> {
  // devices may send any text, but PostgreSQL stores no NUL
  for (const { id, device_id, session, received_at, replies } of answers)
    for (const [n, { text, refused = false, unsolicited = false }] of replies.entries())
      await pool.query(INSERT_REPLY, [
        id,
        n,
        device_id,
        session,
        new Date(received_at),
        text.replaceAll('\u0000', ''),
        refused,
        unsolicited,
        refused || saysNo(text),
      ])
}

/** Seconds to wait for a reply. A reply that comes later answers a later command, or none. */
const ANSWERED_WITHIN = 90

/** Job: commands that no gateway took or no device answered expire; old ones are deleted. */
export async function tidyCommands({ pool, now }: Pick<Context, 'pool' | 'now'>): Promise<void> {
  await pool.query(
    `update device_commands set state = 'expired' where state = 'queued' and expires_at < $1`,
    [new Date(now() - EXPIRES_AFTER * SECOND)],
  )
  await pool.query(
    `update device_commands set state = 'expired' where state = 'sent' and sent_at < $1`,
    [new Date(now() - ANSWERED_WITHIN * SECOND)],
  )
  const old = new Date(now() - KEPT_DAYS * DAY)
  await pool.query('delete from device_replies where received_at < $1', [old])
  await pool.query('delete from device_commands where created_at < $1', [old])
}
