// In whose words a record is: the profile and the wiring of the device that the vehicle carried at its time.
import { type ProfileReader, profileReader } from '@flotta/core/profile-reader.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { type DeviceMount, directoryOf } from '../devices/directory.ts'
import { type Meanings, meaningsOf } from './normalise.ts'

export interface Words {
  /** null: the profile is unknown, records are kept raw. */
  readonly reader: ProfileReader | null
  readonly meanings: Meanings
}
export const noWords: Words = { reader: null, meanings: meaningsOf({}, null) }

const readersOf = once(() => new Map<string, ProfileReader | null>())
function readerOf(ctx: Context, code: string): ProfileReader | null {
  const compiled = readersOf(ctx)
  const known = compiled.get(code)
  if (known !== undefined) return known
  const profile = ctx.profiles.get(code)
  const reader = profile ? profileReader(profile) : null
  compiled.set(code, reader)
  return reader
}

/** Of a mount as the directory holds it; a changed one is another. */
const wordsByMount = once(() => new WeakMap<DeviceMount, Words>())
export function wordsOf(ctx: Context, mount: DeviceMount): Words {
  const kept = wordsByMount(ctx)
  const known = kept.get(mount)
  if (known !== undefined) return known
  const reader = readerOf(ctx, mount.profile)
  const words = { reader, meanings: meaningsOf(mount.wiring, reader) }
  kept.set(mount, words)
  return words
}

/** The mounts of a vehicle, by time. */
export async function mountsOf(ctx: Context, vehicle_id: number): Promise<DeviceMount[]> {
  const { rows } = await ctx.pool.query<{ device_id: number }>('select distinct device_id from device_mounts where vehicle_id = $1', [vehicle_id])
  const devices = await directoryOf(ctx).byIds(rows.map(r => r.device_id))
  return [...devices.values()]
    .flatMap(device => device.mounts.filter(m => m.vehicle_id === vehicle_id && m.device_id === device.id))
    .sort((a, b) => a.from - b.from)
}
