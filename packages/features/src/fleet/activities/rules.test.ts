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
  ['a card begins an activity in progress', { cards: ['v1 d1 @8'], drawn: ['v1 d1 8-'] }],
  [
    'the card of the next driver ends the activity',
    { cards: ['v1 d1 @8', 'v1 d2 @12'], drawn: ['v1 d1 8-12', 'v1 d2 12-'] },
  ],
  [
    'the same card again continues the activity',
    { cards: ['v1 d1 @8', 'v1 d1 @12'], drawn: ['v1 d1 8-'] },
  ],
  [
    'an unknown card ends the activity too',
    { cards: ['v1 d1 @8', 'v1 d? @12', 'v1 d1 @14'], drawn: ['v1 d1 8-12', 'v1 d1 14-'] },
  ],
  [
    'a driver on another vehicle has left the first',
    { cards: ['v1 d1 @8', 'v2 d1 @12'], drawn: ['v1 d1 8-12', 'v2 d1 12-'] },
  ],
  [
    'two drivers who change vehicles end and begin at the same time',
    {
      cards: ['v1 d1 @8', 'v2 d2 @8', 'v2 d1 @9', 'v1 d2 @9'],
      drawn: ['v1 d1 8-9', 'v2 d2 8-9', 'v1 d2 9-', 'v2 d1 9-'],
    },
  ],
  [
    'an activity that was open before ends with the next card',
    { cards: ['v1 d2 @12'], open: ['v1 d1 3-'], drawn: ['v1 d1 3-12', 'v1 d2 12-'] },
  ],
  [
    'an activity that was open before continues without another card',
    { cards: [], open: ['v1 d1 3-'], drawn: ['v1 d1 3-'] },
  ],
  [
    'no card begins an activity within one that a person entered on the vehicle',
    { cards: ['v1 d2 @8'], entered: ['v1 d1 7-9'], drawn: [] },
  ],
  [
    'no card begins an activity within one that a person entered for the driver on another vehicle',
    { cards: ['v2 d1 @8'], entered: ['v1 d1 7-9'], drawn: [] },
  ],
  [
    'a card begins an activity at the end of one that a person entered',
    { cards: ['v1 d2 @9'], entered: ['v1 d1 7-9'], drawn: ['v1 d2 9-'] },
  ],
  [
    'an activity that a person entered and has not ended lasts until the person ends it',
    { cards: ['v1 d2 @8', 'v1 d3 @20'], entered: ['v1 d1 7-'], drawn: [] },
  ],
  [
    'the beginning of an entered activity ends that of a card, which does not come back',
    { cards: ['v1 d1 @8'], entered: ['v1 d2 10-12'], drawn: ['v1 d1 8-10'] },
  ],
  [
    'an entered activity on another vehicle ends that of a card too',
    { cards: ['v1 d1 @8'], entered: ['v2 d1 10-12'], drawn: ['v1 d1 8-10'] },
  ],
  [
    'the card of a driver with an entered activity elsewhere still ends that of another driver',
    { cards: ['v1 d2 @8', 'v1 d1 @9'], entered: ['v2 d1 8-10'], drawn: ['v1 d2 8-9'] },
  ],
  [
    'an entered activity precedes a card of the same moment',
    { cards: ['v1 d1 @8'], entered: ['v1 d2 8-9'], drawn: [] },
  ],
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
  ['a driver for the whole trip is taken', [drove('Anna', 0, null)], 'Anna Rossi'],
  [
    'of two drivers the one with the longer part is taken',
    [drove('Anna', 0, 14), drove('Bruno', 14, null)],
    'Bruno Rossi',
  ],
  ['a driver who left before the trip is not taken', [drove('Anna', 0, 9)], null],
  ['without a driver there is no name', [], null],
])('the driver of a trip is found: %s', (_, activities, expected) => {
  expect(driverDuring(activities, 10, 20)).toBe(expected)
})
