// The family of a device whose protocol nobody entered: its first sign-in decides it for good.
import type { Context } from '@flotta/platform/feature.ts'
import type { KnownDevice } from './known-device.ts'
import { familyOf, isDeviceName } from './rules.ts'
import './tables.ts'

type AssumedDevice = Pick<KnownDevice, 'id' | 'imei' | 'protocol' | 'profile' | 'assumed_family'>

/** The family that a device gets when it signs in by this protocol; undefined: it may not. */
function familyBy(
  { profiles }: Pick<Context, 'profiles'>,
  { imei, profile, assumed_family, ...device }: AssumedDevice,
  protocol: string,
) {
  if (device.protocol === protocol) return profiles.get(profile)
  const family = assumed_family ? familyOf(profiles, { protocol }) : undefined
  return family !== undefined && isDeviceName(imei, family) ? family : undefined
}
/** Whether a device may sign in by this protocol. */
export const maySpeak = (
  ctx: Pick<Context, 'profiles'>,
  device: AssumedDevice,
  protocol: string,
): boolean => device.protocol === protocol || familyBy(ctx, device, protocol) !== undefined

/** Sets the family of a device to that of its first sign-in; of several sign-ins at once the first counts. */
export async function settleFamily(
  ctx: Pick<Context, 'db' | 'profiles' | 'changes'>,
  device: AssumedDevice,
  protocol: string,
): Promise<void> {
  const family = familyBy(ctx, device, protocol)
  await ctx.db
    .updateTable('devices')
    .set({ assumed_family: false, ...(family && { protocol, profile: family.code }) })
    .where('id', '=', device.id)
    .where('assumed_family', '=', true)
    .execute()
  await ctx.changes.heard()
}
