// The meaning of a record's raw parameters, by the profile and the wiring of the device that the vehicle carried then.
import { type ProfileReader, profileReader } from '@flotta/core/profile-reader.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { directoryOf } from '../registry/directory.ts'
import type { DeviceMount } from '../registry/known-device.ts'
import { meaningsOf, type WordMeanings } from './normalise.ts'

export interface DeviceWords {
  /** null: the profile is unknown, so records are stored without a meaning. */
  readonly reader: ProfileReader | null
  readonly meanings: WordMeanings
}
export const noWords: DeviceWords = { reader: null, meanings: meaningsOf({}, null) }

const readersOf = once(() => new Map<string, ProfileReader | null>())
function readerOf(ctx: Context, code: string): ProfileReader | null {
  const readers = readersOf(ctx)
  const knownReader = readers.get(code)
  if (knownReader !== undefined) return knownReader
  const profile = ctx.profiles.get(code)
  const reader = profile ? profileReader(profile) : null
  readers.set(code, reader)
  return reader
}

/** By the mount object of the directory; a changed mount is a new object. */
const wordsByMount = once(() => new WeakMap<DeviceMount, DeviceWords>())
export function wordsOf(ctx: Context, mount: DeviceMount): DeviceWords {
  const wordsOfMounts = wordsByMount(ctx)
  const knownWords = wordsOfMounts.get(mount)
  if (knownWords !== undefined) return knownWords
  const reader = readerOf(ctx, mount.profile)
  const words = { reader, meanings: meaningsOf(mount.wiring, reader) }
  wordsOfMounts.set(mount, words)
  return words
}

/** The mounts of vehicles, each by time. */
export async function mountsOf(
  ctx: Context,
  vehicle_ids: readonly number[],
): Promise<Map<number, DeviceMount[]>> {
  const { rows } = await ctx.pool.query<{ device_id: number }>({
    name: 'devices of vehicles',
    text: 'select distinct device_id from device_mounts where vehicle_id = any($1::int4[])',
    values: [vehicle_ids],
  })
  const mounts = new Map<number, DeviceMount[]>(vehicle_ids.map(id => [id, []]))
  const devices = await directoryOf(ctx).byIds(rows.map(r => r.device_id))
  for (const device of devices.values())
    for (const mount of device.mounts)
      if (mount.device_id === device.id) mounts.get(mount.vehicle_id)?.push(mount)
  for (const vehicleMounts of mounts.values()) vehicleMounts.sort((a, b) => a.from - b.from)
  return mounts
}
