// Ruptela's trackers: FM-Eco4, FM-Pro4, FM-Tco4, FM-Plug4 and related models.
import type { Profile } from '@flotta/core/protocol.ts'
import { commandText } from '../command-text.ts'
import { ids } from '../layout.ts'

export const ruptela: Profile = {
  code: 'ruptela',
  name: 'Ruptela',
  protocol: 'ruptela',
  generic: true,
  reporting_interval: 60,
  commandText,
  sms: ['{password} setconnection {apn},,,{host},{port},TCP'],
  parameters: [
    { id: 2, word: 'in1' },
    { id: 3, word: 'in2' },
    { id: 4, word: 'in3' },
    { id: 5, word: 'ignition' },
    { id: 22, word: 'adc1', scale: 0.001 },
    { id: 23, word: 'adc2', scale: 0.001 },
    // The network's own scale reaches from 0 to 31, 99 is unknown.
    { id: 27, word: 'gsm_signal', scale: 5 / 31, missing: [99] },
    { id: 29, word: 'power', scale: 0.001 },
    { id: 30, word: 'battery', scale: 0.001 },
    { id: 34, word: 'ibutton', text: 'hex' },
    { id: 65, word: 'odometer' },
    { id: 78, word: 'temp1', signed: true, scale: 0.1, missing: [850] },
    { id: 79, word: 'temp2', signed: true, scale: 0.1, missing: [850] },
    { id: 80, word: 'temp3', signed: true, scale: 0.1, missing: [850] },
    { id: 88, word: 'device_alarm', alarms: { 1: 'jamming' } },
    { id: 94, word: 'obd_rpm', scale: 0.25 },
    { id: 95, word: 'obd_speed' },
    { id: 98, word: 'obd_fuel_level', scale: 100 / 255 },
    { id: 114, word: 'can_odometer', scale: 5 },
    { id: 150, word: 'operator' },
    { id: 173, word: 'movement' },
    // From 251 on the value is no level by J1939.
    { id: 207, word: 'can_fuel_level', scale: 0.4, missing: [251, 252, 253, 254, 255] },
    { id: 208, word: 'can_fuel_used', scale: 0.5, missing: [0xffffffff] },
    { id: ids.hdop, word: 'hdop', scale: 0.1 },
    { id: ids.trouble_code, word: 'dtc_codes', text: 'ascii' },
  ],
}
