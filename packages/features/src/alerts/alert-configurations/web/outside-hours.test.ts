// The hours outside of opening hours.
import type { Hours } from '@flotta/core/schedule.ts'
import { expect, test } from 'vitest'
import { outsideOf } from './outside-hours.ts'

const WEEKDAYS = [1, 2, 3, 4, 5]
const cases: readonly (readonly [
  what: string,
  hours: readonly Hours[],
  outside: readonly Hours[],
])[] = [
  [
    'office hours leave nights and the weekend',
    [{ days: WEEKDAYS, from: '08:00', to: '18:30' }],
    [
      { days: WEEKDAYS, from: '00:00', to: '08:00' },
      { days: WEEKDAYS, from: '18:30', to: '24:00' },
      { days: [6, 7], from: '00:00', to: '24:00' },
    ],
  ],
  [
    'hours over midnight reach into the next day, also from Sunday into Monday',
    [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }],
    [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', to: '22:00' }],
  ],
  [
    'the whole week leaves nothing',
    [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
    [],
  ],
  [
    'two parts of a day leave what is between',
    [
      { days: [1], from: '00:00', to: '12:00' },
      { days: [1], from: '14:00', to: '24:00' },
      { days: [2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' },
    ],
    [{ days: [1], from: '12:00', to: '14:00' }],
  ],
]
test.each(cases)('%s', (_, hours, outside) => {
  expect(outsideOf(hours)).toEqual(outside)
})
