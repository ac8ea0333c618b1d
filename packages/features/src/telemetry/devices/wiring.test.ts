// Wiring by observing inputs: which words are inputs, what counts as a change, and which input is suggested.

import { recordValuesOf } from '@flotta/core/record-values.ts'
import { type Values, type Word, words } from '@flotta/core/telemetry.ts'
import { SECOND } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { readings } from '../../kinds.ts'
import type { DeviceInput } from '../registry/contract.ts'
import { InputReader, inputWords } from './inputs.ts'
import {
  changedInputs,
  firstMeaning,
  invertedWord,
  wiredMeanings,
  wiredValue,
  wordFor,
} from './wiring.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number): string => new Date(NOW + seconds * SECOND).toISOString()

test('every meaning that can be wired belongs to a reading', () => {
  const meanings = new Set(readings.flatMap(reading => Object.keys(reading.meanings)))
  expect(wiredMeanings.filter(meaning => !meanings.has(meaning))).toEqual([])
})
test('inputs are the flags without a usual meaning, and the temperature sensors', () => {
  const all = Object.keys(words) as Word[]
  const usual = new Set(readings.flatMap(reading => Object.values(reading.meanings).flat()))
  const inputs = inputWords(all, usual)
  expect(inputs).toEqual(
    expect.arrayContaining(['in1', 'in4', 'eye_magnet2', 'temp6', 'ble_temp1']),
  )
  for (const word of [
    'ignition',
    'movement',
    'out1',
    'power',
    'alarm_button',
    'tyre1_temp',
  ] as const)
    expect(inputs).not.toContain(word)
})

/** The inputs after these records, each given with its second. */
function read(...records: readonly (readonly [number, Values])[]): DeviceInput[] {
  const reader = new InputReader(['in1', 'in2', 'temp1'])
  for (const [seconds, values] of records)
    reader.add(NOW + seconds * SECOND, recordValuesOf(values))
  return reader.inputs()
}
test.each<[string, (readonly [number, Values])[], Partial<DeviceInput>[]]>([
  ['a device without inputs gives none', [[0, { power: 27 }]], []],
  [
    'a value that stays has no change',
    [
      [0, { in1: 0 }],
      [9, { in1: 0 }],
    ],
    [{ word: 'in1', value: 0, at: at(9), before: null, changed_at: null }],
  ],
  [
    'a change has its earlier value and its time',
    [
      [0, { in1: 0 }],
      [5, { in1: 1 }],
      [9, { in1: 1 }],
    ],
    [{ word: 'in1', value: 1, at: at(9), before: 0, changed_at: at(5) }],
  ],
  [
    'of several changed inputs the last one comes first',
    [
      [0, { in1: 0, in2: 1 }],
      [5, { in1: 1, in2: 1 }],
      [9, { in1: 1, in2: 0 }],
    ],
    [
      { word: 'in2', before: 1, changed_at: at(9) },
      { word: 'in1', before: 0, changed_at: at(5) },
    ],
  ],
  [
    'a sensor that drifts has no change',
    [
      [0, { temp1: 20 }],
      [60, { temp1: 20.4 }],
    ],
    [{ word: 'temp1', value: 20.4, changed_at: null }],
  ],
  [
    'a sensor that a hand warms has a change',
    [
      [0, { temp1: 20 }],
      [30, { temp1: 20.6 }],
      [60, { temp1: 21.3 }],
    ],
    [{ word: 'temp1', value: 21.3, before: 20, changed_at: at(60) }],
  ],
  [
    'a value of long ago does not count',
    [
      [0, { temp1: 10 }],
      [600, { temp1: 20 }],
      [610, { temp1: 20.1 }],
    ],
    [{ word: 'temp1', changed_at: null }],
  ],
])('%s [devices.25]', (_, records, expected) => {
  const inputs = read(...records)
  expect(inputs).toHaveLength(expected.length)
  expect(inputs).toMatchObject(expected)
})

const input = (word: string, changed: number | null, value = 1): DeviceInput => ({
  word,
  value,
  at: at(0),
  before: changed === null ? null : 0,
  changed_at: changed === null ? null : at(changed),
})
test.each<[string, DeviceInput[], string, DeviceInput[], string[]]>([
  ['one that changed just now', [input('in1', -3)], 'door_1', [], ['in1']],
  ['none that never changed', [input('in1', null)], 'door_1', [], []],
  ['none that changed long before', [input('in1', -600)], 'door_1', [input('in1', -600)], []],
  [
    'one that changed since, though its clock is late',
    [input('in1', -500)],
    'door_1',
    [input('in1', -600)],
    ['in1'],
  ],
  ['no sensor for a door', [input('temp1', -3), input('in2', -4)], 'door_1', [], ['in2']],
  ['a sensor alone for a probe', [input('temp1', -3), input('in2', -4)], 'T1', [], ['temp1']],
])('the inputs offered: %s [devices.25]', (_, inputs, meaning, first, expected) => {
  expect(changedInputs(inputs, meaning, first, NOW).map(i => i.word)).toEqual(expected)
})

test.each([
  ['in1', 1, 'in1'],
  ['in1', 0, '!in1'],
  ['temp2', 0, 'temp2'],
])(
  'an input %s with the value %d while the door is open is wired as %s [devices.26]',
  (word, value, wired) => expect(wordFor(input(word, 0, value))).toBe(wired),
)
test('a wired meaning has the value of its input, the opposite value, or no value', () => {
  const inputs = [input('in1', 0, 1)]
  expect(['in1', '!in1', 'in2'].map(word => wiredValue(inputs, word))).toEqual([1, 0, null])
  expect([invertedWord('in1'), invertedWord('!in1')]).toEqual(['!in1', 'in1'])
})
test('the first meaning without a wire is selected first', () => {
  expect([firstMeaning({}), firstMeaning({ door_1: 'in1' })]).toEqual(['door_1', 'door_2'])
  expect(firstMeaning(Object.fromEntries(wiredMeanings.map(m => [m, 'in1'])))).toBe('door_1')
})
