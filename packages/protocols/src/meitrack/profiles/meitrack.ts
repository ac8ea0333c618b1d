// Meitrack trackers: the names that the decoder gives to the fields of texts, and the numbers of binary values.
import type { AlarmsByValue } from '@flotta/core/device-alarms.ts'
import type { Parameter, Profile } from '@flotta/core/protocol.ts'
import { answersOther, commandText } from '../command-text.ts'
import { ids, temperatureName } from '../layout.ts'

/** The event of a record is its cause: a later record with another cause means that the alarm has ended. */
const alarms: AlarmsByValue = {
  1: 'sos',
  17: 'low_battery',
  18: 'low_power',
  28: 'antenna',
  36: 'tow',
  78: 'crash',
}
/** The value of a sensor that cannot be read, °C. */
const NO_SENSOR = 85
const each = <N extends number>(
  numbers: readonly N[],
  of: (n: N) => readonly Parameter[],
): readonly Parameter[] => numbers.flatMap(of)

export const meitrack: Profile = {
  code: 'meitrack',
  name: 'Meitrack',
  protocol: 'meitrack',
  generic: true,
  // Some models leave out a digit.
  identifier: /^\d{14,15}$/,
  reporting_interval: 60,
  commandText,
  answersOther,
  parameters: [
    ...each([1, 2, 3, 4], n => [
      { id: `in${n}`, word: `in${n}` },
      { id: `out${n}`, word: `out${n}` },
      { id: `tag${n}.temperature`, word: `ble_temp${n}` },
      { id: `tag${n}.humidity`, word: `ble_humidity${n}` },
      { id: `tag${n}.battery`, word: `ble_battery${n}` },
    ]),
    ...each([1, 2, 3, 4, 5, 6], n => [
      { id: temperatureName(n - 1), word: `temp${n}`, missing: [NO_SENSOR] },
    ]),
    { id: 'event', word: 'device_alarm', alarms },
    { id: ids.event, word: 'device_alarm', alarms },
    { id: ids.alarm, word: 'device_alarm', alarms },
    { id: 'power_cut', word: 'unplugged' },
    { id: 'jammed', word: 'jamming' },
    { id: 'style', word: 'green_driving_type' },
    { id: 'fence', word: 'auto_geofence' },
    { id: 'gsm', word: 'gsm_signal', scale: 5 / 31, missing: [99] },
    { id: ids.gsm, word: 'gsm_signal', scale: 5 / 31, missing: [99] },
    { id: 'hdop', word: 'hdop' },
    { id: ids.hdop, word: 'hdop', scale: 0.1 },
    { id: 'odometer', word: 'odometer' },
    { id: ids.odometer, word: 'odometer' },
    { id: 'lac', word: 'lac' },
    { id: 'cell', word: 'cell_id' },
    { id: 'battery', word: 'battery' },
    { id: ids.battery, word: 'battery', scale: 0.01 },
    { id: 'external', word: 'power' },
    { id: ids.external, word: 'power', scale: 0.01 },
    { id: ids.battery_level, word: 'battery_level' },
    // Devices without a probe send 0.
    { id: 'fuel', word: 'can_fuel_level', missing: [0] },
    { id: 'card', word: 'rfid', text: 'ascii' },
    { id: ids.rpm, word: 'can_rpm' },
    { id: ids.throttle, word: 'can_pedal' },
    { id: ids.engine_minutes, word: 'can_engine_minutes' },
  ],
}
