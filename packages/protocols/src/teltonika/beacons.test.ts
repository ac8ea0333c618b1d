// Lists of beacons as devices send them: the one with the strongest signal, and broken lists.
import { describe, expect, test } from 'vitest'
import { beaconOfAdvancedList, beaconOfSimpleList } from './beacons.ts'
import { bytesOf } from './testing.ts'

const UUID = '0102030405060708090a0b0c0d0e0f10020b010a'
const EDDYSTONE = 'aabbccddeeff0011223344556677aabb'

describe('the simple list, 385', () => {
  test.each<readonly [string, string, string | undefined]>([
    ['an iBeacon [protocols.69]', `11 21 ${UUID} d0`, UUID],
    ['an Eddystone with battery and temperature', `11 07 ${EDDYSTONE} c4 0bb8 0019`, EDDYSTONE],
    ['the stronger one of two', `11 21 ${UUID} b0 01 ${EDDYSTONE} c4`, EDDYSTONE],
    ['the stronger one comes first', `11 21 ${UUID} d0 01 ${EDDYSTONE} c4`, UUID],
    ['the first one where no signal is given', `11 20 ${UUID} 00 ${EDDYSTONE}`, UUID],
    ['no beacon is there', '11', ''],
    ['nothing at all', '', ''],
    ['a later part of a list', `22 21 ${UUID} d0`, undefined],
    ['a beacon that is cut', `11 21 ${UUID.slice(2)}`, undefined],
    ['a temperature that is cut', `11 07 ${EDDYSTONE} c4 0bb8 00`, undefined],
  ])('%s', (_, list, beacon) => expect(beaconOfSimpleList(bytesOf(list))).toBe(beacon))
})

describe('the advanced list, 548, 10829 and 10831', () => {
  test.each<readonly [string, string, string | undefined]>([
    [
      'the strongest of five [protocols.69]',
      '010f0001c60106babbf36300550202806d0f0001ca01063456555565690202806b0f0001d10106467975425450020280690b0001c90106fa54ba8d00550b0001cf0106cabbf3630055',
      '467975425450',
    ],
    [
      'an EYE beacon with its battery',
      '011c0001a40110eb47706aa38255aa96f21a154e2d00550d01000e020bd6',
      'eb47706aa38255aa96f21a154e2d0055',
    ],
    ['a beacon without an id', '01 03 0001c6', ''],
    ['no beacon is there', '01', ''],
    ['a later part of a list', '21 0b 0001c9 0106fa54ba8d0055', undefined],
    ['a length that goes beyond the element', '01 0c 0001c9 0106fa54ba8d0055', undefined],
    ['a field that goes beyond its beacon', '01 0b 0001c9 0107fa54ba8d0055', undefined],
  ])('%s', (_, list, beacon) => expect(beaconOfAdvancedList(bytesOf(list))).toBe(beacon))
})
