// Any device that publishes JSON: time, place and readings under their usual names.

import type { Profile } from '@flotta/core/protocol.ts'
import type { Command } from '@flotta/core/telemetry.ts'

const custom = ({ command, command_data: { text } }: Command): string | undefined =>
  command === 'custom' && typeof text === 'string' ? text : undefined

export const mqtt: Profile = {
  code: 'mqtt',
  name: 'MQTT (JSON)',
  protocol: 'mqtt',
  generic: true,
  identifier: /^[\w.:@-]{1,64}$/,
  reporting_interval: 60,
  commandText: custom,
  json: {
    time: ['time', 'timestamp', 'ts', 'tst', 'datetime', 'position.time'],
    latitude: ['lat', 'latitude', 'position.lat', 'position.latitude', 'gps.lat'],
    longitude: [
      'lon',
      'lng',
      'longitude',
      'position.lon',
      'position.lng',
      'position.longitude',
      'gps.lon',
    ],
    altitude: ['alt', 'altitude', 'position.alt', 'position.altitude'],
    speed: ['speed', 'spd', 'position.speed'],
    direction: ['course', 'heading', 'direction', 'bearing', 'position.course'],
    satellites: ['sat', 'sats', 'satellites', 'position.satellites'],
    answer: ['answer', 'response'],
  },
  parameters: [
    { id: 'ignition', word: 'ignition' },
    { id: 'motion', word: 'movement' },
    { id: 'odometer', word: 'odometer' },
    { id: 'battery', word: 'battery_level' },
    { id: 'battery_voltage', word: 'battery' },
    { id: 'power', word: 'power' },
    { id: 'fuel', word: 'obd_fuel_level' },
    { id: 'rpm', word: 'obd_rpm' },
    { id: 'temp1', word: 'temp1' },
    { id: 'temp2', word: 'temp2' },
    { id: 'temp3', word: 'temp3' },
    { id: 'temp4', word: 'temp4' },
    { id: 'in1', word: 'in1' },
    { id: 'in2', word: 'in2' },
    { id: 'out1', word: 'out1' },
    { id: 'driver', word: 'rfid', text: 'ascii' },
    { id: 'alarm', word: 'device_alarm', alarms: { sos: 'sos', crash: 'crash', tow: 'tow' } },
  ],
}
