// Any device or platform with Wialon IPS: the fields of the protocol, and parameters under their usual names.
import type { Parameter, Profile } from '@flotta/core/protocol.ts'
import { commandText } from '../command-text.ts'

const inputs: readonly Parameter[] = ([1, 2, 3, 4] as const).flatMap(n => [
  { id: `inputs.${n}`, word: `in${n}` },
  { id: `outputs.${n}`, word: `out${n}` },
  { id: `adc${n}`, word: `adc${n}` },
])

export const wialon: Profile = {
  code: 'wialon',
  name: 'Wialon IPS',
  protocol: 'wialon',
  generic: true,
  identifier: /^[\w.:-]{1,64}$/,
  sign_in_password: true,
  reporting_interval: 60,
  commandText,
  parameters: [
    ...inputs,
    { id: 'hdop', word: 'hdop' },
    { id: 'ibutton', word: 'ibutton', text: 'ascii' },
    { id: 'SOS', word: 'alarm_button' },
    { id: 'ignition', word: 'ignition' },
    { id: 'ign', word: 'ignition' },
    { id: 'acc', word: 'ignition' },
    { id: 'pwr_ext', word: 'power' },
    { id: 'pwr_int', word: 'battery' },
    { id: 'battery', word: 'battery_level' },
    { id: 'bat', word: 'battery_level' },
    { id: 'can_rpm', word: 'can_rpm' },
    { id: 'can_fls', word: 'can_fuel_level' },
    { id: 'temp1', word: 'temp1' },
    { id: 'temp2', word: 'temp2' },
    { id: 'temp3', word: 'temp3' },
    { id: 'temp4', word: 'temp4' },
    { id: 'fuel1', word: 'lls_fuel1' },
    { id: 'fuel2', word: 'lls_fuel2' },
  ],
}
