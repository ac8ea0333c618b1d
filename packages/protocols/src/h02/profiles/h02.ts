// H02 and compatible trackers.
import type { Profile } from '@flotta/core/protocol.ts'
import { answersOther, commandText } from '../command-text.ts'
import { ids } from '../layout.ts'

export const h02: Profile = {
  code: 'h02',
  name: 'H02',
  protocol: 'h02',
  generic: true,
  // Ten digits on the label of most models, an IMEI on others.
  identifier: /^[0-9A-Za-z]{4,20}$/,
  reporting_interval: 60,
  commandText,
  answersOther,
  sms: ['803{password} {apn}', '804{password} {host} {port}'],
  parameters: [
    { id: ids.acc, word: 'ignition' },
    { id: ids.battery, word: 'battery_level' },
    { id: ids.gsm, word: 'gsm_signal', scale: 5 / 31 },
    { id: ids.mileage, word: 'odometer' },
    { id: ids.fuel, word: 'can_fuel_level', scale: 0.1 },
    {
      id: ids.alarms,
      word: 'device_alarm',
      alarm_bits: { 0: 'vibration', 1: 'sos', 18: 'sos', 19: 'power_cut' },
    },
  ],
}
