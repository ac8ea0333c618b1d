// Devices: who may sign in, and who is connected.

import type { Context, DeviceIdentity } from '@flotta/platform/feature.ts'
import { consume, every, feature } from '@flotta/platform/feature.ts'
import { perMinute } from '@flotta/platform/gateway/rate.ts'
import { gatewayName } from '@flotta/platform/gateway.ts'
import { once } from '@flotta/platform/once.ts'
import { connectionEvents } from '@flotta/platform/topics.ts'
import { closeLeftOpen, closeSilent, writeConnections } from './connections.ts'
import { directoryOf } from './directory.ts'
import { isImei, vehicleAt } from './rules.ts'
import { capUnclaimed, recordUnclaimed } from './unclaimed.ts'

/** Strangers from one address: beyond the limit they are refused without asking the database. Devices that are known never count. */
const strangerMayKnock = once(ctx => perMinute(ctx.config.FLOTTA_UNCLAIMED_PER_MINUTE))

async function device(identifier: string, protocol: string, address: string, ctx: Context): Promise<DeviceIdentity | 'refused'> {
  const directory = directoryOf(ctx)
  let found = isImei(identifier) ? await directory.byImei(identifier) : null
  if (found === null) {
    if (!strangerMayKnock(ctx)(address)) return 'refused'
    found = isImei(identifier) ? await directory.lookUp(identifier) : null
    if (found === null) {
      await recordUnclaimed(ctx, identifier, protocol, address)
      return 'refused'
    }
  }
  if (found.protocol !== protocol || !found.allows(address)) {
    ctx.log.warn({ device_id: found.id, protocol, address }, 'a device signed in by another protocol or from a network that is not its own')
    return 'refused'
  }
  return { device_id: found.id, vehicle_id: vehicleAt(found.mounts, ctx.now()) }
}

/** Sign-ins work from memory afterwards. */
const warm = async (ctx: Context): Promise<void> => void (await directoryOf(ctx).byIds([]))

export default feature({
  resolvers: { device },
  consumers: [consume(connectionEvents, 'connections', { batch: 2_000, linger: 50 }, writeConnections)],
  jobs: [every('close silent connections', 60, closeSilent), every('cap unclaimed devices', 300, capUnclaimed)],
  start: {
    async gateway(ctx) {
      await warm(ctx)
      await closeLeftOpen(gatewayName(ctx.config), ctx)
    },
    worker: warm,
  },
})
