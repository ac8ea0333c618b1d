// The same raw ids mean different things in each family: signs, scales, missing values and texts of the profiles.
import { IoWriter } from '@flotta/core/io.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { words } from '@flotta/core/telemetry.ts'
import { describe, expect, test } from 'vitest'
import { fm6300 } from './profiles/fm6300.ts'
import { fmb1xx } from './profiles/fmb1xx.ts'
import { fmx6 } from './profiles/fmx6.ts'
import { fmx150 } from './profiles/fmx150.ts'
import { ftx1 } from './profiles/ftx1.ts'
import { bytesOf } from './testing.ts'

/** One element: id, its bytes on the wire as hexadecimal, and whether it is a byte string. */
type Wire = readonly [id: number, hex: string, text?: boolean]
function readValues(profile: Profile, ...elements: readonly Wire[]) {
  const io = new IoWriter()
  for (const [id, hex, text] of elements) io.put(id, bytesOf(hex), 0, hex.length / 2, text)
  return profileReader(profile).read(io.take())
}

test('a profile gives a raw id its name, sign, unit and scale [telemetry.1]', () => {
  expect(readValues(fmb1xx, [66, '30d4'], [72, 'ffffff47'], [16, '000003e8'])).toEqual({
    power: 12.5,
    temp1: -18.5,
    odometer: 1_000,
  })
})
test.each<readonly [id: number, hex: string, string, string]>([
  [16, '000003e8', 'odometer', 'can_odometer_counted'],
  [113, '0000005a', 'battery_level', 'service_distance'],
  [236, '0001', 'alarm_button', 'axis_x'],
  [251, '01', 'idling', 'immobilizer'],
])('the id %i has another meaning in another family [telemetry.3]', (id, hex, first, second) => {
  expect(Object.keys(readValues(fmb1xx, [id, hex]))).toEqual([first])
  expect(Object.keys(readValues(fmx6, [id, hex]))).toEqual([second])
})

describe('fmb1xx', () => {
  test.each<readonly [string, Wire, object]>([
    ['ignition', [239, '01'], { ignition: 1 }],
    ['odometer in metres', [16, '075bcd15'], { odometer: 123_456_789 }],
    ['external voltage, without float dust', [66, '3039'], { power: 12.345 }],
    ['battery level [telemetry.4]', [113, '5a'], { battery_level: 90 }],
    ['Dallas of 4 bytes, below zero [telemetry.2]', [72, 'ffffff47'], { temp1: -18.5 }],
    ['Dallas not ready', [72, '00000352'], {}],
    ['Dallas not connected', [73, '00000bb8'], {}],
    ['BLE temperature', [25, 'f8c6'], { ble_temp1: -18.5 }],
    ['BLE sensor not found, newer firmware', [25, '7fff'], {}],
    ['BLE sensor not found, older firmware', [26, '0bb8'], {}],
    ['BLE humidity', [86, '01c3'], { ble_humidity1: 45.1 }],
    ['EYE sensor [protocols.70]', [10800, 'fc18'], { eye_temp1: -10 }],
    ['humidity of an EYE sensor [protocols.70]', [10804, '2d'], { eye_humidity1: 45 }],
    ['humidity that is not known', [10805, 'ff'], {}],
    ['magnet of an EYE sensor [protocols.70]', [10809, '01'], { eye_magnet2: 1 }],
    ['battery of an EYE sensor [protocols.70]', [10824, '0bd6'], { eye_battery1: 3.03 }],
    ['battery in a width that cannot hold it', [10824, '1e'], {}],
    ['low battery of an EYE sensor', [10823, '01'], { eye_low_battery4: 1 }],
    [
      'a beacon of a list [protocols.69]',
      [548, '010b0001c90106fa54ba8d0055', true],
      { ble_beacon: 'fa54ba8d0055' },
    ],
    ['a list without a beacon', [385, '11', true], { ble_beacon: '' }],
    ['a card at a Bluetooth reader', [451, '00000000a1b2c3d4'], { rfid2: '00000000a1b2c3d4' }],
    ['LLS level', [201, '0400'], { lls_fuel1: 1024 }],
    ['LLS error', [201, 'fffe'], {}],
    ['LLS temperature', [202, 'fb'], { lls_temp1: -5 }],
    ['coolant below zero', [32, 'f6'], { obd_coolant_temp: -10 }],
    ['fuel used by CAN', [83, '0000303a'], { can_fuel_used: 1234.6 }],
    [
      'doors of the CAN adapter, the rear left one and the trunk open',
      [90, '2400'],
      { can_door1: 0, can_door2: 0, can_door3: 1, can_door4: 0, can_hood: 0, can_trunk: 1 },
    ],
    ['doors in a width that cannot hold them', [90, '01'], {}],
    ['axis', [17, 'fc18'], { axis_x: -1000 }],
    [
      'iButton, bytes reversed [protocols.25]',
      [78, '0102030405060708'],
      { ibutton: '0807060504030201' },
    ],
    ['no iButton', [78, '0000000000000000'], { ibutton: '' }],
    ['VIN', [256, '5a4152353231303030303031323334353600', true], { vin: 'ZAR52100000123456' }],
    ['unplugged', [252, '01'], { unplugged: 1 }],
    ['idling', [251, '01'], { idling: 1 }],
    ['alarm button', [236, '01'], { alarm_button: 1 }],
  ])('%s', (_, element, values) => expect(readValues(fmb1xx, element)).toEqual(values))
})

