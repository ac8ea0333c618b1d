// device create | list | remove | unclaimed
import { Id } from '@flotta/core/contract.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { DeviceForm, Imei } from './contract.ts'
import { createDevice, listDevices, listUnclaimed, removeDevice } from './queries.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'device',
    verb: 'create',
    summary: 'Register a device and mount it in a vehicle',
    options: z.object({
      vehicle: Id.describe('vehicle id'),
      imei: Imei.describe('15 digits, or the name that its protocol knows it by'),
      profile: DeviceForm.shape.profile.describe('device family, such as fmb1xx or fmx6'),
      from: z
        .union([z.iso.date(), z.iso.datetime({ offset: true })], 'write 2026-12-31 or 2026-12-31T12:00:00Z')
        .transform(s => new Date(s).toISOString())
        .optional()
        .describe('mounted since; default: as long as neither was mounted otherwise'),
    }),
    run: (a, ctx) => createDevice(ctx, { vehicle_id: a.vehicle, imei: a.imei, profile: a.profile, ...(a.from && { from: a.from }) }),
  }),
  command({
    noun: 'device',
    verb: 'list',
    summary: 'List devices with their vehicles and connections',
    options: z.object({ vehicle: Id.optional().describe('of this vehicle only') }),
    columns: ['id', 'imei', 'profile', 'vehicle_id', 'plate', 'connected', 'last_seen_at', 'conflicts'],
    run: (a, ctx) => listDevices(ctx, a.vehicle),
  }),
  command({
    noun: 'device',
    verb: 'remove',
    summary: 'Remove a device; its connection is closed at once, its data stays with the vehicle',
    argument: 'id',
    options: z.object({ id: Id.describe('device id') }),
    run: ({ id }, ctx) => removeDevice(ctx, id),
  }),
  command({
    noun: 'device',
    verb: 'unclaimed',
    summary: 'Devices that sign in and that nobody registered, newest first',
    options: z.object({}),
    columns: ['identifier', 'protocol', 'address', 'first_seen', 'last_seen', 'count'],
    run: (_, ctx) => listUnclaimed(ctx),
  }),
]
