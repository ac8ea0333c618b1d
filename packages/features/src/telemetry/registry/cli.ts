// device create | add | configure | wire | list | remove | unclaimed
import { Id } from '@flotta/core/contract.ts'
import { invalid } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import {
  Certificates,
  ClockZone,
  DeviceForm,
  DevicePassword,
  Imei,
  Networks,
  UnitCode,
} from './contract.ts'
import { listDevices, listUnclaimed } from './device-list.ts'
import { configureDevice, type Wire, wireDevice } from './device-settings.ts'
import { removeDevice } from './mounts.ts'
import { createDevice } from './queries.ts'

function wiresOf(text: string, issues: z.RefinementCtx): Wire[] {
  return text.split(',').map(part => {
    const [, meaning = '', word = ''] = /^\s*([A-Za-z]\w*)\s*=\s*(!?\w*)\s*$/.exec(part) ?? []
    if (meaning === '')
      issues.addIssue({ code: 'custom', message: `"${part.trim()}" is not meaning=word` })
    return { meaning, word }
  })
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
/** Options of a device: networks it may sign in from, password, certificates, and the time zone of its clock. */
const signInOptions = {
  'time-zone': ClockZone.optional().describe(
    'what its clock is set to where it tells local time, such as +08:00 or Europe/Rome; empty: as it came',
  ),
  password: DevicePassword.optional()
    .describe('what it must sign in with, where its protocol knows passwords (wialon); empty: none')
    .meta({ secret: true }),
  networks: z
    .string()
    .transform(listOf)
    .pipe(Networks)
    .optional()
    .describe(
      'networks that it may connect from, such as 10.8.0.0/16,2001:db8::/32; empty: any that the gateway allows',
    ),
  certificates: z
    .string()
    .transform(listOf)
    .pipe(Certificates)
    .optional()
    .describe(
      'SHA-256 of the client certificates that it must show over TLS, with commas between; empty: none',
    ),
}

export const commands: readonly Command[] = [
  ...['create', 'add'].map(verb =>
    command({
      noun: 'device',
      verb,
      summary: 'Register a device and mount it in a vehicle',
      options: z.object({
        vehicle: Id.optional().describe('vehicle id; default: in none yet'),
        identifier: Imei.optional().describe(
          '15 digits, or the name that its protocol knows it by',
        ),
        imei: Imei.optional().describe('the same as --identifier'),
        protocol: DeviceForm.shape.protocol.describe(
          'its protocol, such as gt06; default: that of its profile, else the one it knocked with',
        ),
        profile: DeviceForm.shape.profile.describe(
          'device family, such as fmb1xx or fmx6; default: the generic one of its protocol',
        ),
        'unit-code': UnitCode.optional().describe(
          'what is written on the unit; default: the IMEI stands for it',
        ),
        from: z
          .union(
            [z.iso.date(), z.iso.datetime({ offset: true })],
            'write 2026-12-31 or 2026-12-31T12:00:00Z',
          )
          .transform(s => new Date(s).toISOString())
          .optional()
          .describe('mounted since; default: as long as neither was mounted otherwise'),
        ...signInOptions,
      }),
      run({ vehicle, 'unit-code': unit_code, 'time-zone': time_zone, from, ...rest }, ctx) {
        const { identifier, imei = identifier, ...settings } = rest
        if (imei === undefined) throw invalid({ identifier: 'validation.required' })
        return createDevice(ctx, {
          ...settings,
          imei,
          vehicle_id: vehicle ?? null,
          unit_code,
          time_zone,
          ...(from && { from }),
        })
      },
    }),
  ),
  command({
    noun: 'device',
    verb: 'configure',
    summary:
      'Set what is written on a unit, where it may connect from and with which certificates; what is not named stays',
    argument: 'id',
    options: z.object({
      id: Id.describe('device id'),
      'unit-code': UnitCode.optional().describe(
        'what is written on the unit; empty: the IMEI stands for it',
      ),
      ...signInOptions,
    }),
    columns: ['id', 'imei', 'unit_code', 'plate', 'networks', 'certificates', 'has_password'],
    run: ({ id, 'unit-code': unit_code, 'time-zone': time_zone, ...rest }, ctx) =>
      configureDevice(ctx, id, { ...rest, unit_code, time_zone }),
  }),
  command({
    noun: 'device',
    verb: 'wire',
    summary:
      'Say what a device is wired to on its vehicle; meanings that are not named stay, an empty word removes',
    argument: 'id',
    options: z.object({
      id: Id.describe('device id'),
      wiring: z
        .string()
        .min(1)
        .max(2_000)
        .transform(wiresOf)
        .describe(
          'meaning=word,meaning=word such as door_1=in1,start_blocked=!out2; !word is its opposite',
        ),
    }),
    columns: ['id', 'imei', 'profile', 'plate', 'wiring'],
    run: (a, ctx) => wireDevice(ctx, a.id, a.wiring),
  }),
  command({
    noun: 'device',
    verb: 'list',
    summary: 'List devices with their vehicles and connections',
    options: z.object({ vehicle: Id.optional().describe('of this vehicle only') }),
    columns: [
      'id',
      'imei',
      'unit_code',
      'profile',
      'vehicle_id',
      'plate',
      'connected',
      'last_seen_at',
      'conflicts',
      'alternated_at',
      'contested_until',
    ],
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
