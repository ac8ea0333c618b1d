// Every tracker of the installation as a provider manages them, those that knock and that nobody knows, and what was seen of a new one.
import { ById, endpoint, Id, Instant, Page, PageMeta } from '@flotta/core/contract.ts'
import { bulkOf, resource, SearchWords } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { DeviceSettings, NewDevice, SeenOfDevice } from '../../telemetry/registry/contract.ts'

const ProvidedDevice = z.object({
  id: Id,
  identifier: z.string(),
  protocol: z.string(),
  profile: z.string(),
  /** null: in no vehicle now */ vehicle_id: Id.nullable(),
  plate: z.string().nullable(),
  /** the owner of its vehicle */ customer_id: Id.nullable(),
  unit_code: z.string().nullable(),
  wiring: z.record(z.string(), z.string()),
  connected: z.boolean(),
  last_seen_at: Instant.nullable(),
  time_zone: z.string().nullable(),
  networks: z.array(z.string()),
  certificates: z.array(z.string()),
  created_at: Instant,
})
export const devices = resource('provider/devices', {
  record: ProvidedDevice,
  form: DeviceSettings.extend({ vehicle_id: Id.nullable().default(null) }),
  create_only: NewDevice.shape,
  search: ['identifier', 'unit_code', 'plate'],
  item: ProvidedDevice.pick({ id: true, identifier: true, vehicle_id: true }),
  list_query: { customer_id: Id.optional(), vehicle_id: Id.optional() },
  read: 'provider',
  write: 'provider',
})
export const bulk = bulkOf(devices)

const byId = {
  allow: 'provider',
  scope: { record: 'provider/devices' },
  params: ById,
} as const
export const check = endpoint({
  ...byId,
  method: 'GET',
  path: '/provider/devices/:id/check',
  summary:
    'When the server first heard the device, knew it, and saw its position, ignition, supply and sensors since it was made; null: not yet',
  reply: SeenOfDevice,
})
export const replace = endpoint({
  ...byId,
  method: 'POST',
  path: '/provider/devices/:id/replace',
  summary:
    'Put a new device in the place of this one, which is unmounted; the vehicle keeps its history',
  body: NewDevice,
  reply: ProvidedDevice,
  status: 201,
})

export const UnclaimedDevice = z.object({
  identifier: z.string(),
  protocol: z.string(),
  address: z.string(),
  first_seen: Instant,
  last_seen: Instant,
  count: z.int(),
})
export const unclaimedDevices = endpoint({
  method: 'GET',
  path: '/provider/unclaimed',
  summary: 'Devices that sign in and that nobody registered, the last heard first',
  allow: 'provider',
  scope: 'installation',
  query: Page.extend({ search: SearchWords.optional() }),
  reply: z.array(UnclaimedDevice),
  meta: PageMeta,
  etag: true,
})
