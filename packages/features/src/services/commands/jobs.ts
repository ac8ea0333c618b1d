// Remote commands in progress: sent one at a time per device and ended by what device and gateway report, or by a timeout. Row locks decide which process
// does it, so that any process may.
import {
  type CommandArgs,
  type CommandKind,
  type CommandState,
  commandStatus,
} from '@flotta/core/command.ts'
import { isContested } from '@flotta/core/contest.ts'
import { mayCall, type Role } from '@flotta/core/contract.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { counter } from '@flotta/platform/metrics.ts'
import { sql } from 'kysely'
import { commandKinds } from '../../commands.ts'
import { publishVehicleUpdates } from '../../fleet/access/audience.ts'
import { activeAgreementIds } from '../../fleet/access/vehicles.ts'
import { type LatestEntry, newestOf } from '../../telemetry/pipeline/latest.ts'
import {
  passToGateway,
  type StoredCommand,
  storeCommand,
} from '../../telemetry/registry/commands.ts'
import { type CommandProgress, type Verdict, verdictOf } from './rules.ts'
import './tables.ts'

/** The device that is mounted in a vehicle now. */
export interface MountedDevice {
  readonly device_id: number
  readonly profile: string
  /** The gateway that holds the device's connection; null: the device is offline. */
  readonly gateway: string | null
  /** When another connection last signed in as the device, epoch ms; null: never. */
  readonly contested_at: number | null
}
/** A vehicle as it is now. */
export interface CommandTarget {
  readonly device: MountedDevice | null
  readonly state: CommandState
}

/**
 * The target of a command; null: the vehicle no longer exists. The device's row is locked, so that commands of one device are queued and sent one after the
 * other.
 */
export async function commandTargetOf(
  tx: Tx,
  vehicle_id: number,
  now: number,
): Promise<CommandTarget | null> {
  const devices = await sql<MountedDevice & { readonly wiring: Record<string, string> }>`
    select d.id as device_id, d.profile, d.wiring, (select gateway from connections n where n.device_id = d.id and n.closed_at is null) as gateway,
      (select extract(epoch from k.at) * 1000 from device_contests k where k.device_id = d.id)::float8 as contested_at
    from device_mounts m join devices d on d.id = m.device_id and d.deleted_at is null
    where m.vehicle_id = ${vehicle_id} and m.mounted_from <= ${new Date(now)} and (m.mounted_to is null or m.mounted_to > ${new Date(now)})
    for update of d`.execute(tx)
  const vehicles = await sql<
    Pick<CommandState, 'vehicle_type' | 'configurations' | 'ignition' | 'moving'> & {
      readonly latest: Record<string, LatestEntry> | null
    }
  >`
    select v.vehicle_type, v.configurations, s.ignition, s.moving, s.latest
    from vehicles v left join vehicle_state s on s.vehicle_id = v.id where v.id = ${vehicle_id} and v.deleted_at is null`.execute(
    tx,
  )
  const vehicle = vehicles.rows[0]
  if (vehicle === undefined) return null
  const { wiring = {}, ...device } = devices.rows[0] ?? {}
  const { latest, ...state } = vehicle
  return {
    device: 'device_id' in device ? device : null,
    state: {
      ...state,
      wiring,
      now,
      latest: reading => {
        const entry = latest?.[reading.kind]
        return entry === undefined ? null : newestOf(reading, entry)
      },
    },
  }
}

const lockDevice = (tx: Tx, device_id: number) =>
  sql`select from devices where id = ${device_id} for update`.execute(tx)

const outcomes = counter({
  name: 'flotta_commands_total',
  help: 'Commands of people, by what became of them',
  labels: ['outcome'],
})
const statusWord = new Map<number, string>(
  Object.entries(commandStatus).map(([word, id]) => [id, word]),
)

/** Writes the verdict on a waiting or sent command; false: another process has done so. */
async function writeVerdict(
  db: Db | Tx,
  id: number,
  { status, reason }: Verdict,
  at: number,
  answer: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('commands')
    .set({ status, reason, answer, changed_at: new Date(at) })
    .where('id', '=', id)
    .where('status', 'in', [commandStatus.queued, commandStatus.sent])
    .where('status', '<>', status)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) outcomes.inc({ outcome: statusWord.get(status) ?? 'unknown' })
  return numUpdatedRows > 0n
}