describe('fmx6', () => {
  test.each<readonly [string, Wire, object]>([
    ['total odometer is 216', [216, '0f5022a1'], { odometer: 256_909_985 }],
    ['16 is the count of the CAN adapter', [16, '000003e8'], { can_odometer_counted: 1000 }],
    [
      '113 is the service distance, and may be overdue [telemetry.5]',
      [113, 'ffffff9c'],
      { service_distance: -100 },
    ],
    ['an unknown service distance', [113, 'fffd8c85'], {}],
    ['Dallas of 2 bytes, below zero', [72, 'ff47'], { temp1: -18.5 }],
    ['Dallas 5', [6, '0019'], { temp5: 2.5 }],
    ['BLE temperature of 2 bytes', [701, 'f8c6'], { ble_temp1: -18.5 }],
    ['BLE temperature of 1 byte', [701, '32'], { ble_temp1: 5 }],
    ['FMS speed in km/h', [80, '00000054'], { can_speed: 84 }],
    ['FMS engine hours', [104, '00001113'], { engine_hours: 4371 }],
    ['ambient', [128, 'fff1'], { ambient_temp: -15 }],
    ['axle weight by FMS', [89, '00001b58'], { axle1_load: 7000 }],
    ['axle load by CAN adapter', [32, '1b58'], { axle5_load: 7000 }],
    ['251 is the immobilizer', [251, '01'], { immobilizer: 1 }],
    ['252 is authorized driving', [252, '01'], { authorized_driving: 1 }],
    ['236 is an axis', [236, 'ffff'], { axis_x: -1 }],
    ['set point of a zone', [10049, 'ff38'], { zone1_setpoint: -20 }],
    ['return air of the third zone', [10065, '0023'], { zone3_return1: 3.5 }],
    ['a card that is in', [187, '01'], { driver1_present: 1 }],
    [
      'kilopascals of a tyre as a byte string [eyeway.3]',
      [10192, '0352', true],
      { tyre1_pressure: 8.5 },
    ],
    ['a flat tyre', [10192, '0000', true], { tyre1_pressure: 0 }],
    ['a tyre with a silent sensor', [10193, 'ffff', true], {}],
    ['a tyre without data', [10193, '', true], {}],
    ['a tyre in an unknown form', [10193, '000102030405060708', true], {}],
    ['degrees of a tyre, below zero [eyeway.4]', [10360, 'fff6', true], { tyre1_temp: -10 }],
    ['degrees of a tyre as a number', [10406, '23'], { tyre24_temp: 35 }],
  ])('%s', (_, element, values) => expect(readValues(fmx6, element)).toEqual(values))

  test('has card, VIN and plate in parts', () => {
    expect(
      readValues(
        fmx6,
        [195, '4931303030303030'],
        [196, '3132333435363030'],
        [231, '4142313233434400'],
        [235, '37'],
      ),
    ).toEqual({
      driver1_card_a: 'I1000000',
      driver1_card_b: '12345600',
      plate_a: 'AB123CD',
      vin_c: '7',
    })
  })
})

