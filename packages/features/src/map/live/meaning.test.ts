// What features declare that events mean.
import type { Streams } from '@flotta/core/live.ts'
import { expect, test } from 'vitest'
import { applyChange, endpointsOfKind, endpointsOfNews } from './meaning.ts'

const anna = { user_id: 1, customer_id: 10, credential: { kind: 'session', id: 's1' } } as const
const script = { user_id: 2, customer_id: 20, credential: { kind: 'token', id: 7 } } as const
const audiences = [
  { customer_id: 10, sees: (id: number | undefined) => id === 5 },
  { customer_id: 20, sees: (id: number | undefined) => id === 6 },
]
/** Who is concerned, in words: customers whose channel gets it, users whose streams get it. */
function meaningsOf(change: Parameters<typeof applyChange>[0]): string[] {
  const words: string[] = []
  const users = (which: (listener: typeof anna | typeof script) => boolean) =>
    [anna, script].filter(which).map(l => l.user_id)
  const streams: Streams = {
    resee: which => words.push(`resee ${audiences.filter(which).map(a => a.customer_id)}`),
    renew: (which, vehicle_id, kinds) =>
      words.push(`${kinds} of ${vehicle_id} to ${audiences.filter(which).map(a => a.customer_id)}`),
    recheck: which => words.push(`recheck ${users(which)}`),
    end: which => words.push(`end ${users(which)}`),
    tell: (which, news) => words.push(`${news} to ${users(which)}`),
  }
  applyChange(change, streams)
  return words
}
test.each([
  ['a session that ends closes its stream', { table: 'sessions', session_id: 's1' }, ['end 1']],
  ['a changed token is checked again', { table: 'api_tokens', id: 7 }, ['recheck 2']],
  [
    'a changed user is checked again, and changes the figures of the customer',
    { table: 'users', id: 1, customer_id: 10 },
    ['recheck 1', 'figures to 1'],
  ],
  [
    'a changed customer is checked again, and the other readers look again at what they may see',
    { table: 'customers', id: 10 },
    ['recheck 1', 'resee 20'],
  ],
  [
    'a notification goes to its user',
    { table: 'notifications', user_id: 2 },
    ['notifications to 2'],
  ],
  [
    'a vehicle concerns its owner and all who see it',
    { table: 'vehicles', customer_id: 10, id: 6 },
    ['resee 10,20'],
  ],
  [
    'a mount concerns all who see the vehicle',
    { table: 'device_mounts', vehicle_id: 5 },
    ['resee 10'],
  ],
  [
    'an agreement concerns its customer and all who see the vehicle',
    { table: 'agreement_changes', customer_id: 20, vehicle_id: 5 },
    ['resee 20', 'sharing of 5 to 10'],
  ],
  ['a fleet concerns its customer', { table: 'fleets', customer_id: 10 }, ['resee 10']],
  [
    'a vehicle of a fleet concerns the customer of the fleet',
    { table: 'fleet_vehicles', customer_id: 10 },
    ['resee 10'],
  ],
  [
    'an activity concerns its customer, and the vehicle',
    { table: 'driver_activities', customer_id: 10, vehicle_id: 5 },
    ['driver_activities to 1', 'driver of 5 to 10'],
  ],
  [
    'a mark of an incident goes to the people of its company',
    { table: 'incident_marks', customer_id: 10, vehicle_id: 5 },
    ['alert of 5 to 10'],
  ],
  [
    'an escalation goes to the people of its company',
    { table: 'escalations', customer_id: 10, vehicle_id: 5 },
    ['alert of 5 to 10'],
  ],
  ['a table without live readers means nothing', { table: 'mails', id: 1 }, []],
])('%s', (_, change, expected) => expect(meaningsOf(change)).toEqual(expected))

test('news and kinds of data name the endpoints whose answers they make out of date', () => {
  expect(endpointsOfNews('notifications').map(e => e.path)).toEqual([
    '/notifications',
    '/notifications/unreaded',
  ])
  expect(endpointsOfNews('vehicles').map(e => e.path)).toContain('/vehicles/statistics')
  expect(
    endpointsOfKind('alert')
      .map(e => e.path)
      .sort(),
  ).toEqual([
    '/alerts/active',
    '/alerts/active/recipients',
    '/alerts/history',
    '/dashboard',
    '/dashboard/to_do',
    '/services/system/:id',
    '/vehicles/:id',
  ])
  expect([endpointsOfNews('nothing of the kind'), endpointsOfKind('constructor')]).toEqual([[], []])
})
