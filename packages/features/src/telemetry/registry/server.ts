// Devices: who may sign in, and who is connected.

import { brokerAnswers } from '@flotta/platform/broker.ts'
import type { Context, Identification, Origin } from '@flotta/platform/feature.ts'
import { consume, every, feature } from '@flotta/platform/feature.ts'
import { perMinute } from '@flotta/platform/limits.ts'
import { networkOf } from '@flotta/platform/networks.ts'
import { connectionEvents } from '@flotta/platform/topics.ts'
import { tellAlternations } from './alternations.ts'
import { noteChecks, noteHeard } from './checks.ts'
import { tidyCommands } from './commands.ts'
import { writeConnections } from './connections.ts'
import { directoryOf } from './directory.ts'
import { maySpeak, settleFamily } from './first-words.ts'
import { closeDead, gatewayBook } from './gateways.ts'
import type { KnownDevice } from './known-device.ts'
import { isDevicePassword } from './passwords.ts'
import { DEVICE_NAME, vehicleAt } from './rules.ts'
import { capUnclaimed, recordUnclaimed } from './unclaimed.ts'

/**
 * Whether one more unknown device of this network is looked up. Beyond the limit it gets the answer that known devices get, so that nobody learns which names
 * are known, and no query is made.
 */
const mayLookUpStranger = ({ limits, config }: Context, address: string): boolean =>
  limits.takeNow(
    `strangers ${networkOf(address)}`,
    perMinute(config.FLOTTA_UNCLAIMED_PER_MINUTE),
  ) === 0

async function identifyDevice(
  identifier: string,
  { protocol, address, certificate, password }: Origin,
  ctx: Context,
): Promise<Identification> {
  const directory = directoryOf(ctx)
  const welcome = (candidate: KnownDevice | null) =>
    candidate !== null &&
    maySpeak(ctx, candidate, protocol) &&
    candidate.allows({ address, certificate })
  const hasPassword = ({ password_hash }: KnownDevice): boolean =>
    password_hash === null || isDevicePassword(password_hash, password ?? '')
  let device = DEVICE_NAME.test(identifier) ? await directory.byImei(identifier) : null
  if (device === null || !welcome(device) || !hasPassword(device)) {
    if (!mayLookUpStranger(ctx, address)) return 'ignored'
    device ??= DEVICE_NAME.test(identifier) ? await directory.lookUp(identifier) : null
  }
  if (device === null) {
    await recordUnclaimed(ctx, identifier, protocol, address)
    return 'refused'
  }
  if (!welcome(device)) {
    await noteHeard(ctx, device.id)
    ctx.log.warn(
      { device_id: device.id, protocol, address },
      'a device signed in by another protocol, from a network that is not its own or without its certificate',
    )
    return 'refused'
  }
  if (!hasPassword(device)) return 'wrong_password'
  if (device.assumed_family) {
    await settleFamily(ctx, device, protocol)
    device = await directory.byImei(identifier)
    if (device?.protocol !== protocol) return 'refused'
  }
  const { id, mounts, profile, time_zone } = device
  return {
    device_id: id,
    profile,
    vehicle_id: vehicleAt(mounts, ctx.now()),
    ...(time_zone !== null && { time_zone }),
    ...(ctx.profiles.get(profile)?.wants_ack && { wants_ack: true }),
  }
}

/** Loads the directory, so that sign-ins work from memory afterwards. */
const warmDirectory = async (ctx: Context): Promise<void> => void (await directoryOf(ctx).byIds([]))

export default feature({
  providers: config =>
    config.FLOTTA_MQTT_URL === undefined
      ? []
      : [{ name: 'mqtt', setting: 'FLOTTA_MQTT_URL', check: () => brokerAnswers(config) }],
  resolvers: { device: identifyDevice, gateways: gatewayBook },
  consumers: [
    consume(connectionEvents, 'connections', { batch: 2_000, linger: 50 }, writeConnections),
  ],
  jobs: [
    every('close connections of dead gateways', 2, closeDead),
    every('cap unclaimed devices', 300, capUnclaimed),
    every('note what was seen of new devices', 1, noteChecks),
    every('tidy commands', 60, tidyCommands),
    every('mail alternating connections', 60, tellAlternations),
  ],
  start: {
    gateway: warmDirectory,
    worker: warmDirectory,
  },
})
