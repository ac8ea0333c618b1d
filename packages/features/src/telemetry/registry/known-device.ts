// A device as the directory keeps it in memory, read from its row and its mounts.
import type { Origin } from '@flotta/platform/feature.ts'
import { allowedNetworks } from '@flotta/platform/networks.ts'
import type { Mount } from './rules.ts'

export interface KnownDevice {
  readonly id: number
  readonly imei: string
  readonly protocol: string
  readonly profile: string
  /** Nobody entered its protocol: its first sign-in decides it. */
  readonly assumed_family: boolean
  /** Seconds; null: the profile's. */
  readonly reporting_interval: number | null
  /** The time zone of its clock; null: the protocol's. */
  readonly time_zone: string | null
  readonly wiring: Readonly<Record<string, string>>
  /** Whether the device may sign in from this address and with this certificate. */
  readonly allows: (from: Pick<Origin, 'address' | 'certificate'>) => boolean
  /** The digest of the password that the device signs in with; null: it needs none. */
  readonly password_hash: string | null
  readonly deleted: boolean
  /** The mounts of the device by time, also those under a former registration of its IMEI. */
  readonly mounts: readonly DeviceMount[]
}
/** A mount in a vehicle, with the profile and wiring of the device there. */
export interface DeviceMount extends Mount {
  /** The registration that it belongs to. */
  readonly device_id: number
  readonly profile: string
  readonly wiring: Readonly<Record<string, string>>
}

export interface DeviceRow extends Omit<KnownDevice, 'allows' | 'mounts'> {
  readonly networks: readonly string[]
  readonly certificates: readonly string[]
  readonly mounts: readonly DeviceMount[] | null
}
export const SELECT_DEVICES = `
  select d.id, d.imei, d.protocol, d.profile, d.assumed_family, d.reporting_interval, d.time_zone, d.wiring, d.networks, d.certificates, d.password_hash, d.deleted_at is not null as deleted, m.mounts
  from devices d
  left join lateral (
    select json_agg(json_build_object('vehicle_id', vehicle_id, 'from', round(extract(epoch from mounted_from) * 1000), 'to', round(extract(epoch from mounted_to) * 1000),
      'device_id', o.id, 'profile', o.profile, 'wiring', o.wiring) order by mounted_from, o.id) as mounts
    from devices o join device_mounts on device_id = o.id where o.imei = d.imei
  ) m on true`

/** The wiring of devices that have none of their own. */
const NO_WIRING: Readonly<Record<string, string>> = {}
const sharedWords = new Map<string, string>()
/** There are few profiles and protocols, so thousands of devices share one string for each. */
function sharedWord(word: string): string {
  const knownWord = sharedWords.get(word)
  if (knownWord !== undefined) return knownWord
  sharedWords.set(word, word)
  return word
}
const allowAnywhere: KnownDevice['allows'] = () => true
function signInRule({
  networks,
  certificates,
}: Pick<DeviceRow, 'networks' | 'certificates'>): KnownDevice['allows'] {
  if (networks.length === 0 && certificates.length === 0) return allowAnywhere
  const isNear = allowedNetworks(networks)
  return ({ address, certificate }) =>
    isNear(address) &&
    (certificates.length === 0 || (certificate !== null && certificates.includes(certificate)))
}
const wiringOrNone = (wiring: Readonly<Record<string, string>>) =>
  Object.keys(wiring).length === 0 ? NO_WIRING : wiring

export function deviceOf({
  networks,
  certificates,
  mounts,
  protocol,
  profile,
  wiring,
  ...device
}: DeviceRow): KnownDevice {
  const ownWords = { profile: sharedWord(profile), wiring: wiringOrNone(wiring) }
  return {
    ...device,
    ...ownWords,
    protocol: sharedWord(protocol),
    allows: signInRule({ networks, certificates }),
    mounts: (mounts ?? []).map(mount =>
      mount.device_id === device.id
        ? { ...mount, ...ownWords }
        : { ...mount, profile: sharedWord(mount.profile), wiring: wiringOrNone(mount.wiring) },
    ),
  }
}
