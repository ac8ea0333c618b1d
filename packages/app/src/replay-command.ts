// replay: drives a recorded track through the gateway as a device would.
import { isImei } from '@flotta/core/protocol.ts'
import { command } from '@flotta/platform/cli.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { z } from 'zod'
import { replayTrack } from './replay.ts'

export const replayCommand = command({
  noun: 'replay',
  verb: '',
  summary:
    'Drive a recorded GPX track through the gateway as the device of an IMEI; its times are moved so that it ends now',
  argument: 'file',
  options: z.object({
    file: z.string().min(1).describe('GPX track with times'),
    imei: z.string().refine(isImei, 'command_line.imei').describe('IMEI of a registered device'),
    server: z
      .string()
      .regex(/^.+:\d+$/, 'write host:port')
      .optional()
      .describe(`gateway; default: this machine, ${teltonika.port.variable}`),
    speedup: z.coerce
      .number()
      .min(0)
      .max(100_000)
      .default(0)
      .describe('times faster than driven; 0 as fast as it is acknowledged'),
    'keep-times': z.boolean().default(false).describe('send the times as recorded'),
  }),
  run: ({ server, 'keep-times': keepTimes, ...track }, { config, now }) =>
    replayTrack({
      ...track,
      server:
        server ??
        `${config.gatewayHost}:${config.devicePorts[teltonika.port.variable] ?? teltonika.port.default}`,
      keepTimes,
      now,
      note: line => process.stderr.write(`${line}\n`),
    }),
})
