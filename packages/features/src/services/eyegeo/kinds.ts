// Alarms of the device itself: its button, its sensors, its supply.
import {
  type AlarmBits,
  alarmBits,
  alarmsOfValue,
  type DeviceAlarm,
  deviceAlarms,
  joinAlarms,
  NO_ALARMS,
} from '@flotta/core/device-alarms.ts'
import type { Kind } from '@flotta/core/kinds.ts'
import { numberOf, reading } from '@flotta/core/reading.ts'
import type { Word } from '@flotta/core/telemetry.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

/** Bit sets of `deviceAlarms`: the kinds that are on, and the kinds that the record reports. */
const shape = z.object({ holds: z.int(), told: z.int() })
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly device_alarm: Readonly<z.infer<typeof shape>>
  }
}

/** Words for a single kind. Every kind can be wired, for example a panic button: `sos=in2`. */
const flags: Readonly<Partial<Record<DeviceAlarm, readonly Word[]>>> = {
  sos: ['alarm_button'],
  jamming: ['jamming'],
  crash: ['crash'],
  tow: ['towing'],
  power_cut: ['unplugged'],
}
export const deviceAlarm = reading(
  'device_alarm',
  { agreements: [agreement.eyegeo], owner: true },
  {
    shape,
    meanings: {
      device_alarm: ['device_alarm'],
      ...Object.fromEntries(deviceAlarms.map(kind => [kind, flags[kind] ?? []])),
    },
    read(values, sources, before) {
      const value = numberOf(values, sources.device_alarm)
      let alarms: AlarmBits = value === null ? NO_ALARMS : alarmsOfValue(value)
      for (const kind of deviceAlarms) {
        const flag = numberOf(values, sources[kind])
        if (flag !== null) alarms = joinAlarms(alarms, alarmBits(kind, flag !== 0))
      }
      if (alarms.told === 0) return null
      return before?.holds === alarms.holds && before.told === alarms.told ? before : alarms
    },
    changed: (before, data) => before.holds !== data.holds || before.told !== data.told,
    kept_every: Number.POSITIVE_INFINITY,
  },
)
export const kinds: readonly Kind[] = [deviceAlarm]