export const tellCommands = (
  ctx: Pick<Context, 'bus' | 'pool'>,
  vehicles: Iterable<number>,
): Promise<void> =>
  publishVehicleUpdates(
    ctx,
    [...new Set(vehicles)].map(vehicle_id => ({ vehicle_id, kinds: ['command'] })),
  )

/** A device's commands that have no end yet, oldest first. */
const waitingCommands = (tx: Tx, device_id: number) =>
  tx
    .selectFrom('commands')
    .select(['id', 'vehicle_id', 'action', 'args', 'text', 'ordered_by', 'expires_at', 'given_as'])
    .where('device_id', '=', device_id)
    .where('status', 'in', [commandStatus.queued, commandStatus.sent])
    .orderBy('id')
    .execute()
type WaitingCommand = Awaited<ReturnType<typeof waitingCommands>>[number]

/** Sends the next waiting command of a device, if none is on its way and the connection is open. Commands that have expired or must not be sent any more end. */
export async function sendNextCommand(ctx: Context, device_id: number): Promise<void> {
  const changedVehicles: number[] = []
  const sentCommand = await ctx.db.transaction().execute(async tx => {
    await lockDevice(tx, device_id)
    const waiting = await waitingCommands(tx, device_id)
    if (waiting.some(c => c.given_as !== null)) return null
    for (const command of waiting) {
      const { id, vehicle_id, text } = command
      const now = ctx.now()
      const target = await commandTargetOf(tx, vehicle_id, now)
      const device = target?.device ?? null
      const verdict = await verdictBeforeSending(tx, command, device_id, target, now)
      if (verdict !== null) {
        await writeVerdict(tx, id, verdict, now)
        changedVehicles.push(vehicle_id)
        continue
      }
      if (device === null || device.gateway === null || text === null) return null
      // While another connection contests the device, a command waits until it expires.
      if (isContested(device.contested_at, now)) return null
      const storedCommand: StoredCommand = await storeCommand(
        tx,
        { device_id, text, gateway: device.gateway, profile: device.profile },
        now,
      )
      await tx
        .updateTable('commands')
        .set({ given_as: storedCommand.id })
        .where('id', '=', id)
        .execute()
      return storedCommand
    }
    return null
  })
  await tellCommands(ctx, changedVehicles)
  if (sentCommand !== null) passToGateway(ctx, sentCommand)
}

/** Why a waiting command ends without being sent; null: it may be sent. */
async function verdictBeforeSending(
  tx: Tx,
  { vehicle_id, action, args, ordered_by, expires_at }: WaitingCommand,
  device_id: number,
  target: CommandTarget | null,
  now: number,
): Promise<Verdict | null> {
  const device = target?.device ?? null
  if (now >= expires_at.getTime())
    return {
      status: commandStatus.timeout,
      reason: isContested(device?.contested_at ?? null, now) ? 'contested' : 'expired',
    }
  const kind = commandKinds.get(action)
  const state = device?.device_id === device_id ? (target?.state ?? null) : null
  const interlock = interlockVerdict(state, kind, args)
  if (interlock !== null) return interlock
  return (await mayStillOrder(tx, ordered_by, vehicle_id, kind?.agreements ?? [], now))
    ? null
    : { status: commandStatus.failed, reason: 'not_allowed' }
}

/** Why a waiting command that has not expired is not sent any more; null: it may be sent. */
function interlockVerdict(
  state: CommandState | null,
  kind: CommandKind | undefined,
  args: CommandArgs,
): Verdict | null {
  // The device has moved to another vehicle or to none; a command for this vehicle must not reach the other one.
  if (state === null || kind === undefined)
    return { status: commandStatus.failed, reason: 'interlock' }
  return kind.refuse(state, args) === null
    ? null
    : { status: commandStatus.failed, reason: 'interlock' }
}

