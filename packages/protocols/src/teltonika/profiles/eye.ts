// Bluetooth of the FMB, FMC and FMM families: EYE sensors 1 to 4 and lists of beacons.
// Sources: the vendor's tables of AVL ids ("Data Sending Parameters ID"), pages "Universal beacons" and "Beacon List" of its wiki.
import type { Parameter } from '@flotta/core/protocol.ts'
import { beaconOfAdvancedList, beaconOfSimpleList } from '../beacons.ts'
import { NO_TEMPERATURE } from './missing.ts'

const temperature = { signed: true, scale: 0.01, missing: NO_TEMPERATURE } as const
/** Whole percent; some tables give one byte, which fits a humidity of 0 to 100. */
const humidity = { width: 1, missing: [255] } as const
/** Millivolts need two bytes, although some copies of the table say otherwise. */
const battery = { width: 2, scale: 0.001, missing: [65_535] } as const
const flag = { width: 1 } as const

/** Movement, pitch, roll and counts (10812–10819, 10832–10843) stay raw. */
export const eyeParameters: readonly Parameter[] = [
  { id: 10800, word: 'eye_temp1', ...temperature },
  { id: 10801, word: 'eye_temp2', ...temperature },
  { id: 10802, word: 'eye_temp3', ...temperature },
  { id: 10803, word: 'eye_temp4', ...temperature },
  { id: 10804, word: 'eye_humidity1', ...humidity },
  { id: 10805, word: 'eye_humidity2', ...humidity },
  { id: 10806, word: 'eye_humidity3', ...humidity },
  { id: 10807, word: 'eye_humidity4', ...humidity },
  { id: 10808, word: 'eye_magnet1', ...flag },
  { id: 10809, word: 'eye_magnet2', ...flag },
  { id: 10810, word: 'eye_magnet3', ...flag },
  { id: 10811, word: 'eye_magnet4', ...flag },
  { id: 10820, word: 'eye_low_battery1', ...flag },
  { id: 10821, word: 'eye_low_battery2', ...flag },
  { id: 10822, word: 'eye_low_battery3', ...flag },
  { id: 10823, word: 'eye_low_battery4', ...flag },
  { id: 10824, word: 'eye_battery1', ...battery },
  { id: 10825, word: 'eye_battery2', ...battery },
  { id: 10826, word: 'eye_battery3', ...battery },
  { id: 10827, word: 'eye_battery4', ...battery },
  { id: 385, word: 'ble_beacon', textOf: beaconOfSimpleList },
  { id: 548, word: 'ble_beacon', textOf: beaconOfAdvancedList },
  { id: 10829, word: 'ble_beacon', textOf: beaconOfAdvancedList },
  { id: 10831, word: 'ble_beacon', textOf: beaconOfAdvancedList },
]
