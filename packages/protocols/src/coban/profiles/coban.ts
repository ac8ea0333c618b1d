// Coban trackers: the names that the decoder gives to the fields of their reports.
import type { Profile } from '@flotta/core/protocol.ts'
import { answersOther, commandText } from '../command-text.ts'

export const coban: Profile = {
  code: 'coban',
  name: 'Coban GPS103 / TK103',
  protocol: 'coban',
  generic: true,
  reporting_interval: 60,
  commandText,
  answersOther,
  parameters: [
    { id: 'acc', word: 'ignition' },
    { id: 'door', word: 'in1' },
    { id: 'battery', word: 'battery_level' },
    { id: 'fuel1', word: 'can_fuel_level' },
    { id: 'fuel2', word: 'lls_fuel2' },
    { id: 'temperature', word: 'temp1' },
    { id: 'card', word: 'rfid', text: 'ascii' },
    { id: 'lac', word: 'lac' },
    { id: 'cell', word: 'cell_id' },
    { id: 'hdop', word: 'hdop' },
    { id: 'csq', word: 'gsm_signal', scale: 5 / 31, missing: [99] },
    { id: 'obd.odometer', word: 'obd_odometer' },
    { id: 'obd.speed', word: 'obd_speed' },
    { id: 'obd.load', word: 'obd_engine_load' },
    { id: 'obd.coolant', word: 'obd_coolant_temp' },
    // The largest number on the bus means that the engine reported none.
    { id: 'obd.rpm', word: 'obd_rpm', missing: [16_383] },
    { id: 'obd.voltage', word: 'power', missing: [0] },
    { id: 'faults', word: 'dtc_codes', text: 'ascii' },
    // The keyword of a report is its cause: a later report with another cause means that the alarm has ended.
    {
      id: 'keyword',
      word: 'device_alarm',
      alarms: {
        'help me': 'sos',
        'low battery': 'low_battery',
        'ac alarm': 'power_cut',
        'accident alarm': 'crash',
        'sensor alarm': 'vibration',
        move: 'tow',
        'door alarm': 'break_in',
        'bonnet alarm': 'break_in',
        'acc alarm': 'break_in',
      },
    },
  ],
}
