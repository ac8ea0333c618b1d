// The texts of the doors' board.
import { expect, test } from 'vitest'
import board from './board.ts'

const alarm = board.columns.find(({ title }) => title === 'eyedoor.board.alarm')
const quiet = { open: 0, armed: null, siren: null }
test.each([
  ['no alarm is wired', {}, null],
  ['it is off', { armed: false }, { key: 'eyedoor.armed.none' }],
  ['it is on', { armed: true }, { key: 'eyedoor.armed.armed' }],
  [
    'it is on and a door is open',
    { armed: true, open: 1 },
    { key: 'eyedoor.armed.active', tone: 'alarm' },
  ],
  [
    'the siren sounds',
    { armed: true, siren: true },
    { key: 'overviews.reading.siren', tone: 'alarm' },
  ],
])('the alarm has the words of the panel: %s [services.66]', (_, values, expected) => {
  expect(alarm?.cell({ ...quiet, ...values })).toEqual(expected)
})
