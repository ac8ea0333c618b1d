// GT06 and compatible models.
import type { Profile } from '@flotta/core/protocol.ts'
import { answersNo, answersOther, commandText } from '../command-text.ts'
import { ids } from '../layout.ts'

export const gt06: Profile = {
  code: 'gt06',
  name: 'GT06 / Concox',
  protocol: 'gt06',
  generic: true,
  reporting_interval: 60,
  commandText,
  answersOther,
  answersNo,
  sms: ['APN,{apn}#', 'SERVER,1,{host},{port},0#', 'GMT,E,0,0#', 'TIMER,30,300#'],
  parameters: [
    { id: ids.acc, word: 'ignition' },
    { id: ids.external_voltage, word: 'power', scale: 0.01, missing: [0] },
    { id: ids.battery_voltage, word: 'battery', scale: 0.01 },
    { id: ids.battery_percent, word: 'battery_level' },
    { id: ids.battery_step, word: 'battery_level', scale: 100 / 6 },
    { id: ids.gsm, word: 'gsm_signal' },
    { id: ids.mileage, word: 'odometer' },
    { id: ids.lac, word: 'lac' },
    { id: ids.cell, word: 'cell_id' },
    { id: ids.fuel_cut, word: 'out1' },
    { id: ids.door, word: 'in1' },
    { id: ids.door_input, word: 'in2' },
    { id: ids.rfid, word: 'rfid', text: 'ascii' },
    { id: ids.temperature, word: 'temp1', signed: true, scale: 0.1 },
    { id: ids.serial_temperature, word: 'temp1', signed: true, scale: 0.1 },
    { id: ids.fine_temperature, word: 'temp1', signed: true, scale: 0.01 },
    { id: ids.fine_humidity, word: 'ble_humidity1', scale: 0.01 },
    { id: ids.tag_temperature, word: 'ble_temp1', signed: true, scale: 0.1 },
    { id: ids.tag_battery, word: 'ble_battery1' },
    { id: ids.tag_humidity, word: 'ble_humidity1', scale: 0.1 },
    { id: ids.humidity, word: 'ble_humidity1', scale: 0.1 },
    // Litres or another unit, depending on the probe's configuration.
    { id: ids.fuel_level, word: 'lls_fuel1', scale: 0.001 },
    {
      id: ids.alarm,
      word: 'device_alarm',
      alarms: {
        1: 'sos',
        2: 'power_cut',
        3: 'vibration',
        // displacement
        9: 'vibration',
        12: 'tamper',
        14: 'low_battery',
        15: 'low_battery',
        19: 'tamper',
        25: 'low_battery',
        37: 'tamper',
        44: 'crash',
        242: 'crash',
      },
    },
    // 1 is the button of a camera, 147 an accident.
    { id: ids.event, word: 'device_alarm', alarms: { 1: 'sos', 147: 'crash' } },
    // The state of the device repeats lasting alarms.
    {
      id: ids.terminal_alarm,
      word: 'device_alarm',
      alarms: { 1: 'vibration', 2: 'power_cut', 3: 'low_battery', 4: 'sos' },
    },
    { id: ids.driving_style, word: 'green_driving_type' },
    { id: ids.fence_side, word: 'auto_geofence' },
    { id: ids.fuel_temperature, word: 'lls_temp1', scale: 0.001 },
  ],
}
