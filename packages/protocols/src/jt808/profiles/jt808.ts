// Terminals of JT/T 808, of the versions of 2011, 2013 and 2019.
import type { Parameter, Profile } from '@flotta/core/protocol.ts'
import { answersOther, commandText } from '../command-text.ts'
import { ids } from '../layout.ts'

const wheels = [1, 2, 3, 4, 5, 6, 7, 8] as const
const tyres = wheels.flatMap((wheel): Parameter[] => [
  { id: ids.tyre_pressure + wheel - 1, word: `tyre${wheel}_pressure`, scale: 0.025 },
  { id: ids.tyre_temperature + wheel - 1, word: `tyre${wheel}_temp`, signed: true },
])

export const jt808: Profile = {
  code: 'jt808',
  name: 'JT/T 808',
  protocol: 'jt808',
  generic: true,
  // A phone number of up to 12 digits, of 20 in the version of 2019, or an IMEI.
  identifier: /^\d{1,20}$/,
  canonical: identifier => identifier.replace(/^0+(?=\d)/, ''),
  reporting_interval: 60,
  commandText,
  answersOther,
  parameters: [
    { id: ids.acc, word: 'ignition' },
    { id: ids.fuel_cut, word: 'out1' },
    { id: ids.circuit_cut, word: 'out2' },
    {
      id: ids.alarm,
      word: 'device_alarm',
      alarm_bits: {
        0: 'sos',
        5: 'antenna',
        6: 'antenna',
        7: 'low_power',
        8: 'power_cut',
        28: 'tow',
        29: 'crash',
        30: 'rollover',
        31: 'break_in',
      },
    },
    { id: 0x01, word: 'odometer', scale: 100 },
    // Terminals without a probe send 0.
    { id: 0x02, word: 'can_fuel_level_l', scale: 0.1, missing: [0] },
    // The network's own scale reaches from 0 to 31, 99 is unknown.
    { id: 0x30, word: 'gsm_signal', scale: 5 / 31, missing: [99] },
    // Makers give these items other meanings, with other widths.
    { id: 0x51, word: 'temp1', width: 2, signed: true, scale: 0.1 },
    { id: 0x82, word: 'power', width: 2, scale: 0.1 },
    { id: ids.sub_item + 0x2d, word: 'battery', width: 2, scale: 0.001 },
    { id: 0x69, word: 'battery', width: 2, scale: 0.01 },
    { id: 0xd4, word: 'battery_level', width: 1 },
    { id: 0xd5, word: 'battery', width: 2, scale: 0.01 },
    { id: 0xe1, word: 'battery_level', width: 1 },
    { id: 0xe5, word: 'movement', width: 1 },
    { id: 0xf1, word: 'power', width: 4, scale: 0.001 },
    { id: 0xfe, word: 'battery_level', width: 1 },
    { id: ids.battery_mv, word: 'battery', scale: 0.001 },
    { id: ids.battery_percent, word: 'battery_level' },
    { id: ids.driver_card, word: 'rfid', text: 'ascii' },
    ...tyres,
    { id: ids.sub_item + 0xe1, word: 'battery_level', width: 1 },
    { id: ids.sub_item + 0xa8, word: 'battery_level', width: 1 },
    { id: ids.sub_item + 0xce, word: 'power', width: 2, scale: 0.01 },
    { id: ids.vendor_odometer, word: 'odometer', scale: 1_000 },
    { id: ids.vendor_battery, word: 'battery_level' },
  ],
}
