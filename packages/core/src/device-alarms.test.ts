// Alarms of devices: what a profile's tables make of raw values, and how several alarms of one record are joined.
import { describe, expect, test } from 'vitest'
import {
  type AlarmBits,
  alarmHolds,
  alarmsByBit,
  alarmsByValue,
  alarmsOfValue,
  alarmValue,
  type DeviceAlarm,
  deviceAlarms,
} from './device-alarms.ts'
import { IoWriter } from './io.ts'
import { profileReader } from './profile-reader.ts'

/** `sos`: it holds; `-sos`: it has ended. */
const kindsIn = (alarms: AlarmBits): string[] =>
  deviceAlarms.flatMap(kind => {
    const holds = alarmHolds(alarms, kind)
    return holds === null ? [] : [holds ? kind : `-${kind}`]
  })

const byValue: Readonly<Record<number, DeviceAlarm>> = { 1: 'sos', 2: 'power_cut', 9: 'power_cut' }
test.each<[string, number, string[]]>([
  ['a value of the table', 1, ['sos', '-power_cut']],
  ['another value of the table', 2, ['-sos', 'power_cut']],
  ['a second value of one kind', 9, ['-sos', 'power_cut']],
  ['the value of no alarm', 0, ['-sos', '-power_cut']],
  ['a value that the table does not have', 77, ['-sos', '-power_cut']],
])('by value: %s [telemetry.68]', (_, raw, expected) => {
  expect(kindsIn(alarmsByValue(byValue, raw))).toEqual(expected)
})
test.each<[string, number, string[]]>([
  ['none is set', 0, ['-sos', '-jamming']],
  ['the lowest', 1, ['sos', '-jamming']],
  ['the highest of four bytes', 2 ** 31, ['-sos', 'jamming']],
  ['both, with others', 2 ** 32 - 1, ['sos', 'jamming']],
])('by bit: %s [telemetry.68]', (_, raw, expected) => {
  expect(kindsIn(alarmsByBit({ 0: 'sos', 31: 'jamming' }, raw))).toEqual(expected)
})
test('every kind of alarm keeps its bit when alarms are stored as one number', () => {
  for (const kind of deviceAlarms) {
    const alarms = alarmsByValue({ 1: kind }, 1)
    expect(alarmsOfValue(alarmValue(alarms))).toEqual(alarms)
  }
  expect(deviceAlarms.length).toBeLessThanOrEqual(24)
})

describe('device alarms in a record', () => {
  const reader = profileReader({
    code: 'x',
    name: 'x',
    protocol: 'x',
    reporting_interval: 60,
    parameters: [
      { id: 1, word: 'device_alarm', alarms: { 1: 'sos' } },
      { id: 2, word: 'device_alarm', alarm_bits: { 0: 'low_battery', 3: 'sos' } },
    ],
  })
  const kindsOf = (...elements: readonly (readonly [id: number, value: number])[]) => {
    const io = new IoWriter()
    for (const [id, value] of elements) io.put(id, Uint8Array.of(value), 0, 1)
    const value = reader.read(io.take()).device_alarm
    return typeof value === 'number' ? kindsIn(alarmsOfValue(value)) : value
  }
  test.each<[string, [number, number][], string[] | undefined]>([
    ['a record without the parameters has no alarms', [], undefined],
    ['one parameter gives its own kinds', [[1, 1]], ['sos']],
    [
      'several parameters are joined, and an alarm holds if one of them holds it',
      [
        [1, 1],
        [2, 1],
      ],
      ['sos', 'low_battery'],
    ],
  ])('%s [telemetry.68]', (_, elements, expected) => {
    expect(kindsOf(...elements)).toEqual(expected)
  })
})
