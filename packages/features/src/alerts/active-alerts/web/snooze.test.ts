// Until when an alert is snoozed.
import { expect, test } from 'vitest'
import { snoozeChoices } from './snooze.ts'

const at = (text: string) => new Date(text).getTime()
test.each([
  ['on a Thursday afternoon', '2026-11-26T15:30:00', '2026-11-27T07:00:00', '2026-11-30T07:00:00'],
  ['on a Sunday', '2026-11-29T10:00:00', '2026-11-30T07:00:00', '2026-11-30T07:00:00'],
  ['on a Monday before work', '2026-11-30T05:00:00', '2026-12-01T07:00:00', '2026-12-07T07:00:00'],
])('%s [alerts.131]', (_, now, tomorrow, monday) => {
  const choices = snoozeChoices(at(now))
  expect(choices.map(({ name, until }) => [name, until])).toEqual([
    ['hour', at(now) + 3_600_000],
    ['shift', at(now) + 4 * 3_600_000],
    ['tomorrow', at(tomorrow)],
    ['monday', at(monday)],
  ])
})