describe('ftx1', () => {
  test.each<readonly [string, Wire, object]>([
    ['the supply is 800, of four bytes [protocols.71]', [800, '000068ba'], { power: 26.81 }],
    ['66 means nothing', [66, '3039'], {}],
    ['battery', [67, '0fa0'], { battery: 4 }],
    ['odometer', [16, '000003e8'], { odometer: 1000 }],
    ['ignition', [239, '01'], { ignition: 1 }],
  ])('%s', (_, element, values) => expect(readValues(ftx1, element)).toEqual(values))
})

test('the FMx150 speaks as the 1xx family does [protocols.71]', () => {
  expect(readValues(fmx150, [85, '05dc'], [10801, '00fa'])).toEqual({
    can_rpm: 1500,
    eye_temp2: 2.5,
  })
})

test('the reefer block of the 630/6300 has no certain names and stays raw', () => {
  expect(readValues(fm6300, [256, '01'], [263, '0001'], [66, '5dc0'])).toEqual({ power: 24 })
})

describe('every family', () => {
  test.each([fmb1xx, fmx150, ftx1, fmx6, fm6300])(
    '$code names only known words',
    ({ parameters }) => {
      expect(parameters.filter(p => !(p.word in words))).toEqual([])
    },
  )
  test.each([fmb1xx, fmx150, ftx1, fmx6, fm6300])(
    '$code has a command text only for commands that it surely understands [commands.31]',
    profile => {
      const text = (command: string, command_data = {}) =>
        profile.commandText?.({ id: 1, command, command_data })
      expect(text('custom', { text: 'setdigout 1' })).toBe('setdigout 1')
      expect(text('custom')).toBeUndefined()
      expect(text('getinfo')).toBe('getinfo')
      expect(text('getver')).toBe('getver')
      expect(text('start_lock')).toBeUndefined()
      expect(text('switch', { output: 'out1', on: true })).toBe('setdigout 1')
      expect(text('switch', { output: 'out1', on: false })).toBe('setdigout 0')
      expect(text('switch', { output: 'out3', on: true })).toBe('setdigout ??1')
      expect(text('switch', { output: 'in1', on: true })).toBeUndefined()
    },
  )
  test.each([
    ['setdigout 1', 'DOUT1:ON Timeout:INFINITY', false],
    ['setdigout ?1', 'DOUT1:IGNORED DOUT2:1 Timeout:10s', false],
    ['setdigout 1', 'DOUT1:OFF Timeout:INFINITY', true],
    ['setdigout ?0', 'DOUT1:1 Timeout:INFINITY DOUT2:1', true],
    ['setdigout 1', 'OK', false],
    ['setdigout 1', 'Ver:03.27.07_00 GPS:AXN_5.1.9', true],
    ['getver', 'Ver:03.27.07_00', false],
    ['getver', 'DOUT1:1 Timeout:INFINITY', true],
    ['reefer setpoint 1 -18', 'DOUT1:1', false],
  ])(
    'for the command %s the answer %s belongs to another command: %s',
    (asked, answer, expected) => {
      expect(fmb1xx.answersOther?.(asked, answer)).toBe(expected)
    },
  )
})
