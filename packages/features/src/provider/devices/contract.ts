// Every tracker of the installation as a provider manages them, unclaimed ones, and the checks of a new one.

import { bulkOf } from '@flotta/core/bulk.ts'
import { transmissionStates } from '@flotta/core/command.ts'
import { ById, endpoint, Id, Instant, Page, PageMeta } from '@flotta/core/contract.ts'
import { resource, SearchWords } from '@flotta/core/resource.ts'
import { z } from 'zod'
import {
  DeviceSettings,
  NewDevice,
  SeenOfDevice,
  WiredDevice,
  Wiring,
  WiringForm,
} from '../../telemetry/registry/contract.ts'

const ProvidedDevice = z.object({
  id: Id,
  identifier: z.string(),
  protocol: z.string(),
  profile: z.string(),
  /** null: in no vehicle now */ vehicle_id: Id.nullable(),
  plate: z.string().nullable(),
  /** the owner of its vehicle */ customer_id: Id.nullable(),
  unit_code: z.string().nullable(),
  wiring: Wiring,
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

export const wiring = endpoint({
  ...byId,
  method: 'GET',
  path: '/provider/devices/:id/wiring',
  summary:
    'What the inputs of a device mean, and how they changed within the last minutes, the newest change first; later than a day after it was made only with an open visit of its company',
  reply: WiredDevice,
})
export const setWiring = endpoint({
  ...byId,
  method: 'PUT',
  path: '/provider/devices/:id/wiring',
  summary:
    'Say what inputs of a device mean; meanings that are not named stay, an empty word removes',
  body: WiringForm,
  reply: Wiring,
})

/**
 * `sms`: texts that point the device at the server, with {host}, {port}, {apn}, {login} and {password} to be filled in. `parameters`: its own settings can be
 * read and written. `position`: it can be asked for its position. `intervals`: reporting intervals that it can be set to, seconds; others may be possible.
 */
export const setUp = endpoint({
  ...byId,
  method: 'GET',
  path: '/provider/devices/:id/set_up',
  summary: 'How the device is pointed at this server, and what it can be asked for',
  reply: z.object({
    sms: z.array(z.string()),
    port: z.int(),
    parameters: z.boolean(),
    position: z.boolean(),
    intervals: z.array(z.int()),
  }),
})
const ParameterId = z.string().regex(/^\d{1,5}$/, 'area.parameter_id')
/** Values end at a semicolon; commands are printable ASCII. */
const ParameterValue = z
  .string()
  .max(120)
  .regex(/^[ -:<-~]*$/, 'area.parameter_value')
/**
 * The outcome of a request. `values`: the parameters in the answer, by id; null: nothing readable. An answer that may contain a position is not returned as
 * text: those who may see positions find it in their place.
 */
export const ParameterAnswer = z.object({
  command_id: z.uuid(),
  state: z.enum(transmissionStates),
  text: z.string(),
  answer: z.string().nullable(),
  values: z.record(z.string(), z.string()).nullable(),
})
export type ParameterAnswer = z.infer<typeof ParameterAnswer>
export const readParameters = endpoint({
  ...byId,
  method: 'POST',
  path: '/provider/devices/:id/parameters/read',
  summary: 'Ask the device for values of its own parameters; 409 while it is not connected',
  body: z.object({ ids: z.array(ParameterId).min(1).max(20) }),
  reply: ParameterAnswer,
  status: 202,
})
export const writeParameters = endpoint({
  ...byId,
  method: 'POST',
  path: '/provider/devices/:id/parameters/write',
  summary: 'Set parameters of the device itself; 409 while it is not connected',
  body: z.object({
    values: z
      .array(z.object({ id: ParameterId, value: ParameterValue }))
      .min(1)
      .max(20),
  }),
  reply: ParameterAnswer,
  status: 202,
})
export const parameterAnswer = endpoint({
  ...byId,
  method: 'GET',
  path: '/provider/devices/:id/parameters',
  summary: 'What the device answered to a request',
  query: z.object({ command_id: z.uuid() }),
  reply: ParameterAnswer,
})

export const DeviceRequest = z.discriminatedUnion('request', [
  z.object({ request: z.literal('position') }),
  z.object({ request: z.literal('interval'), seconds: z.int().min(5).max(86_400) }),
])
export type DeviceRequest = z.infer<typeof DeviceRequest>
export const requestDevice = endpoint({
  ...byId,
  method: 'POST',
  path: '/provider/devices/:id/requests',
  summary:
    'Ask the device where it is, or tell it how often to report while it moves; 409 while it is not connected or where its family knows no such request. Its answer is read as that to a request for parameters',
  body: DeviceRequest,
  reply: ParameterAnswer,
  status: 202,
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
