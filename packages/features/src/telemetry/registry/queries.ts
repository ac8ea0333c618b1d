// What the provider does with devices: make, move, replace, list and remove them, and see who knocks.

import { CONTEST_MS } from '@flotta/core/contest.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { noSuchRecord, withConstraintProblems } from '@flotta/platform/cli-problems.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { matcher } from '@flotta/platform/search.ts'
import { sql } from 'kysely'
import { beginCheck } from './checks.ts'
import type { DeviceForm, DeviceRecord, DeviceSettings, UnclaimedDevice } from './contract.ts'
import { hashDevicePassword } from './passwords.ts'
import { familyOf, isDeviceName, mountBegin } from './rules.ts'
import './tables.ts'

export type DeviceContext = Pick<Context, 'profiles' | 'now'> & { readonly db: Db | Tx }
/** Runs in the transaction of `db` where it is one. */
const within = <T>(db: Db | Tx, work: (tx: Db | Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** What most devices speak. */
const USUAL_PROTOCOL = 'teltonika'
/** What an unclaimed device knocked with; undefined: it never did. */
async function knockOf(db: Db | Tx, { imei }: Pick<DeviceForm, 'imei'>) {
  const knock = await db
    .selectFrom('unclaimed_devices')
    .select('protocol')
    .where('identifier', '=', imei)
    .executeTakeFirst()
  return knock?.protocol
}

/** The fault of a family that does not exist, at the field that is wrong: a protocol that nobody speaks, or a profile that it does not have. */
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
 * A device in its vehicle, or in none; within the transaction of `db` where it is one.
 * Throws a Problem: no such vehicle, a profile that is none, an IMEI or a vehicle that is taken.
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

/** A new device in the place of another, which is unmounted and stays known; the new one has no wiring yet. Throws a conflict where the old one is in no vehicle. */
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

async function openMountOf(tx: Db | Tx, device_id: number): Promise<number | null> {
  const mount = await tx
    .selectFrom('device_mounts')
    .select('vehicle_id')
    .where('device_id', '=', device_id)
    .where('mounted_to', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return mount?.vehicle_id ?? null
}

/** From now on it is in another vehicle, or in none. What it told before stays with the vehicle that carried it. */
export async function moveDevice(
  tx: Db | Tx,
  id: number,
  vehicle_id: number | null,
  now: number,
): Promise<void> {
  if ((await openMountOf(tx, id)) === vehicle_id) return
  await endMounts(tx, id, new Date(now))
  if (vehicle_id === null) return
  await lockVehicle(tx, vehicle_id)
  await mountDevice(tx, id, vehicle_id, now)
}

/** A device by calls: what is wrong with its name is said of `identifier`, and what is not there of its field. @param of the path of its fields */
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
function checkPassword({ password }: DeviceSettings, profile: Profile | undefined): void {
  if (password && profile?.sign_in_password !== true)
    throw new Problem('invalid', 'api.invalid', {
      password: [
        { key: 'command_line.no_passwords', values: { protocol: profile?.protocol ?? '' } },
      ],
    })
}
const vehicleTaken = (vehicle_id: number): Problem => {
  const message = { key: 'command_line.vehicle_has_device', values: { vehicle: vehicle_id } }
  return new Problem('conflict', message, { vehicle_id: [message] })
}

async function lockVehicle(tx: Db | Tx, vehicle_id: number): Promise<void> {
  const vehicle = await tx
    .selectFrom('vehicles')
    .select('id')
    .where('id', '=', vehicle_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (vehicle === undefined) throw noSuchRecord('vehicle', vehicle_id)
}

/** When the vehicle's devices and this device's vehicles ended, epoch ms; null for one that has not ended. */
async function mountEndsOf(
  tx: Db | Tx,
  { vehicle_id, imei }: Pick<DeviceForm, 'imei'> & { readonly vehicle_id: number },
): Promise<(number | null)[]> {
  // two questions that an index answers each: one with `or` over the join would read both tables
  // whole
  const ends = await tx
    .selectFrom('device_mounts')
    .select('mounted_to')
    .where('vehicle_id', '=', vehicle_id)
    .unionAll(
      tx
        .selectFrom('device_mounts')
        .innerJoin('devices', 'devices.id', 'device_mounts.device_id')
        .select('mounted_to')
        .where('imei', '=', imei),
    )
    .execute()
  return ends.map(e => e.mounted_to?.getTime() ?? null)
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

async function mountDevice(
  tx: Db | Tx,
  device_id: number,
  vehicle_id: number,
  from: number,
): Promise<void> {
  try {
    await tx
      .insertInto('device_mounts')
      .values({ device_id, vehicle_id, mounted_from: new Date(from), mounted_to: null })
      .execute()
  } catch (error) {
    // exclusion_violation: the vehicle carried another device at that time
    if ((error as { code?: unknown }).code === '23P01') throw vehicleTaken(vehicle_id)
    throw error
  }
}

/** By id; of one vehicle only where it is given. */
export const listDevices = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  vehicle_id?: number,
): Promise<DeviceRecord[]> =>
  selectDevices(db, now())
    .where('d.deleted_at', 'is', null)
    .$if(vehicle_id !== undefined, q => q.where('m.vehicle_id', '=', vehicle_id ?? 0))
    .execute()

/** Columns of what was set; a `unit_code` of '' takes it away, so that its IMEI stands for it. */
const settingsOf = ({
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
 * Sets what is written on the unit, where it may sign in from and with which certificates; its
 * connection is judged anew at once. Throws a Problem when there is no such device.
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
/**
 * What its words mean on its vehicle; the other meanings stay. Throws a Problem: no such device, or
 * a word that its family does not speak.
 */
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

/**
 * Its data stays with the vehicle; its connection is closed at once. Throws a Problem when there is
 * no such device.
 */
export function removeDevice(
  { db, now }: Pick<Context, 'now'> & { readonly db: Db | Tx },
  id: number,
): Promise<DeviceRecord> {
  return within(db, async tx => {
    const removedDevice = await selectDevices(tx, now())
      .where('d.id', '=', id)
      .where('d.deleted_at', 'is', null)
      .executeTakeFirst()
    if (removedDevice === undefined) throw noSuchRecord('device', id)
    await endDevice(tx, id, new Date(now()))
    return removedDevice
  })
}

/**
 * What a vehicle carries is free for another: its device is removed. Within the transaction of
 * `tx`.
 */
export async function freeDevices(tx: Tx, vehicle_id: number, at: Date): Promise<void> {
  const devices = await tx
    .selectFrom('device_mounts')
    .innerJoin('devices', 'devices.id', 'device_mounts.device_id')
    .select('devices.id')
    .distinct()
    .where('vehicle_id', '=', vehicle_id)
    .where('devices.deleted_at', 'is', null)
    .where(w => w.or([w('mounted_to', 'is', null), w('mounted_to', '>', at)]))
    .execute()
  for (const { id } of devices) await endDevice(tx, id, at)
}

async function endDevice(tx: Db | Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('devices').set({ deleted_at: at }).where('id', '=', id).execute()
  await endMounts(tx, id, at)
}

async function endMounts(tx: Db | Tx, id: number, at: Date): Promise<void> {
  // a mount that has not begun never was
  await tx
    .deleteFrom('device_mounts')
    .where('device_id', '=', id)
    .where('mounted_from', '>=', at)
    .execute()
  await tx
    .updateTable('device_mounts')
    .set({ mounted_to: at })
    .where('device_id', '=', id)
    .where(w => w.or([w('mounted_to', 'is', null), w('mounted_to', '>', at)]))
    .execute()
}

/** Devices that signed in and that nobody knows, newest first. */
export const listUnclaimed = ({ db }: Pick<Context, 'db'>): Promise<UnclaimedDevice[]> =>
  db
    .selectFrom('unclaimed_devices')
    .selectAll()
    .orderBy('last_seen', 'desc')
    .orderBy('identifier')
    .execute()

/** One page of them. */
export async function unclaimedPage(
  ctx: Context,
  {
    page,
    per_page,
    search = '',
  }: { readonly page: number; readonly per_page: number; readonly search?: string | undefined },
) {
  const words = search.trim()
  const matches =
    words === '' ? sql`true` : matcher(words)(sql.ref('u.identifier'), sql.ref('u.protocol'))
  const fromDevices = sql`from unclaimed_devices u where ${matches}`
  const [{ rows }, count] = await Promise.all([
    sql<UnclaimedDevice>`select u.identifier, u.protocol, u.address, u.first_seen, u.last_seen, u.count ${fromDevices}
      order by u.last_seen desc, u.identifier limit ${per_page} offset ${(page - 1) * per_page}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*) as total ${fromDevices}`.execute(ctx.db),
  ])
  const data = rows.map(({ first_seen, last_seen, count, ...row }) => ({
    first_seen: first_seen.toISOString(),
    last_seen: last_seen.toISOString(),
    count: Number(count),
    ...row,
  }))
  return { data, total: Number(count.rows[0]?.total ?? 0) }
}

const deviceRecord = (db: Db | Tx, id: number, now: number): Promise<DeviceRecord> =>
  selectDevices(db, now).where('d.id', '=', id).executeTakeFirstOrThrow()

const selectDevices = (db: Db | Tx, now: number) =>
  db
    .selectFrom('devices as d')
    .leftJoin('device_mounts as m', j =>
      j.onRef('m.device_id', '=', 'd.id').on('m.mounted_to', 'is', null),
    )
    .leftJoin('vehicles as v', 'v.id', 'm.vehicle_id')
    .leftJoin('connections as c', 'c.device_id', 'd.id')
    .leftJoin('device_contests as k', j =>
      j.onRef('k.device_id', '=', 'd.id').on('k.at', '>', new Date(now - CONTEST_MS)),
    )
    .select([
      'd.id',
      'd.imei',
      'd.unit_code',
      'd.protocol',
      'd.profile',
      'd.wiring',
      'm.vehicle_id',
      'v.plate',
      'c.last_seen_at',
      'c.address',
      'd.created_at',
      'd.time_zone',
      'd.networks',
      'd.certificates',
    ])
    .select(sql<boolean>`d.password_hash is not null`.as('has_password'))
    .select([
      sql<boolean>`c.device_id is not null and c.closed_at is null`.as('connected'),
      sql<number>`coalesce(c.conflicts, 0)`.as('conflicts'),
    ])
    .select(sql<Date | null>`k.at + ${CONTEST_MS} * interval '1 ms'`.as('contested_until'))
    .select(q =>
      q
        .selectFrom('device_alternations as a')
        .select(m => m.fn.max('a.last_at').as('at'))
        .whereRef('a.device_id', '=', 'd.id')
        .as('alternated_at'),
    )
    .orderBy('d.id')
