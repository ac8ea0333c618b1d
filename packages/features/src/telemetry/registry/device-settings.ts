// Settings of a device: password, networks, certificates, and the wiring on its vehicle.
import { Problem } from '@flotta/core/problem.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { DeviceRecord, DeviceSettings } from './contract.ts'
import { type DeviceContext, within } from './device-context.ts'
import { deviceRecord, selectDevices } from './device-list.ts'
import { hashDevicePassword } from './passwords.ts'

export function checkPassword({ password }: DeviceSettings, profile: Profile | undefined): void {
  if (password && profile?.sign_in_password !== true)
    throw new Problem('invalid', 'api.invalid', {
      password: [
        { key: 'command_line.no_passwords', values: { protocol: profile?.protocol ?? '' } },
      ],
    })
}

/** The columns of the given settings; an empty `unit_code` removes it, and the IMEI is shown instead. */
export const settingsOf = ({
  unit_code,
  time_zone,
  password,
  networks,
  certificates,
}: DeviceSettings) => ({
  ...(password !== undefined && {
    password_hash: password === '' ? null : hashDevicePassword(password),
  }),
  ...(time_zone !== undefined && { time_zone: time_zone || null }),
  ...(unit_code !== undefined && { unit_code: unit_code || null }),
  ...(networks !== undefined && {
    networks: sql<string[]>`array(select network(n::inet) from unnest(${[...networks]}::text[]) n)`,
  }),
  ...(certificates !== undefined && { certificates: [...certificates] }),
})

/**
 * Writes the unit code, the networks and the certificates of a device; its open connection is checked against them at once. Throws a Problem when there is no
 * such device.
 */
export async function configureDevice(
  { db, profiles, now }: Pick<Context, 'now' | 'profiles'> & { readonly db: Db | Tx },
  id: number,
  settings: DeviceSettings,
): Promise<DeviceRecord> {
  if (settings.password) {
    const device = await selectDevices(db, now())
      .where('d.id', '=', id)
      .where('d.deleted_at', 'is', null)
      .executeTakeFirst()
    if (device === undefined) throw noSuchRecord('device', id)
    checkPassword(settings, profiles.get(device.profile))
  }
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set({ imei: sql`imei`, ...settingsOf(settings) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw noSuchRecord('device', id)
  return deviceRecord(db, id, now())
}

/** A meaning and the word that it is wired to, `!word` for its opposite; '' takes it away. */
export interface Wire {
  readonly meaning: string
  readonly word: string
}
/** Wires words of a device on its vehicle; other meanings stay unchanged. Throws a Problem: no such device, or a word that its family does not have. */
export function wireDevice(
  { db, profiles, now }: DeviceContext,
  id: number,
  wires: readonly Wire[],
): Promise<DeviceRecord> {
  return within(db, async tx => {
    const device = await tx
      .selectFrom('devices')
      .select(['profile', 'wiring'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (device === undefined) throw noSuchRecord('device', id)
    const profileWords = new Set<string>(
      profiles.get(device.profile)?.parameters.map(parameter => parameter.word),
    )
    const unknownWords = wires
      .map(({ word }) => word.replace(/^!/, ''))
      .filter(word => word !== '' && !profileWords.has(word))
    if (unknownWords.length > 0)
      throw new Problem('invalid', 'api.invalid', {
        wiring: unknownWords.map(word => ({
          key: 'command_line.unknown_word',
          values: { word, profile: device.profile },
        })),
      })
    const wiring = {
      ...device.wiring,
      ...Object.fromEntries(wires.map(({ meaning, word }) => [meaning, word])),
    }
    const remaining = Object.fromEntries(Object.entries(wiring).filter(([, word]) => word !== ''))
    await tx
      .updateTable('devices')
      .set({ wiring: JSON.stringify(remaining) })
      .where('id', '=', id)
      .execute()
    return deviceRecord(tx, id, now())
  })
}
