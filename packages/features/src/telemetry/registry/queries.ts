// The provider's operations on devices: create, move, replace, list and remove them, and list unclaimed ones.

import './tables.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { withConstraintProblems } from '@flotta/platform/cli-problems.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { beginCheck } from './checks.ts'
import type { DeviceForm, DeviceRecord } from './contract.ts'
import { type DeviceContext, within } from './device-context.ts'
import { deviceRecord } from './device-list.ts'
import { checkPassword, settingsOf } from './device-settings.ts'
import {
  lockVehicle,
  mountDevice,
  mountEndsOf,
  moveDevice,
  openMountOf,
  vehicleTaken,
} from './mounts.ts'
import { familyOf, isDeviceName, mountBegin } from './rules.ts'

/** The protocol of most devices. */
const USUAL_PROTOCOL = 'teltonika'
/** The protocol with which an unclaimed device knocked; undefined: it never did. */
async function knockOf(db: Db | Tx, { imei }: Pick<DeviceForm, 'imei'>) {
  const knock = await db
    .selectFrom('unclaimed_devices')
    .select('protocol')
    .where('identifier', '=', imei)
    .executeTakeFirst()
  return knock?.protocol
}

/** The validation error for a family that does not exist, at the wrong field: an unknown protocol, or a profile that the protocol does not have. */
function unknownFamily(
  profiles: ReadonlyMap<string, Profile>,
  { protocol }: Pick<DeviceForm, 'protocol'>,
): Problem {
  const families = [...profiles.values()]
  const protocols = [...new Set(families.map(family => family.protocol))]
  const values = (codes: readonly string[]) => ({ known: codes.join(', ') })
  if (protocol !== undefined && !protocols.includes(protocol))
    return new Problem('invalid', 'api.invalid', {
      protocol: [{ key: 'command_line.unknown_protocol', values: values(protocols) }],
    })
  const codes = families
    .filter(family => protocol === undefined || family.protocol === protocol)
    .map(family => family.code)
  return new Problem('invalid', 'api.invalid', {
    profile: [{ key: 'command_line.unknown_profile', values: values(codes) }],
  })
}

/**
 * Creates a device, in a vehicle or in none; within the transaction of `db` if it is one. Throws a Problem: no such vehicle, an unknown profile, an IMEI or a
 * vehicle that is taken.
 */
export async function createDevice(
  { db, profiles, now }: DeviceContext,
  deviceForm: DeviceForm,
): Promise<DeviceRecord> {
  const isUnsaid = deviceForm.protocol === undefined && deviceForm.profile === undefined
  const knock = isUnsaid ? await knockOf(db, deviceForm) : undefined
  const profile = familyOf(profiles, isUnsaid ? { protocol: knock ?? USUAL_PROTOCOL } : deviceForm)
  if (profile === undefined) throw unknownFamily(profiles, deviceForm)
  const form = { ...deviceForm, imei: profile.canonical?.(deviceForm.imei) ?? deviceForm.imei }
  if (!isDeviceName(form.imei, profile))
    throw new Problem('invalid', 'api.invalid', { imei: [{ key: 'command_line.imei' }] })
  checkPassword(form, profile)
  const at = now()
  return within(db, async tx => {
    const { vehicle_id } = form
    if (vehicle_id !== null) await lockVehicle(tx, vehicle_id)
    const mountEnds = vehicle_id === null ? [] : await mountEndsOf(tx, { ...form, vehicle_id })
    const assumed_family = isUnsaid && knock === undefined
    const device_id = await insertDevice(tx, form, { profile, assumed_family }, at)
    if (vehicle_id !== null) {
      if (mountEnds.includes(null)) throw vehicleTaken(vehicle_id)
      const from =
        form.from === undefined
          ? Math.min(mountBegin(mountEnds.filter(e => e !== null)), at)
          : Date.parse(form.from)
      await mountDevice(tx, device_id, vehicle_id, from)
    }
    await beginCheck(tx, device_id, new Date(at))
    await tx.deleteFrom('unclaimed_devices').where('identifier', '=', form.imei).execute()
    return deviceRecord(tx, device_id, at)
  })
}

/**
 * Puts a new device in the place of another, which is unmounted and stays known; the new one has no wiring yet. Throws a conflict where the old one is in no
 * vehicle.
 */
export function replaceDevice(
  ctx: DeviceContext,
  id: number,
  form: Pick<DeviceForm, 'imei' | 'protocol' | 'profile'>,
): Promise<DeviceRecord> {
  return within(ctx.db, async tx => {
    const vehicle_id = await openMountOf(tx, id)
    if (vehicle_id === null) throw new Problem('conflict', 'command_line.device_unmounted')
    await moveDevice(tx, id, null, ctx.now())
    return createDevice({ ...ctx, db: tx }, { ...form, vehicle_id })
  })
}

/**
 * For calls that name a device in a body: moves validation errors to the field that the body has.
 * @param of the path of its fields
 */
export async function namedDevice<T>(work: Promise<T>, of = ''): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'not_found') throw invalid({ [`${of}vehicle_id`]: 'validation.unknown' })
    const named = Object.entries(error.fields).map(([field, words]) => [
      `${of}${field === 'imei' ? 'identifier' : field}`,
      words,
    ])
    if (named.length === 0) throw error
    throw new Problem('invalid', 'api.invalid', Object.fromEntries(named))
  }
}

async function insertDevice(
  tx: Db | Tx,
  form: DeviceForm,
  { profile, assumed_family }: { readonly profile: Profile; readonly assumed_family: boolean },
  at: number,
): Promise<number> {
  const { id } = await withConstraintProblems(
    tx
      .insertInto('devices')
      .values({
        imei: form.imei,
        protocol: profile.protocol,
        profile: profile.code,
        assumed_family,
        ...settingsOf(form),
        reporting_interval: null,
        wiring: '{}',
        created_at: new Date(at),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    {
      devices_imei: {
        field: 'imei',
        key: 'command_line.imei_taken',
        values: { imei: form.imei },
      },
    },
  )
  return id
}
