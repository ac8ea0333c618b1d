// Typed days.
import { expect, test } from 'vitest'
import { typedDay } from './day.ts'

test.each<[string, string | null]>([
  ['05/12/2026', '2026-12-05'],
  ['13/12/2026', '2026-12-13'],
  [' 5/6/2026 ', '2026-06-05'],
  ['5.6.2026', '2026-06-05'],
  ['5-6-2026', '2026-06-05'],
  ['5 6 2026', '2026-06-05'],
  ['2026-06-05', '2026-06-05'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', null],
  ['31/04/2026', null],
  ['12/13/2026', null],
  ['00/01/2026', null],
  ['5/6', null],
  ['5/6.2026', null],
  ['5/6/26', null],
  ['5/6/202', null],
  ['domani', null],
  ['', null],
])('the day %j is read as %j', (typed, day) => expect(typedDay(typed)).toBe(day))
