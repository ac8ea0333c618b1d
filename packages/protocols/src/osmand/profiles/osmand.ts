// Phones: OsmAnd, the Traccar Client and applications with the same formats.
import type { Profile } from '@flotta/core/protocol.ts'

export const osmand: Profile = {
  code: 'osmand',
  name: 'OsmAnd / Traccar Client',
  protocol: 'osmand',
  generic: true,
  identifier: /^[!-~]{1,64}$/,
  reporting_interval: 60,
  parameters: [
    { id: 'batt', word: 'battery_level' },
    { id: 'ignition', word: 'ignition' },
    { id: 'is_moving', word: 'movement' },
    { id: 'motion', word: 'movement' },
    { id: 'odometer', word: 'odometer' },
    { id: 'hdop', word: 'hdop' },
    { id: 'rpm', word: 'obd_rpm' },
    { id: 'fuel', word: 'obd_fuel_level' },
    { id: 'power', word: 'power' },
    { id: 'temp1', word: 'temp1' },
    { id: 'driverUniqueId', word: 'rfid', text: 'ascii' },
    // Only momentary alarms: a phone does not report that an alarm has ended.
    {
      id: 'alarm',
      word: 'device_alarm',
      alarms: { sos: 'sos', SOS: 'sos', accident: 'crash', tow: 'tow', vibration: 'vibration' },
    },
  ],
}
