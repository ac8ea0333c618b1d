import { expect, test } from 'vitest'
import { type Activity, activitiesFrom, driverDuring, type Identification } from './rules.ts'

/** `v1 d2 @8`: driver 2 is identified on vehicle 1 at 8 o'clock; `v1 d? @8`: an unknown card. */
const cards = (...said: string[]): Identification[] =>
  said.map(s => {
    const [, v, d, at] = /^v(\d) d(\d|\?) @([\d.]+)$/.exec(s) ?? []
    return { vehicle_id: Number(v), driver_id: d === '?' ? null : Number(d), at: Number(at) }
  })
/** `v1 d2 8-10`; without an end while it is in progress. */
const spans = (...said: string[]): Activity[] =>
  said.map(s => {
    const [, v, d, from, to] = /^v(\d) d(\d) ([\d.]+)-([\d.]*)$/.exec(s) ?? []
    return {
      vehicle_id: Number(v),
      driver_id: Number(d),
      from: Number(from),
      to: to === '' ? null : Number(to),
    }
  })
const describeActivities = (activities: readonly Activity[]) =>
  activities.map(a => `v${a.vehicle_id} d${a.driver_id} ${a.from}-${a.to ?? ''}`)

interface Case {
  readonly cards: string[]
  readonly open?: string[]
  readonly entered?: string[]
  readonly drawn: string[]
}
test.each<[string, Case]>([
  ['a card begins an activity that goes on', { cards: ['v1 d1 @8'], drawn: ['v1 d1 8-'] }],
  [
    'the next one’s card ends it',
    { cards: ['v1 d1 @8', 'v1 d2 @12'], drawn: ['v1 d1 8-12', 'v1 d2 12-'] },
  ],
  ['the same card again lets it go on', { cards: ['v1 d1 @8', 'v1 d1 @12'], drawn: ['v1 d1 8-'] }],
  [
    'a card that nobody has ends it too',
    { cards: ['v1 d1 @8', 'v1 d? @12', 'v1 d1 @14'], drawn: ['v1 d1 8-12', 'v1 d1 14-'] },
  ],
  [
    'a driver on another vehicle has left the first',
    { cards: ['v1 d1 @8', 'v2 d1 @12'], drawn: ['v1 d1 8-12', 'v2 d1 12-'] },
  ],
  [
    'two who change vehicles',
    {
      cards: ['v1 d1 @8', 'v2 d2 @8', 'v2 d1 @9', 'v1 d2 @9'],
      drawn: ['v1 d1 8-9', 'v2 d2 8-9', 'v1 d2 9-', 'v2 d1 9-'],
    },
  ],
  [
    'what was open before is ended by what came since',
    { cards: ['v1 d2 @12'], open: ['v1 d1 3-'], drawn: ['v1 d1 3-12', 'v1 d2 12-'] },
  ],
  [
    'what was open before and is not disproved goes on',
    { cards: [], open: ['v1 d1 3-'], drawn: ['v1 d1 3-'] },
  ],
  [
    'no card begins within what a person entered on the vehicle',
    { cards: ['v1 d2 @8'], entered: ['v1 d1 7-9'], drawn: [] },
  ],
  [
    'nor within what he entered of the driver on another',
    { cards: ['v2 d1 @8'], entered: ['v1 d1 7-9'], drawn: [] },
  ],
  [
    'at the end of what he entered one begins',
    { cards: ['v1 d2 @9'], entered: ['v1 d1 7-9'], drawn: ['v1 d2 9-'] },
  ],
  [
    'what he entered and has not ended holds until he does',
    { cards: ['v1 d2 @8', 'v1 d3 @20'], entered: ['v1 d1 7-'], drawn: [] },
  ],
  [
    'the begin of what he entered ends what a device had begun, and it does not come back',
    { cards: ['v1 d1 @8'], entered: ['v1 d2 10-12'], drawn: ['v1 d1 8-10'] },
  ],
  [
    'also where he put the driver elsewhere',
    { cards: ['v1 d1 @8'], entered: ['v2 d1 10-12'], drawn: ['v1 d1 8-10'] },
  ],
  [
    'a driver whom a person has put elsewhere still sends away who was here',
    { cards: ['v1 d2 @8', 'v1 d1 @9'], entered: ['v2 d1 8-10'], drawn: ['v1 d2 8-9'] },
  ],
  ['of one moment the person is first', { cards: ['v1 d1 @8'], entered: ['v1 d2 8-9'], drawn: [] }],
])('%s', (_, { cards: told, open = [], entered = [], drawn }) => {
  const textsOf = (list: readonly Identification[]) =>
    describeActivities(activitiesFrom(list, spans(...open), spans(...entered)))
  expect(textsOf(cards(...told))).toEqual(drawn)
  expect(textsOf(cards(...told.toReversed()))).toEqual(drawn)
})

const drove = (name: string, from: number, to: number | null) => ({
  period_from: new Date(from).toISOString(),
  period_to: to === null ? null : new Date(to).toISOString(),
  driver: { name, surname: 'Rossi' },
})
test.each([
  ['who drove all of it', [drove('Anna', 0, null)], 'Anna Rossi'],
  ['of two who drove the longer', [drove('Anna', 0, 14), drove('Bruno', 14, null)], 'Bruno Rossi'],
  ['who left before it did not drive', [drove('Anna', 0, 9)], null],
  ['nobody is known', [], null],
])('the driver of a trip is found: %s', (_, activities, expected) => {
  expect(driverDuring(activities, 10, 20)).toBe(expected)
})
