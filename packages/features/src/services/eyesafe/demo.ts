// Vehicles of the demo company that can be disabled and unlocked remotely, and the commands of the last days.
import { commandStatus } from '@flotta/core/command.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import '../commands/tables.ts'
import { isWired, type Seed } from '../../seed.ts'
import { configureVehicle, giveAgreements } from '../../seed-rows.ts'
import { hasLock, hasStarterBlock, LOCK_OPENS_FOR_S, wiringOf } from './equipment.ts'

const UNLOCK = `setdigout ?1 ? ${LOCK_OPENS_FOR_S}`
/** Hours ago, and the outcome. */
const pastCommands = [
  ['start_lock', 74, commandStatus.executed, null, 'DOUT1:IGNORED DOUT2:1 Timeout:INFINITY'],
  ['start_reset', 61, commandStatus.executed, null, 'DOUT1:IGNORED DOUT2:0 Timeout:INFINITY'],
  ['start_lock', 26, commandStatus.timeout, 'no_answer', null],
  ['start_lock', 25.8, commandStatus.executed, null, 'DOUT1:IGNORED DOUT2:1 Timeout:INFINITY'],
  ['start_reset', 14, commandStatus.executed, null, 'DOUT1:IGNORED DOUT2:0 Timeout:INFINITY'],
] as const

/** Agreements, wiring and settings of the vehicles whose starter can be blocked. */
async function equip(
  tx: Parameters<Seed>[0],
  demo: Parameters<Seed>[1],
  able: Parameters<Seed>[1]['vehicles'],
): Promise<void> {
  const agreementOf = (vehicle_id: number, agreement_id: number) => ({ vehicle_id, agreement_id })
  await giveAgreements(
    tx,
    demo,
    able.flatMap(v => [
      agreementOf(v.id, agreement.eyesafe_ignition),
      agreementOf(v.id, agreement.eyecontrol),
      ...(hasLock(v) ? [agreementOf(v.id, agreement.eyesafe_lock)] : []),
    ]),
  )
  for (const vehicle of able)
    await sql`update devices set wiring = wiring || ${JSON.stringify(wiringOf(vehicle))}::jsonb
      where id in (select device_id from device_mounts where vehicle_id = ${vehicle.id})`.execute(
      tx,
    )
  for (const { id } of able.filter(hasLock))
    await configureVehicle(tx, id, { cmd_door_unlock: UNLOCK })
}
const seed: Seed = async (tx, demo) => {
  const { now, since, user_id, vehicles } = demo
  const able = vehicles.filter(vehicle => isWired(vehicle) && hasStarterBlock(vehicle))
  await equip(tx, demo, able)

  const { name } = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const mounts = await tx.selectFrom('device_mounts').select(['vehicle_id', 'device_id']).execute()
  const deviceOf = new Map(mounts.map(m => [m.vehicle_id, m.device_id]))
  const commands = able
    .filter(v => v.vehicle_type === 'U')
    .flatMap((v, n) =>
      pastCommands.map(([action, hours, status, reason, answer]) => {
        const orderedAt = Math.max(now - hours * HOUR - n * 37 * MINUTE, since)
        const start_blocked = action === 'start_lock' ? 1 : 0
        return {
          vehicle_id: v.id,
          device_id: deviceOf.get(v.id) ?? 0,
          action,
          same: '',
          args: '{}',
          text: `setdigout ?${start_blocked}`,
          command_data: JSON.stringify({ start_blocked }),
          ordered_by: user_id,
          user_name: name,
          idempotency_key: null,
          message_datetime: new Date(orderedAt),
          expires_at: new Date(orderedAt + 10 * MINUTE),
          status,
          reason,
          answer,
          changed_at: new Date(orderedAt + 2_000),
          given_as: null,
        }
      }),
    )
  if (now - since > DAY) await tx.insertInto('commands').values(commands).execute()
}
export default seed