/** Whether the author could still give a command that needs one of these agreements. A waiting command is not sent for somebody who has been removed. */
async function mayStillOrder(
  tx: Tx,
  user_id: number,
  vehicle_id: number,
  agreements: readonly number[],
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ readonly role: Role; readonly customer_id: number }>`
    select u.role, u.customer_id from users u join customers c on c.id = u.customer_id
    where u.id = ${user_id} and not u.disabled and u.deleted_at is null and c.deleted_at is null`.execute(
    tx,
  )
  const [user] = rows
  if (user === undefined || !mayCall('control', user.role)) return false
  const heldAgreements =
    (await activeAgreementIds({ db: tx }, user.customer_id, now, [vehicle_id])).get(vehicle_id) ??
    []
  return agreements.some(id => heldAgreements.includes(id))
}

interface OpenCommand {
  readonly id: number
  readonly vehicle_id: number
  readonly device_id: number
  readonly profile: string
  readonly text: string | null
  readonly given_as: string | null
  readonly state: CommandProgress['state'] | null
  readonly answer: string | null
  readonly sent_at: Date | null
  readonly gives_up_at: Date | null
  readonly lost_since: Date | null
}
const OPEN_COMMANDS = `
select c.id, c.vehicle_id, c.device_id, d.profile, c.text, c.given_as, g.state, r.text as answer, g.sent_at, g.expires_at as gives_up_at,
  case when n.session is null then g.sent_at when n.session <> g.session then n.opened_at else n.closed_at end as lost_since
from commands c join devices d on d.id = c.device_id
left join device_commands g on g.id = c.given_as
left join lateral (select text from device_replies where command_id = g.id order by received_at, n limit 1) r on true
left join connections n on n.device_id = c.device_id
where c.status in (1, 4) and ($1::int4[] is null or c.device_id = any($1)) order by c.device_id, c.id`

/** Writes what gateways and devices have reported of open commands, and sends the next ones. Without devices: for all devices. */
export async function advanceCommands(
  ctx: Context,
  devices: readonly number[] | null = null,
): Promise<void> {
  const { rows } = await ctx.pool.query<OpenCommand>(OPEN_COMMANDS, [devices])
  const changedVehicles: number[] = []
  for (const open of rows) if (await applyProgress(ctx, open)) changedVehicles.push(open.vehicle_id)
  await tellCommands(ctx, changedVehicles)
  for (const device_id of new Set(rows.map(r => r.device_id))) await sendNextCommand(ctx, device_id)
}

/** Applies what was reported of a sent command; returns whether its status has changed. */
async function applyProgress(ctx: Context, open: OpenCommand): Promise<boolean> {
  const { id, device_id, given_as, state, text, answer } = open
  if (given_as === null || state === null) return false
  const now = ctx.now()
  const profile = ctx.profiles.get(open.profile)
  const came = verdictOf(
    {
      state,
      answer,
      isOther: profile?.answersOther?.(text ?? '', answer ?? '') ?? false,
      isNo: profile?.answersNo?.(answer ?? '') ?? false,
      sent_at: open.sent_at?.getTime() ?? null,
      gives_up_at: open.gives_up_at?.getTime() ?? now,
      lost_since: open.lost_since?.getTime() ?? null,
    },
    now,
  )
  if (came === null) return false
  return ctx.db.transaction().execute(async tx => {
    await lockDevice(tx, device_id)
    if (came === 'again') {
      await tx
        .updateTable('commands')
        .set({ given_as: null })
        .where('id', '=', id)
        .where('given_as', '=', given_as)
        .where('status', '=', commandStatus.queued)
        .execute()
      return false
    }
    // After the timeout a reply of the device answers another command, or none.
    if (came.status === commandStatus.timeout)
      await tx
        .updateTable('device_commands')
        .set({ state: 'expired' })
        .where('id', '=', given_as)
        .where('state', 'in', ['queued', 'sent'])
        .execute()
    // The answer may arrive before the report that the command was sent, so the step "sent" is written first.
    if (state === 'answered' || state === 'refused')
      await writeVerdict(
        tx,
        id,
        { status: commandStatus.sent, reason: null },
        open.sent_at?.getTime() ?? now,
      )
    return writeVerdict(tx, id, came, now, answer)
  })
}
