// Queclink trackers: the names that the decoder gives to the fields of their reports.
import type { Parameter, Profile } from '@flotta/core/protocol.ts'
import { answersOther, commandText } from '../command-text.ts'

const inputs: readonly Parameter[] = ([1, 2, 3, 4] as const).flatMap(n => [
  { id: `in${n}`, word: `in${n}` },
  { id: `out${n}`, word: `out${n}` },
  { id: `onewire${n}`, word: `temp${n}` },
  { id: `onewire${n}.id`, word: `temp${n}_sensor`, text: 'ascii' },
  { id: `accessory${n}.temperature`, word: `ble_temp${n}` },
  { id: `accessory${n}.humidity`, word: `ble_humidity${n}` },
  { id: `accessory${n}.battery`, word: `ble_battery${n}` },
])

const family: Omit<Profile, 'code' | 'name'> = {
  protocol: 'queclink',
  // An IMEI, or the number of a device in a CDMA network.
  identifier: /^(\d{15}|[A-Fa-f][\dA-Fa-f]{13})$/,
  canonical: identifier => identifier.toUpperCase(),
  reporting_interval: 60,
  commandText,
  answersOther,
  parameters: [
    ...inputs,
    { id: 'ignition', word: 'ignition' },
    { id: 'movement', word: 'movement' },
    { id: 'external_mv', word: 'power', scale: 0.001 },
    { id: 'external_v', word: 'power' },
    { id: 'battery_v', word: 'battery' },
    { id: 'battery_level', word: 'battery_level' },
    { id: 'odometer', word: 'odometer', scale: 1_000 },
    { id: 'engine_hours', word: 'engine_hours' },
    { id: 'accuracy', word: 'hdop' },
    { id: 'lac', word: 'lac' },
    { id: 'cell', word: 'cell_id' },
    { id: 'csq', word: 'gsm_signal', scale: 5 / 31, missing: [99] },
    { id: 'vin', word: 'vin', text: 'ascii' },
    { id: 'can.vin', word: 'vin', text: 'ascii' },
    { id: 'can.distance_H', word: 'can_odometer', scale: 100 },
    { id: 'can.fuel_used', word: 'can_fuel_used' },
    { id: 'can.fuel_P', word: 'can_fuel_level' },
    { id: 'can.fuel_L', word: 'can_fuel_level_l' },
    { id: 'can.speed', word: 'can_speed' },
    { id: 'can.rpm', word: 'can_rpm' },
    { id: 'can.coolant', word: 'can_engine_temp' },
    { id: 'can.pedal', word: 'can_pedal' },
    { id: 'can.engine_hours', word: 'engine_hours' },
    { id: 'obd.rpm', word: 'obd_rpm' },
    { id: 'obd.speed', word: 'obd_speed' },
    { id: 'obd.coolant', word: 'obd_coolant_temp' },
    { id: 'obd.load', word: 'obd_engine_load' },
    { id: 'obd.fuel', word: 'obd_fuel_level' },
    { id: 'obd.odometer', word: 'obd_odometer' },
    { id: 'faults', word: 'dtc_codes', text: 'ascii' },
    // Litres or another unit, depending on the probe's configuration.
    { id: 'fuel_sensor1', word: 'lls_fuel1' },
    { id: 'fuel_sensor2', word: 'lls_fuel2' },
    { id: 'fuel1.percent', word: 'can_fuel_level' },
    { id: 'fuel1.litres', word: 'can_fuel_level_l' },
    { id: 'temperature', word: 'temp1' },
    { id: 'driver', word: 'ibutton', text: 'ascii' },
    { id: 'idling', word: 'idling' },
    { id: 'power_cut', word: 'unplugged' },
    { id: 'jammed', word: 'jamming' },
    { id: 'style', word: 'green_driving_type' },
    { id: 'battery_low', word: 'device_alarm', alarms: { 1: 'low_battery' } },
    // A jammed device reports nothing else until the jamming ends.
    {
      id: 'report',
      word: 'device_alarm',
      alarms: { SOS: 'sos', TOW: 'tow', CRA: 'crash', JDR: 'jamming' },
    },
  ],
}

export const queclink: Profile = {
  ...family,
  code: 'queclink',
  name: 'Queclink @Track',
  generic: true,
}

/** Devices with SACK enabled, which wait for the acknowledgement of each report. */
export const queclinkSack: Profile = {
  ...family,
  code: 'queclink_sack',
  name: 'Queclink @Track, SACK',
  wants_ack: true,
}
